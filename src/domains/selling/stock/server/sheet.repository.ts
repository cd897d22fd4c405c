/** SQL of stock sheets: their list and their heads. Lines are in sheet-line.repository.ts. Lock a sheet before its levels. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { SheetKind, SheetSort, SheetState } from '../model/sheet.ts';

export interface SheetHead {
  readonly id: number;
  readonly kind: SheetKind;
  readonly state: SheetState;
  readonly market: Market;
  readonly supplier: string;
  readonly reference: string;
  readonly day: string | null;
  readonly note: string;
  readonly isBlind: boolean;
  readonly author: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly postedAt: Date | null;
  readonly lines: number;
  readonly entered: number;
  readonly cases: number;
  readonly version: number;
  readonly changeNumber: number;
}

const COLUMNS = `s.id, s.kind, s.state, s.market, s.supplier, s.reference, s.day::text as day, s.note, s.is_blind as "isBlind", s.author,
  s.created_at as "createdAt", s.changed_at as "changedAt", s.changed_by as "changedBy", s.posted_at as "postedAt", s.lines, s.entered, s.cases,
  s.version, s.change_number as "changeNumber"`;

export const findSheet = (db: Queryable, id: number, markets: readonly Market[]): Promise<SheetHead | null> =>
  db.queryOne<SheetHead>({
    name: 'sheet.findSheet',
    text: `select ${COLUMNS} from stock_sheets s where s.id = $1 and s.market = any($2)`,
    values: [id, markets],
  });

/** Locks a sheet. @returns null if there is none in these markets */
export const lockSheet = (transaction: Transaction, id: number, markets: readonly Market[]): Promise<SheetHead | null> =>
  transaction.queryOne<SheetHead>({
    name: 'sheet.lockSheet',
    text: `select ${COLUMNS} from stock_sheets s where s.id = $1 and s.market = any($2) for update`,
    values: [id, markets],
  });

export interface NewSheet {
  readonly kind: SheetKind;
  readonly market: Market;
  readonly supplier: string;
  readonly reference: string;
  readonly day: string | null;
  readonly note: string;
  readonly isBlind: boolean;
  readonly staffId: number;
  readonly author: string;
}

/** @returns the sheet's id */
export async function insertSheet(transaction: Transaction, sheet: NewSheet): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'sheet.insertSheet',
    text: `insert into stock_sheets (kind, market, supplier, reference, day, note, is_blind, staff_id, author, changed_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    values: [sheet.kind, sheet.market, sheet.supplier, sheet.reference, sheet.day, sheet.note, sheet.isBlind, sheet.staffId, sheet.author],
  });
  if (!row) throw new Error('the sheet was not written');
  return row.id;
}

/** Writes the head of a delivery. @returns false if it is no longer the version that was shown */
export async function updateDelivery(
  transaction: Transaction,
  id: number,
  version: number,
  { supplier, reference, day, note }: Pick<NewSheet, 'supplier' | 'reference' | 'day' | 'note'>,
): Promise<boolean> {
  const written = await transaction.execute({
    name: 'sheet.updateDelivery',
    text: 'update stock_sheets set supplier = $3, reference = $4, day = $5, note = $6, version = version + 1 where id = $1 and version = $2',
    values: [id, version, supplier, reference, day, note],
  });
  return written === 1;
}

export const setSheetState = (transaction: Transaction, id: number, state: SheetState): Promise<number> =>
  transaction.execute({
    name: 'sheet.setSheetState',
    text: `update stock_sheets set state = $2, posted_at = case when $2 = 'posted' then now() when $2 = 'open' then null else posted_at end where id = $1`,
    values: [id, state],
  });

/** Sums the lines of a sheet and numbers the change, which open screens follow. */
export const touchSheet = (transaction: Transaction, id: number, changedBy: string): Promise<number> =>
  transaction.execute({
    name: 'sheet.touchSheet',
    text: `update stock_sheets s set lines = l.lines, entered = l.entered, cases = l.cases, changed_at = now(), changed_by = $2,
        change_number = nextval('stock_sheet_changes')
      from (select count(*)::integer as lines, count(quantity)::integer as entered, coalesce(sum(quantity), 0)::integer as cases
        from stock_sheet_lines where sheet_id = $1) l
      where s.id = $1`,
    values: [id, changedBy],
  });

export interface SheetFilter {
  readonly kind: SheetKind;
  readonly markets: readonly Market[];
  readonly states: readonly SheetState[] | null;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
}

/** Most words of a search. */
export const MAX_SHEET_WORDS = 3;

/** Where a page begins: time and id of the last row before it. */
export interface SheetPosition {
  readonly key: string;
  readonly id: number;
}

const toValues = ({ kind, markets, states, words }: SheetFilter): unknown[] => [
  kind,
  markets,
  states,
  wordPattern(words[0]),
  wordPattern(words[1]),
  wordPattern(words[2]),
];

/** The parameters $1 to $6. */
const FILTERS = `s.kind = $1 and s.market = any($2) and ($3::text[] is null or s.state = any($3))
  and ($4::text is null or s.terms like $4) and ($5::text is null or s.terms like $5) and ($6::text is null or s.terms like $6)`;

/** The end of the statement. The position of the page before is in $7 and $8. */
const PAGES = {
  created: 'and ($7::text is null or (s.created_at, s.id) > ($7::timestamptz, $8::integer)) order by s.created_at, s.id limit $9',
  '-created':
    'and ($7::text is null or (s.created_at, s.id) < ($7::timestamptz, $8::integer)) order by s.created_at desc, s.id desc limit $9',
} as const satisfies Record<SheetSort, string>;

export interface SheetListRow extends SheetHead, SheetPosition {}

/** Lists matching sheets after a position. */
export const listSheets = (
  db: Queryable,
  filter: SheetFilter,
  sort: SheetSort,
  after: SheetPosition | null,
  limit: number,
): Promise<SheetListRow[]> =>
  db.queryMany<SheetListRow>({
    text: `select ${COLUMNS}, s.created_at::text as key from stock_sheets s where ${FILTERS} ${PAGES[sort]}`,
    values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit],
  });

/** Counts matching sheets up to a limit. */
export async function countSheets(db: Queryable, filter: SheetFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from stock_sheets s where ${FILTERS} limit $7) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Returns the number of the last change of a kind of sheet. */
export async function latestSheetChange(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'sheet.latestSheetChange',
    text: 'select coalesce(max(change_number), 0) as last from stock_sheets',
  });
  return row?.last ?? 0;
}

/** Lists sheets that changed after a number. */
export const sheetChangesAfter = (
  db: Queryable,
  after: number,
): Promise<{ readonly number: number; readonly id: string; readonly event: SheetState; readonly market: Market }[]> =>
  db.queryMany<{ readonly number: number; readonly id: string; readonly event: SheetState; readonly market: Market }>({
    name: 'sheet.sheetChangesAfter',
    text: 'select change_number as number, id::text as id, state as event, market from stock_sheets where change_number > $1 order by change_number limit 500',
    values: [after],
  });
