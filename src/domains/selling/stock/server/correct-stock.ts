/**
 * Corrections of stock by staff: adjustments, counts of one wine, deliveries, and taking them back. Each is one transaction: lock the
 * levels in the order of product ids, compare what the person saw, change level and ledger, record the activity.
 */
import type { ActionName } from '#domains/staff/messages/activity.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import {
  type AdjustReason,
  type CorrectionKind,
  changeLevel,
  expectedOnHand,
  formatStockId,
  MAX_LEVEL,
  type StockKey,
  UNDOABLE_KINDS,
} from '../model/stock.ts';
import { casesToSend } from './stock-item.repository.ts';
import { findMovements, lastCorrection, lockLevel, notifyStock, writeMovement } from './stock-ledger.repository.ts';

interface Correction extends StockKey {
  readonly kind: CorrectionKind;
  readonly quantity: number;
  readonly reason?: string;
  readonly note?: string;
  readonly documentId?: number;
  readonly reverses?: number;
}

/** Runs a correction and notifies all processes if it was done. */
async function inStockTransaction<T extends { readonly ok: boolean }>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const result = await database.transaction(work);
  if (result.ok) await notifyStock(database);
  return result;
}

/**
 * Changes one level under its lock and records it.
 * @param seen number of the last correction that the person saw; null where a correction only adds to others
 */
async function correctLevel(transaction: Transaction, staff: StaffActor, correction: Correction, seen: number | null) {
  const { productId, market, kind, quantity, reason = '', note = '', documentId = null, reverses = null } = correction;
  const level = await lockLevel(transaction, correction);
  if (!level) return fail('not_found');
  const last = seen === null ? null : await lastCorrection(transaction, correction);
  if (last && last.id !== seen) return fail('changed_meanwhile', { who: last.actor, when: timeAgo(last.at) });
  const after = changeLevel(level, quantity);
  if (after.level > MAX_LEVEL || after.oversold > MAX_LEVEL) return fail('level_too_high');
  const id = await writeMovement(
    transaction,
    { productId, market, kind, quantity, reason, note, documentId, reverses, staffId: staff.id, actor: staff.name },
    after,
  );
  await recordActivity(transaction, staff, {
    action: ACTIONS[kind],
    subject: { kind: 'stock', id: formatStockId(correction) },
    market,
    before: { level: level.level, oversold: level.oversold },
    after: {
      level: after.level,
      oversold: after.oversold,
      quantity,
      ...(reason === '' ? {} : { reason }),
      ...(note === '' ? {} : { note }),
    },
  });
  return ok(id);
}

const ACTIONS: Readonly<Record<CorrectionKind, ActionName>> = {
  adjustment: 'stock.adjusted',
  count: 'stock.counted',
  receipt: 'stock.received',
  undo: 'stock.correction_undone',
};

export interface Adjustment extends StockKey {
  readonly quantity: number;
  readonly reason: AdjustReason;
  readonly note: string;
  readonly version: number;
}

/** Adds or takes cases. */
export const adjustStock = (database: Database, staff: StaffActor, { version, ...adjustment }: Adjustment) =>
  inStockTransaction(database, (transaction) => correctLevel(transaction, staff, { ...adjustment, kind: 'adjustment' }, version));

export interface SingleCount extends StockKey {
  readonly counted: number;
  /** Cases that should have been on the shelf when it was counted. */
  readonly shelf: number;
  readonly note: string;
  readonly version: number;
}

/**
 * Corrects a level by a count of one wine. Sales since the count move cases from the level to those to send, so the difference stays what
 * it was on the shelf. If cases were sent or came back since, the number has to be checked again.
 */
export const setStock = (database: Database, staff: StaffActor, { version, counted, shelf, ...count }: SingleCount) =>
  inStockTransaction(database, async (transaction) => {
    const level = await lockLevel(transaction, count);
    if (!level) return fail('not_found');
    const last = await lastCorrection(transaction, count);
    const now = expectedOnHand(level, (await casesToSend(transaction, count.market, [count.productId])).get(count.productId) ?? 0);
    // A correction that the person did not see is said by who made it.
    if ((last === null || last.id === version) && now !== shelf) return fail('shelf_changed', { shelf: String(now) });
    return correctLevel(transaction, staff, { ...count, kind: 'count', quantity: counted - shelf }, version);
  });

/** Takes movements back by counter-movements: all of them or none. */
export const undoMovements = (database: Database, staff: StaffActor, ids: readonly number[]) =>
  inStockTransaction(database, async (transaction) => {
    const wanted = [...new Set(ids)];
    const keys = await findMovements(transaction, wanted, staff.markets);
    if (keys.length !== wanted.length) return fail('not_found');
    for (const key of uniqueKeys(keys)) await lockLevel(transaction, key);
    const undone: number[] = [];
    // Read again under the locks: somebody may just have taken them back.
    for (const movement of await findMovements(transaction, wanted, staff.markets)) {
      const { id, kind, quantity, documentId, undoneBy, undoneAt } = movement;
      if (undoneBy !== null && undoneAt !== null) return fail('undone_before', { who: undoneBy, when: timeAgo(undoneAt) });
      if (!UNDOABLE_KINDS.includes(kind)) return fail('not_undoable');
      const { productId, market } = movement;
      const done = await correctLevel(
        transaction,
        staff,
        {
          productId,
          market,
          kind: 'undo',
          quantity: -quantity,
          reason: kind,
          reverses: id,
          ...(documentId === null ? {} : { documentId }),
        },
        null,
      );
      // The level is locked, and nobody saw a version.
      if (!done.ok) return done.code === 'level_too_high' ? fail('level_too_high') : fail('not_found');
      undone.push(done.value);
    }
    return ok({ movements: undone });
  });

const byProduct = (a: StockKey, b: StockKey): number => a.productId - b.productId || a.market.localeCompare(b.market);

function uniqueKeys(keys: readonly StockKey[]): readonly StockKey[] {
  return [...new Map(keys.map(({ productId, market }) => [`${productId} ${market}`, { productId, market }])).values()].sort(byProduct);
}
