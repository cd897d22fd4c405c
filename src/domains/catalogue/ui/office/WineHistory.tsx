/** Prices of a wine over time, and what staff did with it, each change with a way back. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { wineMessages as text } from '#domains/catalogue/messages/office.ts';
import { wineFieldLabel } from '#domains/catalogue/messages/office-fields.ts';
import type { OfficeWine } from '#domains/catalogue/office-contract.ts';
import type { Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { Timeline, type TimelineEntry } from '#ui/office/Timeline.tsx';
import { formatField, formatIn } from './format-field.ts';
import { wineCalls } from './wine-calls.ts';

const LOOKS: Readonly<Record<string, readonly [OfficeIconName, Tone]>> = {
  'offer.created': ['plus', 'good'],
  'offer.changed': ['note', 'plain'],
  'offer.priced': ['tag', 'info'],
  'offer.replaced': ['right', 'plain'],
  'offer.restored': ['refresh', 'plain'],
};

const titleOf = (action: string): string => Object.entries(text.actions).find(([name]) => name === action)?.[1] ?? action;

type Change = Pick<OfficeWine['timeline'][number], 'before' | 'after'>;

/** Takes changes back, and those in turn. @param id of the wine */
function useTakeBack(id: string) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const restore = async ({ before, after }: Change, done: string, next: string): Promise<void> => {
    setIsPending(true);
    const sent = await wineCalls.restoreWines({ changes: [{ id, before, after }] });
    setIsPending(false);
    if (!sent.ok) return toastFailed(sent.title);
    const refused = sent.value.results.find(({ isDone }) => !isDone);
    if (refused) return toastFailed(refused.reason);
    toastDone(done, () => void restore({ before: after, after: before }, next, done));
    await revalidator.revalidate();
  };
  return { isPending, takeBack: (change: Change): void => void restore(change, text.takenBack, text.putBack) };
}

function entryOf({ id, at, action, who, before, after }: OfficeWine['timeline'][number], timeZone: string): TimelineEntry {
  const [icon, tone] = LOOKS[action] ?? ['info', 'plain'];
  const changes = Object.keys(before).map((name) =>
    text.fieldChange(wineFieldLabel(name), formatField(name, before[name], timeZone), formatField(name, after[name], timeZone)),
  );
  return { id, at, icon, tone, title: titleOf(action), detail: [who, ...changes].join(' · ') };
}

export function WineHistory({ wine, canWrite }: { readonly wine: OfficeWine; readonly canWrite: boolean }) {
  const { isPending, takeBack } = useTakeBack(wine.id);
  const timeZone = wine.markets[0]?.timeZone ?? 'UTC';
  return (
    <>
      <section className="panel" aria-labelledby="history-heading">
        <div className="panel-head">
          <h2 id="history-heading">{text.history}</h2>
        </div>
        {wine.priceHistory.length === 0 ? (
          <p className="panel-body text-muted">{text.noHistory}</p>
        ) : (
          <ul className="panel-body wine-related">
            {wine.priceHistory.map(({ id, at, market, before, after, who }) => (
              <li key={id}>
                <span className="cell-two">
                  <span className="num">
                    {text.priceWas(formatIn(market, before), formatIn(market, after))} <span className="market">{market}</span>
                  </span>
                  <span className="text-muted small">{who}</span>
                </span>
                <time className="text-muted small" dateTime={at}>
                  {formatMoment(at, timeZone)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="panel" aria-labelledby="timeline-heading">
        <div className="panel-head">
          <h2 id="timeline-heading">{text.timeline}</h2>
        </div>
        {wine.timeline.length === 0 ? (
          <p className="panel-body text-muted">{text.noTimeline}</p>
        ) : (
          <Timeline
            entries={wine.timeline.map((entry) => ({
              ...entryOf(entry, timeZone),
              ...(canWrite && Object.keys(entry.before).length > 0
                ? {
                    action: (
                      <Button
                        aria-label={text.takeBackOf(titleOf(entry.action), formatMoment(entry.at, timeZone))}
                        onPress={() => takeBack(entry)}
                        isDisabled={isPending}
                      >
                        {text.takeBack}
                      </Button>
                    ),
                  }
                : {}),
            }))}
            timeZone={timeZone}
          />
        )}
      </section>
    </>
  );
}
