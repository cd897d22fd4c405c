import { contentCalls } from '../../../../content/contract.ts';
import { MARKETS } from '../../../../market/market.ts';
import '../../../../content/web/content.css';
import { client } from '../../../../platform/client.ts';
import { Breadcrumbs } from '../../../../ui/web/Breadcrumbs.tsx';
import { EmptyState } from '../../../../ui/web/EmptyState.tsx';
import { headTags } from '../../head.ts';
import { breadcrumbList } from '../../json-ld.ts';
import { pageContext } from '../../page-context.ts';
import { siteFactsOf } from '../../site-facts.ts';
import type { Route } from './+types/CollectionsPage.ts';
import { offersNamed } from './load-page.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';

const TITLE = 'Collections';
const LEDE = 'Shelves we put together for a reason: a season, a table, a budget.';
const TRAIL = [
  { label: 'Home', to: '/' },
  { label: TITLE, to: '/collections' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const answer = await client(contentCalls, page.transport).pages({ template: 'saved-search' });
  const collections = answer.ok ? answer.value.data : [];
  const ids = collections.flatMap(({ picture }) => (picture?.of === 'offer' ? [picture.offerId] : []));
  return { collections, offers: await offersNamed(page, ids) };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = siteFactsOf(matches);
  if (!facts) return [];
  return headTags(facts, {
    title: TITLE,
    description: LEDE,
    path: '/collections',
    markets: MARKETS,
    data: [breadcrumbList(facts.origin, TRAIL)],
  });
}

export default function CollectionsPage({ loaderData: { collections, offers } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <div className="list-head">
        <Breadcrumbs trail={TRAIL} />
        <h1 className="d52">{TITLE}</h1>
        <p className="quiet lede">{LEDE}</p>
      </div>
      {collections.length === 0 ? (
        <EmptyState drawing="shelf" title="Nothing put together yet">
          <p>The first collection is being tasted.</p>
        </EmptyState>
      ) : (
        <PagesList pages={collections} pictureOf={pictureFrom(offers)} noteOf={() => null} />
      )}
    </div>
  );
}
