import { useMarketFacts } from '../../market/web/market-context.tsx';
import type { CatalogueHit } from '../contract.ts';
import { packWords } from '../offer-words.ts';
import { money, rrpWords, savingWords } from './price-words.ts';

/** What an offer costs where it is shown large: the bottle, the case, and what is saved. */
export function PriceRow({ offer }: { offer: CatalogueHit }) {
  const facts = useMarketFacts();
  return (
    <div className="buy-row">
      <p className="price-big num">
        {money(offer.bottlePrice, facts)}
        <small>a bottle</small>
      </p>
      <p className="small quiet">
        {packWords(offer)}, <span className="num">{money(offer.packPrice, facts)}</span>
        <br />
        {rrpWords(offer, facts) && <s className="num">{rrpWords(offer, facts)}</s>}{' '}
        {savingWords(offer) && <b className="save">{savingWords(offer)}</b>}
      </p>
    </div>
  );
}
