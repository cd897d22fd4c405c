/**
 * Changes wines by the write path of imports: the record's schema, `writeOffers`, the notification that refreshes indexes and pages. Adds
 * the version that the person saw, their markets and the activity log, in the same transaction.
 */

import { officeWineMessages } from '#domains/catalogue/messages/office.ts';
import { wineProblems } from '#domains/catalogue/messages/office-errors.ts';
import { marketsOf } from '#domains/catalogue/model/audience.ts';
import { FIRST_DERIVED_PRODUCT_ID } from '#domains/catalogue/model/import/identity.ts';
import { isLaterVintage, type NextVintage, nextVintageOf } from '#domains/catalogue/model/next-vintage.ts';
import { type OfferRecord, offerRecord } from '#domains/catalogue/model/record.ts';
import {
  applyWineChange,
  changedFields,
  type FieldValues,
  priceField,
  restoreFields,
  type WineChange,
  wineProblem,
} from '#domains/catalogue/model/wine-change.ts';
import { CATALOGUE_CHANGED, notifyChannels } from '#domains/catalogue/server/import/import-log.repository.ts';
import { writeOffers } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { isOfferIdTaken, lastWineChange, limitWaiting, lockWine, nextProductId, type StoredWine } from './wine.repository.ts';
import { refreshListed } from './wine-list-sync.ts';

type Staff = Pick<StaffActor, 'id' | 'name' | 'ip' | 'apiKey' | 'markets'>;

/** PostgreSQL's lock_not_available: an import holds the wine. */
const isBeingChanged = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/** Returns who changed a wine last and when, for the sentence about a conflict. */
export async function conflictOf(db: Queryable, offerId: string) {
  const last = await lastWineChange(db, offerId);
  const who = last?.actor ?? (last?.files ? officeWineMessages.importOf(last.files) : officeWineMessages.somebody);
  return fail('changed_meanwhile', { who, when: timeAgo(last?.at ?? new Date()) });
}

/** Returns the markets of a wine in which the person may not change wines. */
export const foreignMarkets = (record: OfferRecord, { markets }: Pick<Staff, 'markets'>): Market[] =>
  marketsOf(record.audience).filter((market) => !markets.includes(market));

/** Checks that a change stays within the markets of a person: with a wine of other markets too, only their own prices. */
function checkMarkets(before: OfferRecord | null, after: OfferRecord, staff: Pick<Staff, 'markets'>) {
  const foreign = new Set([...(before ? foreignMarkets(before, staff) : []), ...foreignMarkets(after, staff)]);
  if (foreign.size === 0) return ok(null);
  const own = new Set(staff.markets.map(priceField));
  const changed = before ? Object.keys(changedFields(before, after).after) : ['audience'];
  if (changed.every((name) => own.has(name))) return ok(null);
  return fail('not_alone', { markets: [...foreign].join(', '), own: staff.markets.join(', ') });
}

/** Adds the prices of markets that the person does not see. */
const withForeignPrices = (record: OfferRecord, before: OfferRecord, staff: Staff): OfferRecord => ({
  ...record,
  prices: Object.fromEntries(
    MARKETS.flatMap((market) => {
      const price = staff.markets.includes(market) ? record.prices[market] : before.prices[market];
      return price === undefined ? [] : [[market, price]];
    }),
  ),
});

const isPriceOf = (name: string): Market | null => MARKETS.find((market) => priceField(market) === name) ?? null;

/** Logs what changed: what markets share in one entry, each market's price in its own, so that staff of other markets do not see it. */
async function logChange(
  transaction: Transaction,
  staff: Staff,
  action: ActionName,
  before: OfferRecord | null,
  after: OfferRecord,
): Promise<void> {
  const subject = { kind: 'offer', id: after.offerId } as const;
  const all = changedFields(before ?? after, after);
  const of = (values: FieldValues, market: Market | null): FieldValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isPriceOf(name) === market));
  const [only, ...others] = marketsOf(after.audience);
  const shared = of(all.after, null);
  if (before === null || Object.keys(shared).length > 0)
    await recordActivity(transaction, staff, {
      action,
      subject,
      market: others.length === 0 ? (only ?? null) : null,
      before: before && of(all.before, null),
      after: before ? shared : { name: after.name, brand: after.brand, vintage: after.vintage, sku: after.sku },
    });
  for (const market of MARKETS) {
    const values = of(all.after, market);
    if (Object.keys(values).length > 0)
      await recordActivity(transaction, staff, { action: 'offer.priced', subject, market, before: of(all.before, market), after: values });
  }
}

async function write(
  transaction: Transaction,
  staff: Staff,
  action: ActionName,
  before: OfferRecord | null,
  after: OfferRecord,
): Promise<void> {
  await writeOffers(transaction, [after], pictureVersion, { removesMissing: true });
  await logChange(transaction, staff, action, before, after);
  await refreshListed(transaction, [after.offerId]);
}

/** Runs a change of one wine and announces it. */
async function changing<T>(database: Database, work: (transaction: Transaction) => Promise<T>) {
  try {
    const result = await database.transaction(async (transaction) => {
      await limitWaiting(transaction);
      return work(transaction);
    });
    if (!(result instanceof Failure)) await notifyChannels(database, [CATALOGUE_CHANGED], 'office');
    return result;
  } catch (error) {
    if (isBeingChanged(error)) return fail('being_changed');
    throw error;
  }
}

