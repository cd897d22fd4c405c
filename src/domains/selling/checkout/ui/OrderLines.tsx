import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { isCategory } from '#domains/catalogue/model/category-labels.ts';
import { lineName } from '#domains/selling/cart/model/format-line.ts';
import { formatGiftTag } from '#domains/selling/gift-cards/model/format-gift.ts';
import type { Market } from '#markets/market.ts';
import type { OrderedLine } from '../contract.ts';
import { orderLineMessages } from '../messages/checkout.ts';
import { lineCount } from '../model/format-line.ts';
import { formatMoneyIn } from '../model/price-summary.ts';
import './OrderLines.css';

type Line = OrderedLine & { readonly addedByPromotion?: boolean };

/** Lines shown while the rest is folded. */
const OPEN_LINES = 6;

interface OrderLinesProps {
  readonly market: Market;
  readonly lines: readonly Line[];
  /** Folds all but the first lines, so that the total of a long order stays in view. */
  readonly isFolded?: boolean;
}

/** The lines of an order with pictures. */
export function OrderLines({ market, lines, isFolded = false }: OrderLinesProps) {
  const open = isFolded && lines.length > OPEN_LINES + 1 ? lines.slice(0, OPEN_LINES) : lines;
  const rest = lines.slice(open.length);
  // The index is a stable key: the lines of an order do not move, and two gift cards may be equal.
  const show = (line: Line, index: number) => <OrderLine key={`${index} ${line.productId}`} market={market} line={line} />;
  return (
    <ul className="checkout-lines">
      {open.map(show)}
      {rest.length > 0 && (
        <li>
          <details>
            <summary className="link link-lone">{orderLineMessages.more(rest.length)}</summary>
            <ul>{rest.map(show)}</ul>
          </details>
        </li>
      )}
    </ul>
  );
}

function OrderLine({ market, line }: { market: Market; line: Line }) {
  return (
    <li className={`checkout-line${isCategory(line.category) ? ` k-${CATEGORIES[line.category].kind}` : ''}`}>
      <span className="backdrop checkout-thumb">{line.imageUrl && <img src={line.imageUrl} alt="" width="320" height="1000" />}</span>
      <span>
        {line.brand !== '' && <span className="small text-muted">{line.brand}</span>}
        <b>{lineName(line)}</b>
        <span className="small text-muted num">{lineCount(line)}</span>
        {line.gift?.recipientName && <span className="small text-muted">{formatGiftTag(line.gift, market)}</span>}
      </span>
      <span className="num">
        {line.extendedListPrice === 0 || line.addedByPromotion ? orderLineMessages.free : formatMoneyIn(market, line.extendedListPrice)}
      </span>
    </li>
  );
}
