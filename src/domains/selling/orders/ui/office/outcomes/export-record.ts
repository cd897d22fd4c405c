import { outcomeMessages as text } from '#domains/selling/orders/messages/outcomes.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { outcomeCalls } from './outcome-calls.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Saves the record of deliveries of the last twelve months. */
export async function exportRecord(): Promise<void> {
  const now = Date.now();
  // The day in a market may be ahead of that of UTC.
  const made = await outcomeCalls.exportOutcomes({ from: dayOf(now - YEAR_MS), to: dayOf(now + DAY_MS) });
  if (!made.ok) return toastFailed(made.title);
  saveFile(`deliveries-${dayOf(now)}.csv`, [made.value.csv], 'text/csv;charset=utf-8');
  toastDone(text.exported(made.value.rows));
}
