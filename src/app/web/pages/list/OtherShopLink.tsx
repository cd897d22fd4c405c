import type { Kind } from '../../../../search/list-shape.ts';
import { buildListUrl } from '../../../list-address.ts';
import { listPathOf, otherShop } from '../../../shop-links.ts';
import { useSiteData } from '../../site-facts.ts';

/** The same words find something in the market's other shop. */
export function OtherShopLink({ kind, query, count }: { kind: Kind; query: string; count: number }) {
  const facts = useSiteData();
  const other = facts && facts.site.kind === kind ? otherShop(facts) : null;
  if (!other || count === 0) return null;
  return (
    <p>
      <a className="link" href={`${other.origin}${buildListUrl(listPathOf(other.kind), { query })}`}>
        {count === 1 ? 'There is one' : `There are ${count}`} in {other.kind === 'spirits' ? 'the whisky room' : 'the wine shop'}
      </a>
    </p>
  );
}
