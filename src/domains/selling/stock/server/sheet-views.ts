/** What the office shows of stock sheets: their list, a sheet with its lines, and the wines that can be entered. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Input } from '#lib/define-contract.ts';
import { ok } from '#lib/result.ts';
import { audiencesFor } from '#markets/audiences.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import type { SheetKind } from '../model/sheet.ts';
import { expectedOnHand } from '../model/stock.ts';
import type { Sheet, SheetLine, SheetRow, SheetWine, stockSheetsContract } from '../sheets-contract.ts';
import { countSheets, findSheet, listSheets, MAX_SHEET_WORDS, type SheetFilter, type SheetHead } from './sheet.repository.ts';
import { findWinesByCode, findWinesByWords, listLines, type SheetLineRow } from './sheet-line.repository.ts';
import { casesToSend } from './stock-item.repository.ts';
import { toCodes } from './stock-list.repository.ts';

const position = z.object({ key: z.string().max(60), id: z.number().int() });

const wordsOf = (text: string | undefined): readonly string[] =>
  (text ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_SHEET_WORDS);

function viewHead(head: SheetHead): SheetRow {
  const { id, kind, state, market, supplier, reference, day, note, isBlind, author, changedBy, lines, entered, cases } = head;
  return {
    id,
    kind,
    state,
    market,
    supplier,
    reference,
    day,
    note,
    isBlind,
    author,
    createdAt: head.createdAt.toISOString(),
    changedAt: head.changedAt.toISOString(),
    changedBy,
    postedAt: head.postedAt?.toISOString() ?? null,
    lines,
    entered,
    cases,
  };
}

/** Lists deliveries or counts for the grid. */
export async function listSheetPage(
  db: Queryable,
  { markets }: Pick<StaffActor, 'markets'>,
  input: Input<(typeof stockSheetsContract)['stockSheets']>,
) {
  const after = fromCursor(input.cursor, position);
  if (!after.ok) return after;
  const chosen = input['filter[market]'];
  const filter: SheetFilter = {
    kind: input.kind,
    markets: chosen === undefined ? markets : markets.filter((market) => chosen.includes(market)),
    states: input['filter[state]'] ?? null,
    words: wordsOf(input.q),
  };
  const [rows, count] = await Promise.all([
    listSheets(db, filter, input.sort, after.value, input.limit + 1),
    countSheets(db, filter, MAX_EXACT_TOTAL + 1),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
  return ok({ rows: page.map(viewHead), nextCursor, total: toTotal(count) });
}

/**
 * Returns a line as screens show it.
 * @param shelf cases that should be on the shelf now, for a line of a count that nobody entered; null if that is not known
 * @param isHidden true if the expected number must not be seen
 */
export function viewLine(row: SheetLineRow, shelf: number | null, isHidden: boolean): SheetLine {
  const { productId, name, sku, gtin, quantity, version, isSkipped, enteredBy, enteredAt, priceCents } = row;
  const { conflictId, conflictKind, conflictQuantity, conflictBy, conflictAt } = row;
  const isKnown = conflictId !== null && conflictKind !== null && conflictQuantity !== null && conflictBy !== null && conflictAt !== null;
  return {
    productId,
    name,
    sku,
    gtin,
    quantity,
    expected: isHidden ? null : (row.expected ?? shelf),
    version,
    isSkipped,
    enteredBy,
    enteredAt: enteredAt.toISOString(),
    priceCents,
    conflict: isKnown
      ? { movementId: conflictId, who: conflictBy, at: conflictAt.toISOString(), kind: conflictKind, quantity: conflictQuantity }
      : null,
  };
}

/** Reads a sheet. @returns null if the person may not see it or there is none */
export async function readSheet(
  db: Queryable,
  { markets }: Pick<StaffActor, 'markets'>,
  { id, kind, isReview }: { readonly id: number; readonly kind: SheetKind; readonly isReview: boolean },
): Promise<Sheet | null> {
  const head = await findSheet(db, id, markets);
  if (!head || head.kind !== kind) return null;
  const { market, state, isBlind, version, changeNumber } = head;
  const isHidden = isBlind && state === 'open' && !isReview;
  const rows = await listLines(db, id, market, null);
  const open = kind === 'count' && state === 'open' && !isHidden ? rows.filter(({ quantity }) => quantity === null) : [];
  const toSend =
    open.length === 0
      ? null
      : await casesToSend(
          db,
          market,
          open.map(({ productId }) => productId),
        );
  return {
    ...viewHead(head),
    version,
    changeNumber,
    timeZone: timeZoneOf(market),
    wines: rows.map((row) =>
      viewLine(row, toSend !== null && row.quantity === null ? expectedOnHand(row, toSend.get(row.productId) ?? 0) : null, isHidden),
    ),
  };
}

/** Finds wines of the person’s markets for a sheet: by a code that was scanned, or by words. */
export async function findSheetWines(
  db: Queryable,
  { markets }: Pick<StaffActor, 'markets'>,
  { q, code }: Input<(typeof stockSheetsContract)['findSheetWines']>,
): Promise<SheetWine[]> {
  const scope = { audiences: audiencesFor(markets), markets };
  if (code !== undefined) return code === '' ? [] : findWinesByCode(db, toCodes(code), scope);
  const words = wordsOf(q);
  return words.length === 0 ? [] : findWinesByWords(db, words.map(wordPattern), scope);
}
