import type { Kind } from '#domains/discovery/search/model/list-shape.ts';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { listPathOf, otherShop } from '#routes/links.ts';
import { buildListUrl } from '#routes/list-url.ts';
import { noResultsMessages } from './messages/no-results.ts';

/** Link to the same query in the market's other shop, if it has results. */
export function OtherShopLink({ kind, query, count }: { kind: Kind; query: string; count: number }) {
  const siteData = useSiteData();
  const other = siteData && siteData.site.kind === kind ? otherShop(siteData) : null;
  if (!other || count === 0) return null;
  return (
    <p>
      <a className="link" href={`${other.origin}${buildListUrl(listPathOf(other.kind), { query })}`}>
        {noResultsMessages.elsewhere[other.kind](count)}
      </a>
    </p>
  );
}
