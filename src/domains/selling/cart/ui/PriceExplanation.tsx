import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { LineItem } from '../contract.ts';
import { lineName } from '../model/line-name.ts';
import { afterDiscountsWords, formatCount, money } from './format-cart.ts';

/** Explains the price of a line by promotion. Renders nothing if no promotion affects it. */
export function WhyThisPrice({ item }: { item: LineItem }) {
  const facts = useMarketConfig();
  if (item.discounts.length === 0 || item.addedByPromotion) return null;
  return (
    <details className="price-explanation small">
      <summary>
        Why this price<span className="visually-hidden">: {lineName(item)}</span>
      </summary>
      <dl className="num">
        <div className="price-explanation-row">
          <dt>
            {formatCount(item.quantity, [item])} at {money(item.listPrice, facts)}
          </dt>
          <dd>{money(item.extendedListPrice, facts)}</dd>
        </div>
        {item.discounts.map(({ id, what, name, amount }) => (
          <div className="price-explanation-row is-success" key={`${id} ${what}`}>
            <dt>{name}</dt>
            <dd>−{money(amount, facts)}</dd>
          </div>
        ))}
        <div className="price-explanation-row">
          <dt>{afterDiscountsWords(item, facts)}</dt>
          <dd>
            <b>{money(item.extendedSalePrice, facts)}</b>
          </dd>
        </div>
      </dl>
    </details>
  );
}
