/** The start of the office: what waits for somebody now, and how it is going. */
import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { FiguresSection } from '#domains/reports/ui/office/FiguresSection.tsx';
import { ClosedShop } from '#domains/setup/ui/office/ClosedShop.tsx';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { TODAY_CARD_TEXT, todayMessages as text } from '#domains/today/messages/office.ts';
import { TODAY_CARDS } from '#domains/today/model/cards.ts';
import { useLive } from '#ui/office/live.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useDelayed } from '#ui/office/use-delayed.ts';
import type { loadToday } from './load-today.ts';
import { TodayCardPanel } from './TodayCards.tsx';
import './today.css';

/** Pause after a change before what waits is read again. */
const LIVE_DELAY_MS = 1_500;
/** What becomes due by time alone appears within a minute. */
const REFRESH_MS = 60_000;

/** Reads the cards again after a change, and once a minute while the screen is visible. */
function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  const refresh = useDelayed(() => void revalidate(), LIVE_DELAY_MS);
  useLive('order', refresh);
  useLive('form_entry', refresh);
  useLive('incident', refresh);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return () => void revalidate();
}

export function TodayScreen() {
  const { cards, shop } = useLoaderData<typeof loadToday>();
  const { markets } = useMe();
  const may = useMay();
  const refresh = useRefresh();
  const waiting = cards
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(TODAY_CARDS[b.name].isUrgent) - Number(TODAY_CARDS[a.name].isUrgent));
  const clear = cards.filter(({ count }) => count === 0).map(({ name }) => TODAY_CARD_TEXT[name].title);
  return (
    <div className="screen">
      <PageHeader title={text.title} />
      {shop && <ClosedShop setup={shop.setup} />}
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting-heading">
          <h2 id="waiting-heading" className="visually-hidden">
            {text.waiting}
          </h2>
          <ul className="todos">
            {waiting.map((card) => (
              <TodayCardPanel key={card.name} card={card} hasMarkets={markets.length > 1} onChanged={refresh} />
            ))}
          </ul>
          {clear.length > 0 && <p className="text-muted small todos-clear">{text.clear(clear)}</p>}
        </section>
      ) : (
        <div className="panel">
          <ScreenState icon="tick" title={text.emptyTitle} text={cards.length === 0 ? text.noCards : text.emptyText} />
        </div>
      )}
      {may('reports.read') && <FiguresSection heading={text.figures} markets={markets} />}
    </div>
  );
}
