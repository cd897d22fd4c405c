import { contentCalls } from '../../../../content/contract.ts';
import { dayWords } from '../../../../content/page-dates.ts';
import { MARKETS } from '../../../../market/market.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';
import '../../../../content/web/content.css';
import { client } from '../../../../platform/client.ts';
import { Breadcrumbs } from '../../../../ui/web/Breadcrumbs.tsx';
import { EmptyState } from '../../../../ui/web/EmptyState.tsx';
import { headTags } from '../../head.ts';
import { breadcrumbList } from '../../json-ld.ts';
import { pageContext } from '../../page-context.ts';
import { siteFactsOf } from '../../site-facts.ts';
import type { Route } from './+types/ArticlesPage.ts';
import { offersNamed } from './load-page.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';

const TITLE = 'Journal';
const LEDE = 'Growers, grapes and what to pour, written by the people who taste for the shop.';
const TRAIL = [
  { label: 'Home', to: '/' },
  { label: TITLE, to: '/vino-articles' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const answer = await client(contentCalls, page.transport).pages({ template: 'article' });
  const articles = answer.ok ? answer.value.data : [];
  return {
    articles,
    offers: await offersNamed(
      page,
      articles.flatMap(({ picture }) => (picture?.of === 'offer' ? [picture.offerId] : [])),
    ),
  };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = siteFactsOf(matches);
  if (!facts) return [];
  return headTags(facts, {
    title: TITLE,
    description: LEDE,
    path: '/vino-articles',
    markets: MARKETS,
    data: [breadcrumbList(facts.origin, TRAIL)],
  });
}

export default function ArticlesPage({ loaderData: { articles, offers } }: Route.ComponentProps) {
  const { locale } = useMarketFacts();
  return (
    <div className="wrap">
      <div className="list-head">
        <Breadcrumbs trail={TRAIL} />
        <h1 className="d52">{TITLE}</h1>
        <p className="quiet lede">{LEDE}</p>
      </div>
      {articles.length === 0 ? (
        <EmptyState drawing="shelf" title="Nothing written yet">
          <p>The first piece is on somebody’s desk.</p>
        </EmptyState>
      ) : (
        <PagesList
          pages={articles}
          pictureOf={pictureFrom(offers)}
          noteOf={({ author, publishedAt }) => [author, publishedAt && dayWords(publishedAt, locale)].filter(Boolean).join(', ')}
        />
      )}
    </div>
  );
}
