/**
 * Entries in stock sheets, one transaction each: lock the sheet, then the level. A count is compared with the shelf of the moment it is
 * entered: cases not sold and cases sold but not sent. A sale moves cases from one to the other, so later sales change nothing.
 */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import { FRESH_SECONDS, MAX_SHEET_LINES } from '../model/sheet.ts';
import { expectedOnHand } from '../model/stock.ts';
import { MAX_CASES } from '../model/stock-forms.ts';
import { lockSheet, type SheetHead, touchSheet } from './sheet.repository.ts';
import {
  decideLine,
  deleteLine,
  findLine,
  hasProduct,
  hasStockMoved,
  lastMovement,
  listLines,
  type StoredLine,
  writeLine,
} from './sheet-line.repository.ts';
import { viewLine } from './sheet-views.ts';
import { casesToSend } from './stock-item.repository.ts';
import { lockLevel } from './stock-ledger.repository.ts';

/** Locks a sheet in which something may be entered. */
export async function lockOpenSheet(transaction: Transaction, staff: StaffActor, id: number) {
  const sheet = await lockSheet(transaction, id, staff.markets);
  if (!sheet) return fail('not_found');
  return sheet.state === 'open' ? ok(sheet) : fail('sheet_closed', { who: sheet.changedBy, when: timeAgo(sheet.changedAt) });
}

const changedBy = ({ enteredBy, enteredAt }: StoredLine) => fail('changed_meanwhile', { who: enteredBy, when: timeAgo(enteredAt) });

/** Reads how many cases should be on the shelf, and the movement that this number includes. */
async function readExpected(transaction: Transaction, market: Market, productId: number) {
  const level = await lockLevel(transaction, { productId, market });
  const toSend = (await casesToSend(transaction, market, [productId])).get(productId) ?? 0;
  return {
    expected: expectedOnHand(level ?? { level: 0, reserved: 0, oversold: 0 }, toSend),
    movementId: await lastMovement(transaction, productId, market),
  };
}

export interface SheetEntry {
  readonly id: number;
  readonly productId: number;
  readonly mode: 'add' | 'set';
  readonly field: 'quantity' | 'expected';
  readonly value: number | null;
  readonly version: number;
  readonly ageSeconds: number;
}

/** Reads what a count is compared with. Refuses numbers that belong to another state of the shelf. */
async function compareCount(transaction: Transaction, { market }: SheetHead, line: StoredLine | null, entry: SheetEntry) {
  const { productId, ageSeconds } = entry;
  const shelf = await readExpected(transaction, market, productId);
  const isAdded = entry.mode === 'add' && line !== null && line.quantity !== null;
  const isOther = isAdded && line.expected !== shelf.expected;
  const isLate = ageSeconds > FRESH_SECONDS && (await hasStockMoved(transaction, productId, market, ageSeconds));
  return isOther || isLate ? fail('shelf_moved') : ok(shelf);
}

/** Reads a line for the screen. */
async function readLine(transaction: Transaction, sheet: SheetHead, productId: number) {
  const [row] = await listLines(transaction, sheet.id, sheet.market, productId);
  return row ? ok(viewLine(row, null, sheet.isBlind)) : fail('not_found');
}

