/** Undoing a skip: the deadline, and the delivery afterwards. Days are ISO days in the market's calendar. */
import type { DeliveryState } from './membership.ts';
import { addDays } from './schedule.ts';

interface SkippedDelivery {
  readonly period: number;
  readonly slot: number;
  readonly dueOn: string;
  readonly state: DeliveryState;
  readonly remindedOn: string | null;
  readonly priceCents: number | null;
  readonly tryOn: string | null;
}

/** Returns the last day on which a skip can be undone: the day before the charge. */
export const undoableUntil = ({ dueOn }: Pick<SkippedDelivery, 'dueOn'>): string => addDays(dueOn, -1);

/** Finds the skipped delivery just before the due one, if its cut-off has not passed. @returns null if there is none */
export function undoableSkip<D extends SkippedDelivery>(deliveries: readonly D[], today: string): D | null {
  const due = deliveries.find(({ state }) => state === 'due');
  const skipped = due && deliveries.find(({ period }) => period === due.period - 1);
  return skipped?.state === 'skipped' && today <= undoableUntil(skipped) ? skipped : null;
}

/**
 * Returns a skipped delivery as it becomes due again. If the price differs from its reminder, or there was no reminder, it is charged after
 * a new reminder with the usual delay.
 * @param anchorOn anchor of the membership's schedule. After a change of frequency it may be the skipped day
 * @param priceCents current price of the case, null if it is no longer offered
 * @param when the current day, and the days between reminder and charge
 */
export function takenBack<D extends SkippedDelivery>(
  skipped: D,
  { anchorOn }: { readonly anchorOn: string },
  priceCents: number | null,
  when: { readonly today: string; readonly remindDays: number },
): D {
  const slot = anchorOn === skipped.dueOn ? 0 : skipped.slot;
  const back: D = { ...skipped, slot, state: 'due', tryOn: null };
  if (skipped.remindedOn !== null && skipped.priceCents === priceCents) return back;
  const soonest = addDays(when.today, when.remindDays);
  return { ...back, dueOn: skipped.dueOn > soonest ? skipped.dueOn : soonest, remindedOn: null, priceCents: null };
}
