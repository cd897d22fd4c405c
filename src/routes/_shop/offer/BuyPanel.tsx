import { Link } from 'react-router';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { cardMessages } from '#domains/catalogue/messages/cards.ts';
import { numberWord } from '#domains/catalogue/messages/numbers.ts';
import { formatVolume, fullName, packWord } from '#domains/catalogue/model/format-offer.ts';
import { formatRrp, formatSaving, money } from '#domains/catalogue/ui/format-price.ts';
import { FavouriteButton } from '#domains/discovery/favourites/ui/FavouriteButton.tsx';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';
import { OneClickOfferCheckout } from '#domains/selling/checkout/ui/one-click/OneClickOfferCheckout.tsx';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { listPathOf, type ShopLink } from '#routes/links.ts';
import { buildListUrl } from '#routes/list-url.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { deferHydration, lazyComponent } from '#ui/lazy-component.ts';
import { offerMessages } from './messages.ts';
import { BuyNotes } from './PurchaseNotices.tsx';

const CartDelivery = deferHydration(lazyComponent(() => import('#domains/selling/cart/ui/CartDelivery.tsx')));

/** A dot for each bottle of a case, in rows of up to six. Renders nothing for large cases. */
function PackDots({ count }: { count: number }) {
  if (count < 2 || count > 24) return null;
  const columns = Math.ceil(count / 2);
  return (
    <svg className="dots" viewBox={`0 0 ${columns * 6} 12`} width={columns * 6} height="12" fill="currentColor" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => [(index % columns) * 6 + 3, index < columns ? 3 : 9] as const).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2" />
      ))}
    </svg>
  );
}

function Pack({ offer }: { offer: OfferDetail }) {
  const market = useMarketConfig();
  if (offer.packSize === 1) return null;
  return (
    <div className="packs">
      <p className="label">{offerMessages.soldBy(packWord(offer))}</p>
      <p className="pack-in">
        <span>
          {offerMessages.bottles(numberWord(offer.packSize))} <PackDots count={offer.packSize} />
        </span>
        <b className="num">{money(offer.packPrice, market)}</b>
      </p>
    </div>
  );
}

/** Key facts of a spirit. */
function Dram({ offer: { alcoholPercent, offerVariant, offerStyle, bottleMl, isMixed } }: { offer: OfferDetail }) {
  if (isMixed) return null;
  const details = [
    { term: offerMessages.strength, value: alcoholPercent === null ? '' : `${alcoholPercent}%` },
    { term: /years|months|age/i.test(offerVariant) ? offerMessages.age : offerMessages.madeWith, value: offerVariant },
    { term: offerMessages.style, value: offerStyle },
    { term: offerMessages.bottleSize, value: formatVolume(bottleMl) },
  ].filter(({ value }) => value !== '');
  return (
    <dl className="spirit-facts">
      {details.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface BuyPanelProps {
  readonly offer: OfferDetail;
  readonly breadcrumbs: readonly ShopLink[];
  readonly hasOthers: boolean;
  /** Hides buttons for cart and favourites. */
  readonly isPreview?: boolean;
}

/** Buttons for cart and favourites. */
function BuyActions({ offer, hasOthers }: { offer: OfferDetail; hasOthers: boolean }) {
  return (
    <>
      {offer.inventoryStatus === 'SOLD_OUT' ? (
        <p className="sold-out">
          <b>{offerMessages.soldOut}</b>{' '}
          {hasOthers ? (
            <a className="link" href="#others">
              {offerMessages.similar[offer.isSpirit ? 'spirits' : 'wine']}
            </a>
          ) : (
            offerMessages.askUs
          )}
        </p>
      ) : (
        <div className="buy-act">
          <AddToCartButton offer={offer} size="page" />
          <FavouriteButton offer={offer} size="page" />
        </div>
      )}
      <OneClickOfferCheckout offer={offer} />
      {offer.inventoryStatus === 'SOLD_OUT' && <FavouriteButton offer={offer} size="page" />}
      <noscript>
        <p className="no-script-note">{offerMessages.noScript}</p>
      </noscript>
    </>
  );
}

/** Name, price and buy button. Stays visible next to the picture. */
export function BuyPanel({ offer, breadcrumbs, hasOthers, isPreview = false }: BuyPanelProps) {
  const config = useMarketConfig();
  const isOut = offer.inventoryStatus === 'SOLD_OUT';
  const rrp = formatRrp(offer, config);
  const origin = [offer.region, offer.region.endsWith(offer.country) ? '' : offer.country].filter(Boolean).join(', ');
  return (
    <div className="offer-side">
      <div className="offer-panel">
        <Breadcrumbs breadcrumbs={breadcrumbs} />
        <div className="offer-title">
          <p>
            <Link className="link" to={buildListUrl(listPathOf(offer.isSpirit ? 'spirits' : 'wine'), { query: offer.brand })}>
              {offer.brand}
            </Link>
          </p>
          <h1 className="heading-2">{fullName(offer)}</h1>
          {(origin || offer.offerStyle) && <p className="text-muted">{origin || offer.offerStyle}</p>}
        </div>
        {offer.quote && <p className="verdict">{offerMessages.quote(offer.quote)}</p>}
        {offer.isSpirit && <Dram offer={offer} />}
        <div className="buy">
          <div className="buy-top">
            <p className="price-big num">
              {money(offer.bottlePrice, config)}
              <small>{packWord(offer) === 'card' ? cardMessages.perCard : cardMessages.perBottle}</small>
            </p>
            {rrp && (
              <p className="buy-rrp small">
                <s className="num text-muted">{rrp}</s>
                <b className="save">{formatSaving(offer)}</b>
              </p>
            )}
            {rrp && offer.rrpEvidence && (
              <p className="small text-muted">
                {offerMessages.rrpEvidence(
                  offer.rrpEvidence.source,
                  formatDate(config.market, new Date(`${offer.rrpEvidence.date}T00:00:00Z`)),
                )}
              </p>
            )}
          </div>
          <Pack offer={offer} />
          {isPreview ? (
            <p className="sold-out">
              <b>{isOut ? offerMessages.soldOut : offerMessages.preview}</b> {offerMessages.notForSale}
            </p>
          ) : (
            <BuyActions offer={offer} hasOthers={hasOthers} />
          )}
          <BuyNotes offer={offer} />
          {!isOut && packWord(offer) !== 'card' && <CartDelivery />}
        </div>
      </div>
    </div>
  );
}
