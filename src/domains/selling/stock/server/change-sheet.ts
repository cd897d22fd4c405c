/** Begins stock sheets, changes their heads, and cancels them. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { StockKey } from '../model/stock.ts';
import { lockOpenSheet, subjectOf } from './enter-line.ts';
import { insertSheet, lockSheet, type NewSheet, setSheetState, touchSheet, updateDelivery } from './sheet.repository.ts';
import { insertLines } from './sheet-line.repository.ts';

type DeliveryHead = Pick<NewSheet, 'supplier' | 'reference' | 'day' | 'note'>;

/** Begins a delivery. */
export const createDelivery = (database: Database, staff: StaffActor, market: Market, head: DeliveryHead) =>
  database.transaction(async (transaction) => {
    if (!staff.markets.includes(market)) return fail('not_found');
    const { supplier, reference, day, note } = head;
    const sheet = { kind: 'delivery' as const, market, supplier, reference, day, note, isBlind: false };
    const id = await insertSheet(transaction, { ...sheet, staffId: staff.id, author: staff.name });
    await recordActivity(transaction, staff, {
      action: 'stock_sheet.created',
      subject: { kind: subjectOf(sheet), id },
      market,
      before: null,
      after: { supplier, reference, day, note },
    });
    return ok({ id });
  });

/** Changes the head of a delivery. */
export const saveDelivery = (database: Database, staff: StaffActor, id: number, version: number, head: DeliveryHead) =>
  database.transaction(async (transaction) => {
    const locked = await lockOpenSheet(transaction, staff, id);
    if (!locked.ok) return locked;
    const sheet = locked.value;
    if (sheet.kind !== 'delivery') return fail('not_found');
    const subject = { kind: subjectOf(sheet), id: String(id) } as const;
    const { supplier, reference, day, note } = head;
    if (!(await updateDelivery(transaction, id, version, { supplier, reference, day, note })))
      return fail('changed_meanwhile', await lastChangeOf(transaction, subject));
    await touchSheet(transaction, id, staff.name);
    await recordActivity(transaction, staff, {
      action: 'stock_sheet.changed',
      subject,
      market: sheet.market,
      before: { supplier: sheet.supplier, reference: sheet.reference, day: sheet.day, note: sheet.note },
      after: { supplier, reference, day, note },
    });
    return ok({ version: version + 1 });
  });

export interface NewCount {
  readonly market: Market;
  readonly ids: readonly StockKey[];
  readonly note: string;
  readonly isBlind: boolean;
}

/** Starts a count of products of a market. Those of other markets are left out. */
export const startCount = (database: Database, staff: StaffActor, { market, ids, note, isBlind }: NewCount) =>
  database.transaction(async (transaction) => {
    if (!staff.markets.includes(market)) return fail('not_found');
    const products = ids.filter((key) => key.market === market).map(({ productId }) => productId);
    const sheet = { kind: 'count' as const, market, supplier: '', reference: '', day: null, note, isBlind };
    const id = await insertSheet(transaction, { ...sheet, staffId: staff.id, author: staff.name });
    const lines = await insertLines(transaction, id, products);
    await touchSheet(transaction, id, staff.name);
    await recordActivity(transaction, staff, {
      action: 'stock_sheet.created',
      subject: { kind: subjectOf(sheet), id },
      market,
      before: null,
      after: { note, isBlind, wines: lines },
    });
    return ok({ id, lines });
  });

/** Cancels an open sheet, or opens a cancelled one again. Nothing of it is in the stock. */
export const cancelSheet = (database: Database, staff: StaffActor, id: number, isCancelled: boolean) =>
  database.transaction(async (transaction) => {
    const sheet = await lockSheet(transaction, id, staff.markets);
    if (!sheet) return fail('not_found');
    const state = isCancelled ? ('cancelled' as const) : ('open' as const);
    if (sheet.state === state) return ok({ state });
    if (sheet.state !== (isCancelled ? 'open' : 'cancelled'))
      return fail('sheet_closed', { who: sheet.changedBy, when: timeAgo(sheet.changedAt) });
    await setSheetState(transaction, id, state);
    await touchSheet(transaction, id, staff.name);
    await recordActivity(transaction, staff, {
      action: isCancelled ? 'stock_sheet.cancelled' : 'stock_sheet.reopened',
      subject: { kind: subjectOf(sheet), id },
      market: sheet.market,
      before: { state: sheet.state },
      after: { state },
    });
    return ok({ state });
  });
