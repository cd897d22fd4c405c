import type { MarketConfig } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { LineItem } from '../contract.ts';
import { priceExplanationMessages } from '../messages/lazy-parts.ts';
import { formatCount, lineName } from '../model/format-line.ts';
import { money } from './format-cart.ts';

/** Formats the price of a line after all discounts: `You pay, $21.60 a bottle`. */
export function formatPricePaid({ extendedSalePrice, quantity, packSize, skuType }: LineItem, config: MarketConfig): string {
  if (skuType === 'digital' || extendedSalePrice === 0) return priceExplanationMessages.youPay;
  const bottle = Math.round((extendedSalePrice * 100) / (quantity * packSize)) / 100;
  return priceExplanationMessages.youPayEach(money(bottle, config));
}

/** Explains the price of a discounted line by promotion. Loaded lazily. */
export default function PriceExplanation({ item }: { item: LineItem }) {
  const config = useMarketConfig();
  return (
    <details className="price-explanation small">
      <summary>
        {priceExplanationMessages.title}
        <span className="visually-hidden">: {lineName(item)}</span>
      </summary>
      <dl className="num">
        <div className="price-explanation-row">
          <dt>{priceExplanationMessages.at(formatCount(item.quantity, [item]), money(item.listPrice, config))}</dt>
          <dd>{money(item.extendedListPrice, config)}</dd>
        </div>
        {item.discounts.map(({ id, what, name, amount }) => (
          <div className="price-explanation-row is-success" key={`${id} ${what}`}>
            <dt>{name}</dt>
            <dd>−{money(amount, config)}</dd>
          </div>
        ))}
        <div className="price-explanation-row">
          <dt>{formatPricePaid(item, config)}</dt>
          <dd>
            <b>{money(item.extendedSalePrice, config)}</b>
          </dd>
        </div>
      </dl>
    </details>
  );
}
