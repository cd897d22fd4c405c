import { formatOrigin, formatTime } from '#domains/content/model/page-dates.ts';
import { eventsByTime } from '#domains/content/model/page-summaries.ts';
import type { PageSummary } from '#domains/content/model/page-view.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { Route } from './+types/EventsPage.ts';
import { eventMessages } from './messages.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';
import { IndexHeading, indexHead, loadPages } from './pages-index.tsx';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

const INDEX = {
  title: eventMessages.title,
  intro: eventMessages.intro,
  path: '/events',
} as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { pages, offers } = await loadPages(context.get(pageContext), 'event');
  return { ...eventsByTime(pages, Date.now()), offers };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return indexHead(matches, INDEX);
}

export default function EventsPage({ loaderData: { upcoming, past, offers } }: Route.ComponentProps) {
  const { locale } = useMarketConfig();
  const noteOf = ({ event }: PageSummary) => event && eventMessages.note(formatTime(event, locale), formatOrigin(event));
  const pictureOf = pictureFrom(offers);
  return (
    <div className="container">
      <IndexHeading index={INDEX} />
      {upcoming.length === 0 ? (
        <EmptyState
          drawing="door"
          title={eventMessages.empty}
          action={<SiteLink className="button" link={{ label: eventMessages.readJournal, to: '/vino-articles' }} />}
        >
          <p>{eventMessages.emptyText}</p>
        </EmptyState>
      ) : (
        <PagesList pages={upcoming} pictureOf={pictureOf} noteOf={noteOf} />
      )}
      {past.length > 0 && (
        <section>
          <h2 className="heading-3">{eventMessages.past}</h2>
          <PagesList pages={past} pictureOf={pictureOf} noteOf={noteOf} level={3} />
        </section>
      )}
    </div>
  );
}
