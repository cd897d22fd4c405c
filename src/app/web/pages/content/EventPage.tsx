import { redirect } from 'react-router';
import { money } from '../../../../catalogue/web/price-words.ts';
import { placeWords, timeWords } from '../../../../content/page-dates.ts';
import type { EventView } from '../../../../content/page-view.ts';
import { marketFacts } from '../../../../market/market.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';
import '../../../../content/web/content.css';
import { Breadcrumbs } from '../../../../ui/web/Breadcrumbs.tsx';
import { SiteLink } from '../../../../ui/web/SiteLink.tsx';
import { redirectOf } from '../../../redirects.ts';
import { event } from '../../json-ld.ts';
import { pageContext } from '../../page-context.ts';
import { siteFactsOf } from '../../site-facts.ts';
import type { Route } from './+types/EventPage.ts';
import { loadPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { pageHead, trailTo } from './page-head.ts';

const LIST = { label: 'Tastings and events', to: '/events' } as const;

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { pathname } = url;
  const outside = redirectOf(pathname)?.outside;
  if (outside && page.frame.outside[outside]) throw redirect(page.frame.outside[outside]);
  return loadPage(page, pathname);
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { page } = loaderData;
  const { currency } = marketFacts(siteFactsOf(matches)?.site.market ?? 'AU');
  return pageHead(matches, { page, list: LIST, data: (origin) => (page.event ? [event(origin, page, page.event, currency)] : []) });
}

function EventFacts({ event: facts, isOver, formId }: { event: EventView; isOver: boolean; formId: string | null }) {
  const market = useMarketFacts();
  return (
    <aside className="event-facts" aria-label="When and where">
      <dl className="ledger">
        <div>
          <dt>When</dt>
          <dd>{timeWords(facts, market.locale)}</dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{placeWords(facts)}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd className="num">{facts.price === 0 ? 'Free' : `${money(facts.price, market)} a seat`}</dd>
        </div>
        {facts.seats > 0 && (
          <div>
            <dt>Seats</dt>
            <dd className="num">{facts.seats}</dd>
          </div>
        )}
      </dl>
      {isOver ? (
        <p>
          This one is over. <SiteLink className="link" link={{ label: 'See what is coming', to: '/events' }} />
        </p>
      ) : (
        formId !== null && <SiteLink className="btn btn-fill" link={{ label: 'Ask for a seat', to: `#${formId}` }} />
      )}
    </aside>
  );
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { page, now } = loaderData;
  const isOver = page.event !== null && Date.parse(page.event.endsAt) <= now;
  // Nobody asks for a seat at what is over.
  const blocks = page.blocks.filter((block) => !(isOver && block.type === 'form'));
  const formId = blocks.find((block) => block.type === 'form')?.formId ?? null;
  return (
    <article className="wrap">
      <Breadcrumbs trail={trailTo(page, LIST)} />
      <header className="art-head">
        {page.kicker && <p className="label quiet">{page.kicker}</p>}
        <h1 className="d72">{page.title}</h1>
        {page.summary && <p className="lede">{page.summary}</p>}
      </header>
      <div className="art-grid">
        <div className="blocks">
          <PageBlocks loaded={{ ...loaderData, page: { ...page, blocks } }} />
        </div>
        {page.event && <EventFacts event={page.event} isOver={isOver} formId={formId} />}
      </div>
    </article>
  );
}
