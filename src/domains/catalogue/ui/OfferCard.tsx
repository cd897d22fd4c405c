import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Tag } from '#ui/Tag.tsx';
import type { CatalogueHit } from '../contract.ts';
import { cardMessages } from '../messages/cards.ts';
import { CATEGORIES } from '../model/category.ts';
import { formatOrigin, formatPack, fullName, packWord, signalOf } from '../model/format-offer.ts';
import { formatRrp, money, savingWords } from './format-price.ts';
import { OfferPicture } from './OfferPicture.tsx';
import { SaleEnd } from './SaleCountdown.tsx';

export interface OfferCardProps {
  readonly offer: CatalogueHit;
  /** The buy button. Left out if the offer is sold out. */
  readonly action?: ReactNode;
  /** The favourite button. */
  readonly keep?: ReactNode;
  /** A sentence below: why the offer is shown. */
  readonly note?: string;
  /** True if the card is in the first screen: its picture loads at once. */
  readonly isFirst?: boolean;
  /** Id of its title, for buttons that it describes. */
  readonly titleId?: string;
}

/** The day its sale ends, or the time left if that is near. */
const Ends = ({ words, endsAt }: { words: string; endsAt: string }) => (
  <SaleEnd endsAt={endsAt} before={words} left={(left) => cardMessages.timeLeft(left)} over={cardMessages.saleEnded} />
);

/** An offer in a list. The whole card is a link except for its buttons [CAT-8, CAT-9]. */
export function OfferCard({ offer, action, keep, note, isFirst = false, titleId }: OfferCardProps) {
  const facts = useMarketConfig();
  const signal = signalOf(offer, facts.market);
  const isOut = offer.inventoryStatus === 'SOLD_OUT';
  const isSingle = offer.packSize === 1;
  const rrp = formatRrp(offer, facts);
  const saving = savingWords(offer);
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
        {signal && <Tag {...signal} words={signal.endsAt === undefined ? signal.words : <Ends {...signal} endsAt={signal.endsAt} />} />}
      </div>
      <p className="producer">{offer.brand}</p>
      <h3 id={titleId}>
        <Link to={offer.url} prefetch="intent" viewTransition>
          {fullName(offer)}
        </Link>
      </h3>
      <p className="place">{formatOrigin(offer)}</p>
      <p className="price">
        {money(offer.bottlePrice, facts)}
        <small>{packWord(offer) === 'card' ? cardMessages.perCard : cardMessages.perBottle}</small>
      </p>
      <p className="case">
        {formatPack(offer)}
        {!isSingle && (
          <>
            , <span className="num">{money(offer.packPrice, facts)}</span>
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
      {keep}
      {note !== undefined && <p className="card-note">{note}</p>}
    </article>
  );
}
