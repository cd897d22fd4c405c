import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { Route } from './+types/CollectionsPage.ts';
import { collectionMessages } from './messages.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';
import { IndexHeading, indexHead, loadPages } from './pages-index.tsx';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

const INDEX = {
  title: collectionMessages.title,
  intro: collectionMessages.intro,
  path: '/collections',
} as const;

export const loader = ({ context }: Route.LoaderArgs) => loadPages(context.get(pageContext), 'saved-search');

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return indexHead(matches, INDEX);
}

export default function CollectionsPage({ loaderData: { pages, offers } }: Route.ComponentProps) {
  return (
    <div className="container">
      <IndexHeading index={INDEX} />
      {pages.length === 0 ? (
        <EmptyState drawing="shelf" title={collectionMessages.empty}>
          <p>{collectionMessages.emptyText}</p>
        </EmptyState>
      ) : (
        <PagesList pages={pages} pictureOf={pictureFrom(offers)} noteOf={() => null} />
      )}
    </div>
  );
}
