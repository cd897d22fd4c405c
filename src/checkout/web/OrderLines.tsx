import { CATEGORIES } from '../../catalogue/category.ts';
import { isCategory } from '../../catalogue/category-words.ts';
import type { Market } from '../../market/market.ts';
import type { OrderView } from '../contract.ts';
import { lineCount, lineName } from '../line-words.ts';
import { moneyIn } from '../sums.ts';

type Line = OrderView['lineItems'][number] & { readonly addedByPromotion?: boolean };

/** What is bought, with pictures. */
export function OrderLines({ market, lines }: { market: Market; lines: readonly Line[] }) {
  return (
    <ul className="co-lines">
      {lines.map((line) => (
        <li
          key={`${line.slug} ${line.productId} ${line.addedByPromotion}`}
          className={isCategory(line.category) ? `k-${CATEGORIES[line.category].kind}` : undefined}
        >
          <span className="ground co-thumb">{line.imageUrl && <img src={line.imageUrl} alt="" width="320" height="1000" />}</span>
          <span>
            <b>{lineName(line)}</b>
            <span className="small quiet num">{lineCount(line)}</span>
          </span>
          <span className="num">{line.addedByPromotion ? 'Free' : moneyIn(market, line.extendedListPrice)}</span>
        </li>
      ))}
    </ul>
  );
}
