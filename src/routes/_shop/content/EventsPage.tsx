import { formatOrigin, formatTime } from '#domains/content/model/page-dates.ts';
import { eventsByTime } from '#domains/content/model/page-summaries.ts';
import type { PageSummary } from '#domains/content/model/page-view.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { pageContext } from '#routes/_layout/page-context.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { Route } from './+types/EventsPage.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';
import { IndexHeading, indexHead, loadPages } from './pages-index.tsx';

const INDEX = {
  title: 'Tastings and events',
  lede: 'Bottles open, growers in the room, and no speeches over ten minutes.',
  path: '/events',
} as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { pages, offers } = await loadPages(context.get(pageContext), 'event');
  return { ...eventsByTime(pages, Date.now()), offers };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return indexHead(matches, INDEX);
}

export default function EventsPage({ loaderData: { coming, past, offers } }: Route.ComponentProps) {
  const { locale } = useMarketConfig();
  const noteOf = ({ event }: PageSummary) => event && `${formatTime(event, locale)}. ${formatOrigin(event)}`;
  const pictureOf = pictureFrom(offers);
  return (
    <div className="container">
      <IndexHeading index={INDEX} />
      {coming.length === 0 ? (
        <EmptyState
          drawing="door"
          title="Nothing in the diary"
          action={<SiteLink className="button" link={{ label: 'Read the journal', to: '/vino-articles' }} />}
        >
          <p>The next tasting is being planned.</p>
        </EmptyState>
      ) : (
        <PagesList pages={coming} pictureOf={pictureOf} noteOf={noteOf} />
      )}
      {past.length > 0 && (
        <section>
          <h2 className="heading-3">Gone by</h2>
          <PagesList pages={past} pictureOf={pictureOf} noteOf={noteOf} level={3} />
        </section>
      )}
    </div>
  );
}
