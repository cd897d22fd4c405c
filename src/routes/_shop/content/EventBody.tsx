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
import './ArticleBody.css';
import { eventMessages } from './messages.ts';

function EventDetails({ event: details, isExpired, formId }: { event: EventView; isExpired: boolean; formId: string | null }) {
  const market = useMarketConfig();
  return (
    <aside className="event-facts" aria-label={eventMessages.facts}>
      <dl className="definition-list">
        <div>
          <dt>{eventMessages.when}</dt>
          <dd>{formatTime(details, market.locale)}</dd>
        </div>
        <div>
          <dt>{eventMessages.where}</dt>
          <dd>{formatOrigin(details)}</dd>
        </div>
        <div>
          <dt>{eventMessages.price}</dt>
          <dd className="num">{details.price === 0 ? eventMessages.free : eventMessages.perSeat(money(details.price, market))}</dd>
        </div>
        {details.seats > 0 && (
          <div>
            <dt>{eventMessages.seats}</dt>
            <dd className="num">{details.seats}</dd>
          </div>
        )}
      </dl>
      {isExpired ? (
        <p>
          {eventMessages.finished} <SiteLink className="link" link={{ label: eventMessages.comingUp, to: '/events' }} />
        </p>
      ) : (
        formId !== null && <SiteLink className="button button-primary" link={{ label: eventMessages.requestSeat, to: `#${formId}` }} />
      )}
    </aside>
  );
}

/** Body of an event: description, time, place and booking. */
export function EventBody({ loaded }: { loaded: LoadedPage }) {
  const { page, now } = loaded;
  const isExpired = page.event !== null && Date.parse(page.event.endsAt) <= now;
  // Past events have no form.
  const open = (blocks: typeof page.blocks) => blocks.filter((block) => !(isExpired && block.type === 'form'));
  const formId = open(page.blocks).find((block) => block.type === 'form')?.formId ?? null;
  return (
    <article className="container">
      <Breadcrumbs breadcrumbs={breadcrumbsTo(page, EVENTS)} />
      <header className="article-head">
        {page.kicker && <p className="label text-muted">{page.kicker}</p>}
        <h1 className="heading-1">{page.title}</h1>
        {page.summary && <p className="intro">{page.summary}</p>}
      </header>
      <div className="article-grid">
        <BlockColumn>
          <PageBlocks loaded={loaded} choose={open} />
        </BlockColumn>
        {page.event && <EventDetails event={page.event} isExpired={isExpired} formId={formId} />}
      </div>
    </article>
  );
}
