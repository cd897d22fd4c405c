/** Taking a skip back: until when, and what the delivery is then. Days are ISO days of the market's calendar. */
import type { DeliveryState } from './membership.ts';
import { addDays, REMIND_DAYS } from './schedule.ts';

interface SkippedDelivery {
  readonly period: number;
  readonly slot: number;
  readonly dueOn: string;
  readonly state: DeliveryState;
  readonly remindedOn: string | null;
  readonly priceCents: number | null;
  readonly tryOn: string | null;
}

/** The last day on which a skipped delivery can be had after all: the day before it would have been charged. */
export const undoableUntil = ({ dueOn }: Pick<SkippedDelivery, 'dueOn'>): string => addDays(dueOn, -1);

/** The delivery that was left out just before the one that is due, where its cut-off has not passed; null where there is none. */
export function undoableSkip<D extends SkippedDelivery>(deliveries: readonly D[], today: string): D | null {
  const due = deliveries.find(({ state }) => state === 'due');
  const skipped = due && deliveries.find(({ period }) => period === due.period - 1);
  return skipped?.state === 'skipped' && today <= undoableUntil(skipped) ? skipped : null;
}

/**
 * A skipped delivery as it is due again. What its member was told stays true: where the price is no longer that of the
 * reminder, or none went out, the charge comes as long after the next reminder as every other does.
 * @param anchorOn the membership's; another rhythm may be counted from the skipped day itself
 * @param priceCents of the case now; null where it is no longer sent
 */
export function takenBack<D extends SkippedDelivery>(
  skipped: D,
  { anchorOn }: { readonly anchorOn: string },
  priceCents: number | null,
  today: string,
): D {
  const slot = anchorOn === skipped.dueOn ? 0 : skipped.slot;
  const back: D = { ...skipped, slot, state: 'due', tryOn: null };
  if (skipped.remindedOn !== null && skipped.priceCents === priceCents) return back;
  const soonest = addDays(today, REMIND_DAYS);
  return { ...back, dueOn: skipped.dueOn > soonest ? skipped.dueOn : soonest, remindedOn: null, priceCents: null };
}
