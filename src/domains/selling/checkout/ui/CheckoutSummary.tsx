import type { Cart } from '#domains/selling/cart/contract.ts';
import { lineName } from '#domains/selling/cart/model/line-name.ts';
import type { Market } from '#markets/market.ts';
import { Icon } from '#ui/Icon.tsx';
import { lineCount, linesCount } from '../model/format-line.ts';
import { formatMoneyIn, type PriceBreakdown } from '../model/price-summary.ts';
import { OrderLines } from './OrderLines.tsx';
import { PriceSummary } from './PriceSummary.tsx';

interface SummaryProps {
  readonly market: Market;
  readonly cart: Cart;
  /** Its sums, with what gift cards and credit pay. */
  readonly figures: PriceBreakdown;
}

/** `Free because …` as it is; `add 1 more case` as half a sentence that is finished here. */
const deliveryNote = ({ shippingPromoMessage, isFreeShipping }: Cart): string =>
  shippingPromoMessage === '' || isFreeShipping ? shippingPromoMessage : `Delivery is free if you ${shippingPromoMessage}.`;

/** Everything that is bought, and what it comes to. `isInColumn`: above the button, where no column stands beside. */
export function CheckoutSummary({ market, cart, figures, isInColumn = false }: SummaryProps & { isInColumn?: boolean }) {
  return (
    <div className={isInColumn ? 'co-summary in-column' : 'co-summary'}>
      {!isInColumn && <h2 className="d21">{linesCount(cart.lineItems)}</h2>}
      <OrderLines market={market} lines={cart.lineItems} isFolded />
      <PriceSummary figures={figures} note={deliveryNote(cart)} />
    </div>
  );
}

/** The same in one line on phones, to be opened. */
export function FoldedSummary({ market, cart, figures }: SummaryProps) {
  return (
    <details className="co-mini">
      <summary>
        <span>
          <Icon name="cart" />
          {linesCount(cart.lineItems)}
          <Icon name="right" className="turns" />
        </span>
        <b className="num">{formatMoneyIn(market, figures.charged ?? figures.total)}</b>
      </summary>
      <ul>
        {cart.lineItems.map((line) => (
          <li key={line.id}>
            <span>
              {lineName(line)}, {lineCount(line)}
            </span>
            <span className="num">{line.addedByPromotion ? 'Free' : formatMoneyIn(market, line.extendedListPrice)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
