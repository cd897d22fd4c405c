import { contentCalls } from '../../../../content/contract.ts';
import { placeWords, timeWords } from '../../../../content/page-dates.ts';
import { eventsByTime } from '../../../../content/page-lines.ts';
import type { PageLine } from '../../../../content/page-view.ts';
import { MARKETS } from '../../../../market/market.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';
import '../../../../content/web/content.css';
import { client } from '../../../../platform/client.ts';
import { Breadcrumbs } from '../../../../ui/web/Breadcrumbs.tsx';
import { EmptyState } from '../../../../ui/web/EmptyState.tsx';
import { SiteLink } from '../../../../ui/web/SiteLink.tsx';
import { headTags } from '../../head.ts';
import { breadcrumbList } from '../../json-ld.ts';
import { pageContext } from '../../page-context.ts';
import { siteFactsOf } from '../../site-facts.ts';
import type { Route } from './+types/EventsPage.ts';
import { offersNamed } from './load-page.ts';
import { pictureFrom } from './PageBlocks.tsx';
import { PagesList } from './PagesList.tsx';

const TITLE = 'Tastings and events';
const LEDE = 'Bottles open, growers in the room, and no speeches over ten minutes.';
const TRAIL = [
  { label: 'Home', to: '/' },
  { label: TITLE, to: '/events' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const answer = await client(contentCalls, page.transport).pages({ template: 'event' });
  const events = answer.ok ? answer.value.data : [];
  return {
    ...eventsByTime(events, Date.now()),
    offers: await offersNamed(
      page,
      events.flatMap(({ picture }) => (picture?.of === 'offer' ? [picture.offerId] : [])),
    ),
  };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = siteFactsOf(matches);
  if (!facts) return [];
  return headTags(facts, {
    title: TITLE,
    description: LEDE,
    path: '/events',
    markets: MARKETS,
    data: [breadcrumbList(facts.origin, TRAIL)],
  });
}

export default function EventsPage({ loaderData: { coming, past, offers } }: Route.ComponentProps) {
  const { locale } = useMarketFacts();
  const noteOf = ({ event }: PageLine) => event && `${timeWords(event, locale)}. ${placeWords(event)}`;
  const pictureOf = pictureFrom(offers);
  return (
    <div className="wrap">
      <div className="list-head">
        <Breadcrumbs trail={TRAIL} />
        <h1 className="d52">{TITLE}</h1>
        <p className="quiet lede">{LEDE}</p>
      </div>
      {coming.length === 0 ? (
        <EmptyState
          drawing="door"
          title="Nothing in the diary"
          action={<SiteLink className="btn" link={{ label: 'Read the journal', to: '/vino-articles' }} />}
        >
          <p>The next tasting is being planned.</p>
        </EmptyState>
      ) : (
        <PagesList pages={coming} pictureOf={pictureOf} noteOf={noteOf} />
      )}
      {past.length > 0 && (
        <section>
          <h2 className="d38">Gone by</h2>
          <PagesList pages={past} pictureOf={pictureOf} noteOf={noteOf} level={3} />
        </section>
      )}
    </div>
  );
}
