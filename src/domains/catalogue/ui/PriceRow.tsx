import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { CatalogueHit } from '../contract.ts';
import { cardMessages } from '../messages/cards.ts';
import { formatPack } from '../model/format-offer.ts';
import { formatRrp, money, savingWords } from './format-price.ts';

/** The price of an offer in large type: per bottle, per case, and the saving. */
export function PriceRow({ offer }: { offer: CatalogueHit }) {
  const facts = useMarketConfig();
  return (
    <div className="buy-row">
      <p className="price-big num">
        {money(offer.bottlePrice, facts)}
        <small>{cardMessages.perBottle}</small>
      </p>
      <p className="small text-muted">
        {formatPack(offer)}, <span className="num">{money(offer.packPrice, facts)}</span>
        <br />
        {formatRrp(offer, facts) && <s className="num">{formatRrp(offer, facts)}</s>}{' '}
        {savingWords(offer) && <b className="save">{savingWords(offer)}</b>}
      </p>
    </div>
  );
}
