import type { Cart } from '#domains/selling/cart/contract.ts';
import { lineName } from '#domains/selling/cart/model/format-line.ts';
import type { Market } from '#markets/market.ts';
import { Icon } from '#ui/Icon.tsx';
import { orderLineMessages } from '../messages/checkout.ts';
import { lineCount, linesCount } from '../model/format-line.ts';
import { formatMoneyIn, type PriceBreakdown } from '../model/price-summary.ts';
import { OrderLines } from './OrderLines.tsx';
import { PriceSummary } from './PriceSummary.tsx';
import './CheckoutSummary.css';

interface SummaryProps {
  readonly market: Market;
  readonly cart: Cart;
  /** Its amounts, with what gift cards and credit pay. */
  readonly breakdown: PriceBreakdown;
}

/** Returns a complete message as it is, and completes `add 1 more case` to a sentence. */
const deliveryNote = ({ shippingPromoMessage, isFreeShipping }: Cart): string =>
  shippingPromoMessage === '' || isFreeShipping ? shippingPromoMessage : orderLineMessages.freeDeliveryHint(shippingPromoMessage);

/** The order lines and amounts. `isInColumn` is the variant above the button on narrow screens. */
export function CheckoutSummary({ market, cart, breakdown, isInColumn = false }: SummaryProps & { isInColumn?: boolean }) {
  return (
    <div className={isInColumn ? 'checkout-summary in-column' : 'checkout-summary'}>
      {!isInColumn && <h2 className="heading-5">{linesCount(cart.lineItems)}</h2>}
      <OrderLines market={market} lines={cart.lineItems} isFolded />
      <PriceSummary breakdown={breakdown} note={deliveryNote(cart)} />
    </div>
  );
}

/** The summary in one line for phones, which opens on tap. */
export function FoldedSummary({ market, cart, breakdown }: SummaryProps) {
  return (
    <details className="checkout-mini">
      <summary>
        <span>
          <Icon name="cart" />
          {linesCount(cart.lineItems)}
          <Icon name="right" className="turns" />
        </span>
        <b className="num">{formatMoneyIn(market, breakdown.charged ?? breakdown.total)}</b>
      </summary>
      <ul>
        {cart.lineItems.map((line) => (
          <li key={line.id}>
            <span>
              {lineName(line)}, {lineCount(line)}
            </span>
            <span className="num">{line.addedByPromotion ? orderLineMessages.free : formatMoneyIn(market, line.extendedListPrice)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
