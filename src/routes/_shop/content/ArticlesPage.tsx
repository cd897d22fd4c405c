import { formatDate } from '#domains/content/model/page-dates.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { Route } from './+types/ArticlesPage.ts';
import { articleMessages } from './messages.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';
import { IndexHeading, indexHead, loadPages } from './pages-index.tsx';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

const INDEX = {
  title: articleMessages.journal,
  intro: articleMessages.intro,
  path: '/vino-articles',
} as const;

export const loader = ({ context }: Route.LoaderArgs) => loadPages(context.get(pageContext), 'article');

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return indexHead(matches, INDEX);
}

export default function ArticlesPage({ loaderData: { pages, offers } }: Route.ComponentProps) {
  const { locale } = useMarketConfig();
  return (
    <div className="container">
      <IndexHeading index={INDEX} />
      {pages.length === 0 ? (
        <EmptyState drawing="shelf" title={articleMessages.empty}>
          <p>{articleMessages.emptyText}</p>
        </EmptyState>
      ) : (
        <PagesList
          pages={pages}
          pictureOf={pictureFrom(offers)}
          noteOf={({ author, publishedAt }) => [author, publishedAt && formatDate(publishedAt, locale)].filter(Boolean).join(', ')}
        />
      )}
    </div>
  );
}
