import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { CatalogueHit } from '../contract.ts';
import { cardMessages } from '../messages/cards.ts';
import { formatPack } from '../model/format-offer.ts';
import { formatRrp, formatSaving, money } from './format-price.ts';

/** Shows the price of an offer in large type: per bottle, per case, and the saving. */
export function PriceRow({ offer }: { offer: CatalogueHit }) {
  const config = useMarketConfig();
  return (
    <div className="buy-row">
      <p className="price-big num">
        {money(offer.bottlePrice, config)}
        <small>{cardMessages.perBottle}</small>
      </p>
      <p className="small text-muted">
        {formatPack(offer)}, <span className="num">{money(offer.packPrice, config)}</span>
        <br />
        {formatRrp(offer, config) && <s className="num">{formatRrp(offer, config)}</s>}{' '}
        {formatSaving(offer) && <b className="save">{formatSaving(offer)}</b>}
      </p>
    </div>
  );
}