/** Adds cases to a line, or sets a number of it. */
export const enterLine = (database: Database, staff: StaffActor, entry: SheetEntry) =>
  database.transaction(async (transaction) => {
    const { id, productId, mode, field, value } = entry;
    const locked = await lockOpenSheet(transaction, staff, id);
    if (!locked.ok) return locked;
    const sheet = locked.value;
    const line = await findLine(transaction, id, productId);
    const scope = { audiences: audiencesFor(staff.markets), markets: staff.markets };
    if (line === null && !(await hasProduct(transaction, productId, scope))) return fail('not_found');
    if (line === null && sheet.lines >= MAX_SHEET_LINES) return fail('sheet_full', { max: MAX_SHEET_LINES.toLocaleString('en-AU') });
    if (mode === 'set' && (line?.version ?? 0) !== entry.version && line !== null) return changedBy(line);
    if (sheet.kind === 'count' && field === 'expected') return fail('not_found');
    const before = line?.[field] ?? null;
    const after = value === null ? null : mode === 'add' ? Math.max(0, (before ?? 0) + value) : value;
    if (after !== null && (after > MAX_CASES || after < 0)) return fail('level_too_high');
    let { expected, movementId }: Pick<StoredLine, 'expected' | 'movementId'> = line ?? { expected: null, movementId: null };
    if (sheet.kind === 'count') {
      const shelf = after === null ? ok({ expected: null, movementId: null }) : await compareCount(transaction, sheet, line, entry);
      if (!shelf.ok) return shelf;
      ({ expected, movementId } = shelf.value);
    }
    await writeLine(transaction, {
      sheetId: id,
      productId,
      quantity: field === 'quantity' ? after : (line?.quantity ?? null),
      expected: field === 'expected' ? after : expected,
      movementId,
      enteredBy: staff.name,
    });
    await touchSheet(transaction, id, staff.name);
    await recordActivity(transaction, staff, {
      action: 'stock_sheet.entered',
      subject: { kind: subjectOf(sheet), id },
      market: sheet.market,
      before: { product: productId, [field]: before },
      after: { product: productId, [field]: after },
    });
    return readLine(transaction, sheet, productId);
  });

/** The kind of record in the activity log. */
export const subjectOf = ({ kind }: Pick<SheetHead, 'kind'>) => (kind === 'delivery' ? 'stock_delivery' : 'stock_count');

/** Takes a wine off a sheet. */
export const removeLine = (
  database: Database,
  staff: StaffActor,
  { id, productId, version }: Pick<SheetEntry, 'id' | 'productId' | 'version'>,
) =>
  database.transaction(async (transaction) => {
    const sheet = await lockOpenSheet(transaction, staff, id);
    if (!sheet.ok) return sheet;
    const line = await findLine(transaction, id, productId);
    if (!line) return ok({ removed: true as const });
    if (!(await deleteLine(transaction, id, productId, version))) return changedBy(line);
    await touchSheet(transaction, id, staff.name);
    await recordActivity(transaction, staff, {
      action: 'stock_sheet.line_removed',
      subject: { kind: subjectOf(sheet.value), id },
      market: sheet.value.market,
      before: { product: productId, quantity: line.quantity, expected: line.expected },
      after: null,
    });
    return ok({ removed: true as const });
  });

export interface LineDecision {
  readonly id: number;
  readonly productId: number;
  readonly decision: 'apply' | 'skip';
  /** The correction that the person saw; 0 for none. */
  readonly movementId: number;
}

/** Applies a count on top of a correction that came after it, or leaves it out. */
export const decideAboutLine = (database: Database, staff: StaffActor, { id, productId, decision, movementId }: LineDecision) =>
  database.transaction(async (transaction) => {
    const locked = await lockOpenSheet(transaction, staff, id);
    if (!locked.ok) return locked;
    const sheet = locked.value;
    if (sheet.kind !== 'count') return fail('not_found');
    const [line] = await listLines(transaction, id, sheet.market, productId);
    if (!line) return fail('not_found');
    if (line.conflictId !== null && line.conflictId !== movementId && line.conflictAt !== null)
      return fail('changed_meanwhile', { who: line.conflictBy ?? '', when: timeAgo(line.conflictAt) });
    await decideLine(transaction, id, productId, decision === 'skip', line.conflictId);
    await touchSheet(transaction, id, staff.name);
    await recordActivity(transaction, staff, {
      action: 'stock_sheet.decided',
      subject: { kind: subjectOf(sheet), id },
      market: sheet.market,
      before: { product: productId, isSkipped: line.isSkipped },
      after: { product: productId, isSkipped: decision === 'skip' },
    });
    return readLine(transaction, sheet, productId);
  });
