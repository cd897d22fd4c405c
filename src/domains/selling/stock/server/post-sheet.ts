/**
 * Posts stock sheets and takes them back, each in one transaction: lock the sheet, then its levels in the order of product ids, then
 * write levels and ledger in one statement.
 */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { MOVEMENT_OF, postedQuantity } from '../model/sheet.ts';
import { changeLevel, formatStockId, MAX_LEVEL } from '../model/stock.ts';
import { lockOpenSheet, subjectOf } from './enter-line.ts';
import { lockSheet, type SheetHead, setSheetState, touchSheet } from './sheet.repository.ts';
import { enteredProducts, listLines } from './sheet-line.repository.ts';
import {
  type LockedLevel,
  lockLevels,
  openLevels,
  type SheetMovement,
  standingMovements,
  writeMovements,
} from './sheet-movement.repository.ts';
import { notifyStock } from './stock-ledger.repository.ts';

interface Change {
  readonly productId: number;
  readonly quantity: number;
  readonly reverses: number | null;
}

/** Wines that an error names. */
const NAMED_WINES = 3;

/** Returns the movements of changes, with the levels after them. */
function planMovements(levels: readonly LockedLevel[], changes: readonly Change[]) {
  const byProduct = new Map(levels.map((level) => [level.productId, level]));
  const movements: SheetMovement[] = [];
  for (const change of changes) {
    const level = byProduct.get(change.productId);
    if (!level) return fail('not_found');
    const after = changeLevel(level, change.quantity);
    if (after.level > MAX_LEVEL || after.oversold > MAX_LEVEL) return fail('level_too_high');
    movements.push({ ...change, after });
  }
  return ok(movements);
}

async function nameWines(transaction: Transaction, { id, market }: SheetHead, productIds: readonly number[]): Promise<string> {
  const names = (await listLines(transaction, id, market, null))
    .filter(({ productId }) => productIds.includes(productId))
    .map(({ name, productId }) => name || formatStockId({ productId, market }));
  const more = names.length - NAMED_WINES;
  return [...names.slice(0, NAMED_WINES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const sum = (movements: readonly SheetMovement[]): number => movements.reduce((total, { quantity }) => total + quantity, 0);

/** Writes the new state of a sheet and what it did to the activity log. */
async function closeSheet(
  transaction: Transaction,
  staff: StaffActor,
  sheet: SheetHead,
  state: 'posted' | 'undone',
  movements: readonly SheetMovement[],
) {
  await setSheetState(transaction, sheet.id, state);
  await touchSheet(transaction, sheet.id, staff.name);
  const cases = sum(movements);
  await recordActivity(transaction, staff, {
    action: state === 'posted' ? 'stock_sheet.posted' : 'stock_sheet.undone',
    subject: { kind: subjectOf(sheet), id: sheet.id },
    market: sheet.market,
    before: {
      state: sheet.state,
      levels: movements.map((each) => `${formatStockId({ ...each, market: sheet.market })}: ${netOf(each) - each.quantity}`),
    },
    after: { state, cases, levels: movements.map((each) => `${formatStockId({ ...each, market: sheet.market })}: ${netOf(each)}`) },
  });
  return ok({ wines: movements.length, cases });
}

const netOf = ({ after }: SheetMovement): number => after.level - after.oversold;

/** Receives a delivery, or applies the differences of a count. @param seen number of the last change that the person saw */
export async function postSheet(database: Database, staff: StaffActor, id: number, seen: number) {
  const result = await database.transaction(async (transaction) => {
    const locked = await lockOpenSheet(transaction, staff, id);
    if (!locked.ok) return locked;
    const sheet = locked.value;
    const { kind, market } = sheet;
    if (sheet.changeNumber !== seen) return fail('changed_meanwhile', { who: sheet.changedBy, when: timeAgo(sheet.changedAt) });
    const products = await enteredProducts(transaction, id);
    await openLevels(transaction, market, products);
    const levels = await lockLevels(transaction, market, products);
    // Read under the locks: a correction that is being made is either in them or waits for this.
    const lines = await listLines(transaction, id, market, null);
    if (lines.some((line) => line.quantity !== null && !line.isSkipped && line.conflictId !== null)) return fail('undecided');
    const changes = lines.flatMap((line) => {
      const quantity = postedQuantity(kind, line);
      return quantity === null ? [] : [{ productId: line.productId, quantity, reverses: null }];
    });
    if (changes.length === 0) return fail('nothing_entered');
    const planned = planMovements(levels, changes);
    if (!planned.ok) return planned;
    const source = { market, kind: MOVEMENT_OF[kind], reason: '', sheetId: id, staffId: staff.id, actor: staff.name };
    await writeMovements(transaction, source, planned.value);
    return closeSheet(transaction, staff, sheet, 'posted', planned.value);
  });
  if (result.ok) await notifyStock(database);
  return result;
}

/** Takes back what is left of a posted sheet, unless cases were sold since. */
export async function undoSheet(database: Database, staff: StaffActor, id: number) {
  const result = await database.transaction(async (transaction) => {
    const sheet = await lockSheet(transaction, id, staff.markets);
    if (!sheet) return fail('not_found');
    if (sheet.state !== 'posted') return fail('not_posted');
    const { market } = sheet;
    const reason = MOVEMENT_OF[sheet.kind];
    const levels = await lockLevels(transaction, market, await enteredProducts(transaction, id));
    // Under the locks: somebody may just have taken one of them back.
    const movements = await standingMovements(transaction, id, reason);
    const planned = planMovements(
      levels,
      movements.map(({ id: reverses, productId, quantity }) => ({ productId, quantity: -quantity, reverses })),
    );
    if (!planned.ok) return planned;
    const oversold = new Map(levels.map((level) => [level.productId, level.oversold]));
    const sold = planned.value.filter(({ productId, after }) => after.oversold > (oversold.get(productId) ?? 0));
    if (sold.length > 0) {
      const wines = await nameWines(
        transaction,
        sheet,
        sold.map(({ productId }) => productId),
      );
      return fail('sold_since', { wines });
    }
    await writeMovements(transaction, { market, kind: 'undo', reason, sheetId: id, staffId: staff.id, actor: staff.name }, planned.value);
    return closeSheet(transaction, staff, sheet, 'undone', planned.value);
  });
  if (result.ok) await notifyStock(database);
  return result;
}
