import { money } from '#domains/catalogue/ui/format-price.ts';
import { formatOrigin, formatTime } from '#domains/content/model/page-dates.ts';
import type { EventView } from '#domains/content/model/page-view.ts';
import { BlockColumn } from '#domains/content/ui/Blocks.tsx';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo, EVENTS } from './page-head.ts';
import './EventBody.css';
import './ArticleBody.css';

function EventFacts({ event: facts, isOver: isExpired, formId }: { event: EventView; isOver: boolean; formId: string | null }) {
  const market = useMarketConfig();
  return (
    <aside className="event-facts" aria-label="When and where">
      <dl className="definition-list">
        <div>
          <dt>When</dt>
          <dd>{formatTime(facts, market.locale)}</dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{formatOrigin(facts)}</dd>
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
      {isExpired ? (
        <p>
          This one is over. <SiteLink className="link" link={{ label: 'See what is coming', to: '/events' }} />
        </p>
      ) : (
        formId !== null && <SiteLink className="button button-primary" link={{ label: 'Ask for a seat', to: `#${formId}` }} />
      )}
    </aside>
  );
}

/** Body of an event: what, when, where, and how to attend. */
export function EventBody({ loaded }: { loaded: LoadedPage }) {
  const { page, now } = loaded;
  const isExpired = page.event !== null && Date.parse(page.event.endsAt) <= now;
  // Past events have no form.
  const open = (blocks: typeof page.blocks) => blocks.filter((block) => !(isExpired && block.type === 'form'));
  const formId = open(page.blocks).find((block) => block.type === 'form')?.formId ?? null;
  return (
    <article className="container">
      <Breadcrumbs trail={breadcrumbsTo(page, EVENTS)} />
      <header className="article-head">
        {page.kicker && <p className="label text-muted">{page.kicker}</p>}
        <h1 className="heading-1">{page.title}</h1>
        {page.summary && <p className="intro">{page.summary}</p>}
      </header>
      <div className="article-grid">
        <BlockColumn>
          <PageBlocks loaded={loaded} choose={open} />
        </BlockColumn>
        {page.event && <EventFacts event={page.event} isOver={isExpired} formId={formId} />}
      </div>
    </article>
  );
}
