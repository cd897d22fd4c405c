import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { CatalogueHit } from '../contract.ts';
import { formatPack } from '../model/format-offer.ts';
import { formatRrp, money, savingWords } from './format-price.ts';

/** What an offer costs where it is shown large: the bottle, the case, and what is saved. */
export function PriceRow({ offer }: { offer: CatalogueHit }) {
  const facts = useMarketConfig();
  return (
    <div className="buy-row">
      <p className="price-big num">
        {money(offer.bottlePrice, facts)}
        <small>a bottle</small>
      </p>
      <p className="small quiet">
        {formatPack(offer)}, <span className="num">{money(offer.packPrice, facts)}</span>
        <br />
        {formatRrp(offer, facts) && <s className="num">{formatRrp(offer, facts)}</s>}{' '}
        {savingWords(offer) && <b className="save">{savingWords(offer)}</b>}
      </p>
    </div>
  );
}
