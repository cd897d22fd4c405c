import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Tag } from '#ui/Tag.tsx';
import type { CatalogueHit } from '../contract.ts';
import { cardMessages } from '../messages/cards.ts';
import { CATEGORIES } from '../model/category.ts';
import { formatOrigin, formatPack, fullName, packWord, signalOf } from '../model/format-offer.ts';
import { formatRrp, formatSaving, money } from './format-price.ts';
import { OfferPicture } from './OfferPicture.tsx';
import { SaleEnd } from './SaleCountdown.tsx';

export interface OfferCardProps {
  readonly offer: CatalogueHit;
  /** The buy button. Left out if the offer is sold out. */
  readonly action?: ReactNode;
  /** The favourite button. */
  readonly favouriteButton?: ReactNode;
  /** Sentence that says why the offer is shown. */
  readonly note?: string;
  /** True if the card is in the first screen: its picture loads at once. */
  readonly isFirst?: boolean;
  /** Id of its title, for buttons that it describes. */
  readonly titleId?: string;
}

/** Shows the day on which the sale ends, or the remaining time if the end is near. */
const Ends = ({ label, endsAt }: { label: string; endsAt: string }) => (
  <SaleEnd endsAt={endsAt} before={label} format={(remaining) => cardMessages.timeLeft(remaining)} expired={cardMessages.saleEnded} />
);

/** Shows an offer in a list. The whole card is a link except for its buttons [CAT-8, CAT-9]. */
export function OfferCard({ offer, action, favouriteButton, note, isFirst = false, titleId }: OfferCardProps) {
  const config = useMarketConfig();
  const signal = signalOf(offer, config.market);
  const isOut = offer.inventoryStatus === 'SOLD_OUT';
  const isSingle = offer.packSize === 1;
  const rrp = formatRrp(offer, config);
  const saving = formatSaving(offer);
  return (
    <article
      className={`card k-${CATEGORIES[offer.category].kind}${isOut ? ' is-sold-out' : ''}`}
      data-offer={offer.offerId}
      data-product={offer.id}
    >
      <div className="backdrop">
        <div className="picture">
          <OfferPicture offer={offer} isFirst={isFirst} />
        </div>
        {signal && <Tag {...signal} label={signal.endsAt === undefined ? signal.label : <Ends {...signal} endsAt={signal.endsAt} />} />}
      </div>
      <p className="producer">{offer.brand}</p>
      <h3 id={titleId}>
        <Link to={offer.url} prefetch="intent" viewTransition>
          {fullName(offer)}
        </Link>
      </h3>
      <p className="place">{formatOrigin(offer)}</p>
      <p className="price">
        {money(offer.bottlePrice, config)}
        <small>{packWord(offer) === 'card' ? cardMessages.perCard : cardMessages.perBottle}</small>
      </p>
      <p className="case">
        {formatPack(offer)}
        {!isSingle && (
          <>
            , <span className="num">{money(offer.packPrice, config)}</span>
          </>
        )}
      </p>
      <p className="rrp">
        {isOut ? (
          cardMessages.soldOut
        ) : (
          <>
            {rrp && <s className="num">{rrp}</s>} {saving && <b>{saving}</b>}
          </>
        )}
      </p>
      {!isOut && action}
      {favouriteButton}
      {note !== undefined && <p className="card-note">{note}</p>}
    </article>
  );
}