/** Locks a wine that the person may see and compares its version. @param version null to take it as it is */
async function lockShown(transaction: Transaction, staff: Staff, offerId: string, version: string | null) {
  const stored: StoredWine | null = await lockWine(transaction, offerId, audiencesFor(staff.markets));
  if (!stored) return fail('not_found');
  if (version !== null && stored.version !== version) return conflictOf(transaction, offerId);
  return ok(stored.record);
}

/** Saves all fields of a wine. Its id and stock stay. */
export const saveWine = (database: Database, staff: Staff, version: string, input: OfferRecord) =>
  changing(database, async (transaction) => {
    const locked = await lockShown(transaction, staff, input.offerId, version);
    if (!locked.ok) return locked;
    const before = locked.value;
    const after = withForeignPrices({ ...input, productId: before.productId }, before, staff);
    const nonsense = wineProblem(after);
    if (nonsense) return fail('wine_invalid', { problem: nonsense.problem });
    const allowed = checkMarkets(before, after, staff);
    if (!allowed.ok) return allowed;
    await write(transaction, staff, 'offer.changed', before, after);
    return ok(null);
  });

/** Adds a wine with a product id of its own. */
export const createWine = (database: Database, staff: Staff, input: Omit<OfferRecord, 'productId'>) =>
  changing(database, async (transaction) => {
    if (await isOfferIdTaken(transaction, input.offerId)) return fail('id_taken', { id: input.offerId });
    const record = offerRecord.parse({ ...input, productId: await nextProductId(transaction, FIRST_DERIVED_PRODUCT_ID) });
    const nonsense = wineProblem(record);
    if (nonsense) return fail('wine_invalid', { problem: nonsense.problem });
    const allowed = checkMarkets(null, record, staff);
    if (!allowed.ok) return allowed;
    await write(transaction, staff, 'offer.created', null, record);
    return ok(null);
  });

export interface NextVintageInput extends Omit<NextVintage, 'productId' | 'offerId'> {
  readonly id: string;
  readonly version: string;
  readonly newId: string;
  readonly oldEndsAt: string | null;
  readonly redirects: boolean;
}

/** Adds the next vintage of a wine, and ends the old one. */
export const createNextVintage = (
  database: Database,
  staff: Staff,
  { id, version, newId, oldEndsAt, redirects, ...own }: NextVintageInput,
) =>
  changing(database, async (transaction) => {
    const locked = await lockShown(transaction, staff, id, version);
    if (!locked.ok) return locked;
    const old = locked.value;
    if (!/^\d{4}$/.test(old.vintage)) return fail('wine_invalid', { problem: wineProblems.vintageMissing });
    if (!isLaterVintage(own.vintage, old.vintage)) return fail('wine_invalid', { problem: wineProblems.vintageNotLater });
    if (await isOfferIdTaken(transaction, newId)) return fail('id_taken', { id: newId });
    const productId = await nextProductId(transaction, FIRST_DERIVED_PRODUCT_ID);
    const ended = offerRecord.parse({ ...old, endsAt: oldEndsAt ?? old.endsAt, nextOfferId: redirects ? newId : null });
    const record = offerRecord.parse(nextVintageOf(old, { ...own, offerId: newId, productId }));
    const nonsense = wineProblem(ended) ?? wineProblem(record);
    if (nonsense) return fail('wine_invalid', { problem: nonsense.problem });
    const allowed = checkMarkets(old, ended, staff);
    if (!allowed.ok) return allowed;
    await write(transaction, staff, 'offer.created', null, record);
    await write(transaction, staff, 'offer.replaced', old, ended);
    return ok(null);
  });

/** Changes some fields of a wine that still is what the person saw. */
export const changeWine = (
  database: Database,
  staff: Staff,
  { id, version, market, change }: { readonly id: string; readonly version: string; readonly market: Market; readonly change: WineChange },
) =>
  changing(database, async (transaction) => {
    const locked = await lockShown(transaction, staff, id, version);
    if (!locked.ok) return locked;
    const applied = planChange(locked.value, staff, market, change);
    if (!applied.ok) return applied;
    await write(transaction, staff, 'offer.changed', locked.value, applied.value);
    return ok(null);
  });

/** Takes a change of a wine back. @returns the wine as it was before that */
export const restoreWine = (
  database: Database,
  staff: Staff,
  { id, before, after }: { readonly id: string; readonly before: FieldValues; readonly after: FieldValues },
) =>
  changing(database, async (transaction) => {
    const locked = await lockShown(transaction, staff, id, null);
    if (!locked.ok) return locked;
    const markets = Object.keys(before).map(isPriceOf);
    if (markets.some((market) => market !== null && !staff.markets.includes(market)))
      return fail('wine_invalid', { problem: wineProblems.notRestorable });
    const restored = restoreFields(locked.value, before, after);
    if (!restored.ok) return fail('wine_invalid', { problem: restored.problem });
    const allowed = checkMarkets(locked.value, restored.record, staff);
    if (!allowed.ok) return allowed;
    await write(transaction, staff, 'offer.restored', locked.value, restored.record);
    return ok(null);
  });

/** Returns a wine after a change that the person may make. */
export function planChange(before: OfferRecord, staff: Pick<Staff, 'markets'>, market: Market, change: WineChange) {
  if (!staff.markets.includes(market) || !marketsOf(before.audience).includes(market)) return fail('not_found');
  const applied = applyWineChange(before, market, change);
  if (!applied.ok) return fail('wine_invalid', { problem: applied.problem });
  const allowed = checkMarkets(before, applied.record, staff);
  return allowed.ok ? ok(applied.record) : allowed;
}
