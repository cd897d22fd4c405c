/** Changes several wines. Each is a transaction of its own, so that one that is refused does not stop the others. */
import { OFFICE_WINE_ERRORS } from '#domains/catalogue/messages/office-errors.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { changedFields, type FieldValues, type WineChange } from '#domains/catalogue/model/wine-change.ts';
import { CHANGED_MEANWHILE, CHANGED_SINCE_LISTED } from '#domains/staff/messages/errors.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Database } from '#lib/db/pool.ts';
import { fillTitle } from '#lib/define-contract.ts';
import type { Failure } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { changeWine, conflictOf, planChange, restoreWine } from './save-wine.ts';
import { readWine } from './wine.repository.ts';

/** A wine as the person saw it. */
export interface ShownWine {
  readonly id: string;
  readonly version: string;
}

export interface WinesChange {
  readonly wines: readonly ShownWine[];
  readonly market: Market;
  readonly change: WineChange;
  readonly isPreview: boolean;
}

export interface WineChangeResult {
  readonly id: string;
  readonly name: string;
  readonly isDone: boolean;
  /** Why it was refused; empty if it was done. */
  readonly reason: string;
  readonly before: FieldValues;
  readonly after: FieldValues;
}

const { NOT_FOUND, NOT_ALONE, WINE_INVALID, BEING_CHANGED } = OFFICE_WINE_ERRORS;
const SENTENCES = { ...NOT_FOUND, ...NOT_ALONE, ...WINE_INVALID, ...BEING_CHANGED, ...CHANGED_MEANWHILE } as const;

const reasonOf = ({ code, values }: Failure<keyof typeof SENTENCES>): string => fillTitle(SENTENCES[code].title, values);

/** In a list, whoever changed a wine since it was shown is named, and the wine is left alone. */
const bulkReasonOf = (failure: Failure<keyof typeof SENTENCES>): string =>
  failure.code === 'changed_meanwhile' ? fillTitle(CHANGED_SINCE_LISTED, failure.values) : reasonOf(failure);

const nameOf = ({ brand, name, vintage }: OfferRecord): string => [brand, name, vintage].filter(Boolean).join(' ');

async function changeOne(
  database: Database,
  staff: StaffActor,
  { id, version }: ShownWine,
  { market, change, isPreview }: WinesChange,
): Promise<WineChangeResult> {
  const stored = await readWine(database, id, audiencesFor(staff.markets));
  const planned = stored && planChange(stored.record, staff, market, change);
  const name = stored ? nameOf(stored.record) : id;
  const refused = (reason: string): WineChangeResult => ({ id, name, isDone: false, reason, before: {}, after: {} });
  if (!stored || !planned) return refused(NOT_FOUND.not_found.title);
  if (stored.version !== version) return refused(bulkReasonOf(await conflictOf(database, id)));
  if (!planned.ok) return refused(reasonOf(planned));
  if (!isPreview) {
    const done = await changeWine(database, staff, { id, version, market, change });
    if (!done.ok) return refused(bulkReasonOf(done));
  }
  return { id, name, isDone: true, reason: '', ...changedFields(stored.record, planned.value) };
}

/** Changes wines one after another and says what became of each, in the order of the ids. */
export async function changeWines(database: Database, staff: StaffActor, input: WinesChange): Promise<WineChangeResult[]> {
  const results: WineChangeResult[] = [];
  const wines = new Map(input.wines.map((wine) => [wine.id, wine]));
  for (const wine of wines.values()) results.push(await changeOne(database, staff, wine, input));
  return results;
}

/** A change of a wine as it was made: the fields before and after. */
export interface MadeChange {
  readonly id: string;
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** Takes changes back, one wine after another. Those that were changed again since stay. */
export async function restoreWines(database: Database, staff: StaffActor, changes: readonly MadeChange[]): Promise<WineChangeResult[]> {
  const results: WineChangeResult[] = [];
  for (const made of changes) {
    const { id, before, after } = made;
    const stored = await readWine(database, id, audiencesFor(staff.markets));
    const name = stored ? nameOf(stored.record) : id;
    const restored = await restoreWine(database, staff, made);
    if (restored.ok) results.push({ id, name, isDone: true, reason: '', before: after, after: before });
    else results.push({ id, name, isDone: false, reason: reasonOf(restored), before: {}, after: {} });
  }
  return results;
}
