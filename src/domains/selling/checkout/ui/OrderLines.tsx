import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { isCategory } from '#domains/catalogue/model/category-labels.ts';
import { lineName } from '#domains/selling/cart/model/line-name.ts';
import { giftTagWords } from '#domains/selling/gift-cards/model/format-gift.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { OrderedLine } from '../contract.ts';
import { lineCount } from '../model/format-line.ts';
import { formatMoneyIn } from '../model/price-summary.ts';

type Line = OrderedLine & { readonly addedByPromotion?: boolean };

/** So many lines stand open where the rest is folded away. */
const OPEN_LINES = 6;

interface OrderLinesProps {
  readonly market: Market;
  readonly lines: readonly Line[];
  /** Fold what goes beyond the first lines, so that a long order leaves its total in view. */
  readonly isFolded?: boolean;
}

/** What is bought, with pictures. */
export function OrderLines({ market, lines, isFolded = false }: OrderLinesProps) {
  const open = isFolded && lines.length > OPEN_LINES + 1 ? lines.slice(0, OPEN_LINES) : lines;
  const rest = lines.slice(open.length);
  // An order's lines stay in their places; two cards for namesakes are told apart by nothing else.
  const show = (line: Line, place: number) => <OrderLine key={`${place} ${line.productId}`} market={market} line={line} />;
  return (
    <ul className="co-lines">
      {open.map(show)}
      {rest.length > 0 && (
        <li>
          <details>
            <summary className="link link-lone">And {rest.length} more</summary>
            <ul>{rest.map(show)}</ul>
          </details>
        </li>
      )}
    </ul>
  );
}

function OrderLine({ market, line }: { market: Market; line: Line }) {
  return (
    <li className={`co-line${isCategory(line.category) ? ` k-${CATEGORIES[line.category].kind}` : ''}`}>
      <span className="ground co-thumb">{line.imageUrl && <img src={line.imageUrl} alt="" width="320" height="1000" />}</span>
      <span>
        {line.brand !== '' && <span className="small quiet">{line.brand}</span>}
        <b>{lineName(line)}</b>
        <span className="small quiet num">{lineCount(line)}</span>
        {line.gift?.recipientName && <span className="small quiet">{giftTagWords(line.gift, marketFacts(market))}</span>}
      </span>
      <span className="num">
        {line.extendedListPrice === 0 || line.addedByPromotion ? 'Free' : formatMoneyIn(market, line.extendedListPrice)}
      </span>
    </li>
  );
}
