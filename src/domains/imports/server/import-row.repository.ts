/** SQL of the difference between a file and the shop, row by row. */
import type { OfferRecord, StockRecord } from '#domains/catalogue/model/record.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { escapeLike } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { Outcome } from '../model/import-state.ts';

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A row as it is stored. */
export interface NewRow {
  readonly seq: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly offerId: string | null;
  readonly productId: number | null;
  readonly sku: string;
  readonly title: string;
  readonly changes: readonly FieldChange[] | null;
  readonly market: Market | null;
  readonly oldPriceCents: number | null;
  readonly newPriceCents: number | null;
  /** Hundredths of a percent. */
  readonly priceChange: number | null;
  readonly margin: number | null;
  readonly record: OfferRecord | null;
  readonly stock: readonly StockRecord[] | null;
  readonly beforeHash: string | null;
  readonly code: string | null;
  readonly columnName: string | null;
  readonly reason: string | null;
  readonly raw: string | null;
}

/** Columns that are sent as one JSON document. JSON columns are sent apart, one value per line, so that PostgreSQL parses them once. */
const INPUT = `(seq integer, line integer, outcome text, "offerId" text, "productId" integer, sku text, title text, market text,
  "oldPriceCents" integer, "newPriceCents" integer, "priceChange" integer, margin integer, "beforeHash" text, code text, "columnName" text,
  reason text, raw text)`;

const jsonLines = (values: readonly (object | null)[]): string =>
  values.map((value) => (value === null ? '' : JSON.stringify(value))).join('\n');
const fromLines = (parameter: string): string => `string_to_array(${parameter}, E'\\n', '')`;

/** Adds rows. */
export const insertRows = (db: Queryable, importId: number, rows: readonly NewRow[]): Promise<number> =>
  db.execute({
    name: 'import-row.insertRows',
    text: `insert into import_rows (import_id, seq, line, outcome, offer_id, product_id, sku, title, market, old_price_cents, new_price_cents,
        price_change, margin, before_hash, code, column_name, reason, raw, changes, record, stock)
      select $1, input.seq, input.line, input.outcome, input."offerId", input."productId", input.sku, input.title, input.market,
        input."oldPriceCents", input."newPriceCents", input."priceChange", input.margin, input."beforeHash", input.code, input."columnName",
        input.reason, input.raw, input.changes::jsonb, input.record::jsonb, input.stock::jsonb
      from rows from (json_to_recordset($2::json) as ${INPUT}, unnest(${['$3', '$4', '$5'].map(fromLines).join(', ')})) as input (seq, line,
        outcome, "offerId", "productId", sku, title, market, "oldPriceCents", "newPriceCents", "priceChange", margin, "beforeHash", code,
        "columnName", reason, raw, changes, record, stock)`,
    values: [
      importId,
      JSON.stringify(rows.map(({ changes: _changes, record: _record, stock: _stock, ...columns }) => columns)),
      jsonLines(rows.map(({ changes }) => changes)),
      jsonLines(rows.map(({ record }) => record)),
      jsonLines(rows.map(({ stock }) => stock)),
    ],
  });

export const deleteRows = (db: Queryable, importId: number): Promise<number> =>
  db.execute({ text: 'delete from import_rows where import_id = $1', values: [importId] });

export const deleteRow = (db: Queryable, importId: number, seq: number): Promise<number> =>
  db.execute({ name: 'import-row.deleteRow', text: 'delete from import_rows where import_id = $1 and seq = $2', values: [importId, seq] });

/** Deletes rows after a number that would end the sale of these offers. @returns how many */
export const deleteMissing = (db: Queryable, importId: number, offerIds: readonly string[], after: number): Promise<number> =>
  db.execute({
    name: 'import-row.deleteMissing',
    text: "delete from import_rows where import_id = $1 and outcome = 'missing' and offer_id = any($2) and seq > $3",
    values: [importId, offerIds, after],
  });

/** A stored row with what a list shows of it. */
export interface StoredRow {
  readonly seq: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly offerId: string | null;
  readonly sku: string;
  readonly title: string;
  readonly changes: readonly FieldChange[] | null;
  readonly market: string | null;
  readonly oldPriceCents: number | null;
  readonly newPriceCents: number | null;
  readonly priceChange: number | null;
  readonly margin: number | null;
  readonly code: string | null;
  readonly columnName: string | null;
  readonly reason: string | null;
  readonly raw: string | null;
}

const COLUMNS = `r.seq, r.line, r.outcome, r.offer_id as "offerId", r.sku, r.title, r.changes, r.market, r.old_price_cents as "oldPriceCents",
  r.new_price_cents as "newPriceCents", r.price_change as "priceChange", r.margin, r.code, r.column_name as "columnName", r.reason, r.raw`;

export interface RowFilter {
  readonly importId: number;
  readonly outcomes: readonly Outcome[] | null;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  /** Hundredths of a percent. */
  readonly minChange: number | null;
  readonly maxChange: number | null;
}

/** A single outcome has a parameter of its own, because only an equality uses the order of the index. */
const FILTERS = `r.import_id = $1 and ($2::text[] is null or r.outcome = any($2)) and ($3::text is null or r.outcome = $3)
  and ($4::text is null or lower(r.title || ' ' || r.sku) like $4) and ($5::text is null or lower(r.title || ' ' || r.sku) like $5)
  and ($6::integer is null or r.price_change >= $6) and ($7::integer is null or r.price_change <= $7)`;

const pattern = (word: string | undefined): string | null => (word === undefined ? null : `%${escapeLike(word)}%`);

function valuesOf({ importId, outcomes, words, minChange, maxChange }: RowFilter): unknown[] {
  const isSingle = outcomes?.length === 1;
  return [importId, isSingle ? null : outcomes, isSingle ? outcomes[0] : null, pattern(words[0]), pattern(words[1]), minChange, maxChange];
}

export type RowSort = 'line' | 'price_change' | '-price_change';
/** Where a page begins: the change of the price, or null when sorted by line, and the number of the last row before it. */
export interface RowPosition {
  readonly change: number | null;
  readonly seq: number;
}

const PAGES: Readonly<Record<RowSort, string>> = {
  line: 'and ($9::integer is null or r.seq > $9) and $8::integer is null order by r.seq',
  price_change:
    'and r.price_change is not null and ($9::integer is null or (r.price_change, r.seq) > ($8::integer, $9)) order by r.price_change, r.seq',
  '-price_change':
    'and r.price_change is not null and ($9::integer is null or (r.price_change, r.seq) < ($8::integer, $9)) order by r.price_change desc, r.seq desc',
};

/** Lists rows after a position. Sorted by price, only rows whose price changes are listed. */
export const listRows = (db: Queryable, filter: RowFilter, sort: RowSort, after: RowPosition | null, limit: number): Promise<StoredRow[]> =>
  db.queryMany<StoredRow>({
    text: `select ${COLUMNS} from import_rows r where ${FILTERS} ${PAGES[sort]} limit $10`,
    values: [...valuesOf(filter), sort === 'line' ? null : (after?.change ?? null), after?.seq ?? null, limit],
  });

/** Counts rows up to a limit. */
export async function countRows(db: Queryable, filter: RowFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from import_rows r where ${FILTERS} limit $8) found`,
    values: [...valuesOf(filter), limit],
  });
  return row?.count ?? 0;
}

/** Reads one row; null if there is none. */
export const findRow = (db: Queryable, importId: number, seq: number): Promise<StoredRow | null> =>
  db.queryOne<StoredRow>({
    name: 'import-row.findRow',
    text: `select ${COLUMNS} from import_rows r where r.import_id = $1 and r.seq = $2`,
    values: [importId, seq],
  });

/** Returns the greatest change of a price, up or down, in hundredths of a percent. */
export async function greatestPriceChange(db: Queryable, importId: number): Promise<number> {
  const row = await db.queryOne<{ greatest: number }>({
    text: `select coalesce(greatest(max(price_change), -min(price_change)), 0) as greatest from import_rows
      where import_id = $1 and price_change is not null`,
    values: [importId],
  });
  return row?.greatest ?? 0;
}

/** Returns the highest number of a row, 0 without rows. */
export async function lastSeq(db: Queryable, importId: number): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'import-row.lastSeq',
    text: 'select coalesce(max(seq), 0) as last from import_rows where import_id = $1',
    values: [importId],
  });
  return row?.last ?? 0;
}

/** Counts the rows after a number that would be written. */
export async function countWaiting(db: Queryable, importId: number, after: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'import-row.countWaiting',
    text: `select count(*)::integer as count from import_rows
      where import_id = $1 and outcome in ('new', 'changed', 'missing') and seq > $2`,
    values: [importId, after],
  });
  return row?.count ?? 0;
}

/** A row that is to be written. */
export interface WaitingRow {
  readonly seq: number;
  readonly outcome: Outcome;
  readonly offerId: string | null;
  readonly record: unknown;
  readonly stock: readonly StockRecord[] | null;
  readonly beforeHash: string | null;
}

/** Outcomes of rows that are written. */
const WAITING = ['new', 'changed', 'missing'] as const satisfies readonly Outcome[];

/**
 * Reads rows to write after a number. Each outcome is read in the order of its index and the three are merged: with one condition for all
 * of them, the planner reads and sorts the whole rest of the import for each batch.
 */
export const readWaiting = (transaction: Transaction, importId: number, after: number, limit: number): Promise<WaitingRow[]> =>
  transaction.queryMany<WaitingRow>({
    name: 'import-row.readWaiting',
    text: `select * from (${WAITING.map(
      (outcome) => `(select seq, outcome, offer_id as "offerId", record, stock, before_hash as "beforeHash" from import_rows
        where import_id = $1 and outcome = '${outcome}' and seq > $2 order by seq limit $3)`,
    ).join(' union all ')}) waiting order by seq limit $3`,
    values: [importId, after, limit],
  });

/** Turns rows that somebody changed since the comparison into rejected ones. */
export const rejectRows = (transaction: Transaction, importId: number, seqs: readonly number[], reason: string): Promise<number> =>
  transaction.execute({
    name: 'import-row.rejectRows',
    text: `update import_rows set outcome = 'rejected', code = 'changed-since', column_name = '', reason = $3
      where import_id = $1 and seq = any($2)`,
    values: [importId, seqs, reason],
  });

/** Reads what a rejected row would have written; null if it never was a record. */
export async function readRejectedRecord(
  db: Queryable,
  importId: number,
  seq: number,
): Promise<{ readonly record: unknown; readonly stock: readonly StockRecord[] | null } | null> {
  return db.queryOne<{ record: unknown; stock: readonly StockRecord[] | null }>({
    name: 'import-row.readRejectedRecord',
    text: 'select record, stock from import_rows where import_id = $1 and seq = $2 and record is not null',
    values: [importId, seq],
  });
}

export interface StoredOffer {
  readonly offerId: string;
  readonly hash: string;
  readonly record: unknown;
}

/** Reads the offers with these ids. */
export const readOffers = (db: Queryable, offerIds: readonly string[]): Promise<StoredOffer[]> =>
  db.queryMany<StoredOffer>({
    name: 'import-row.readOffers',
    text: 'select offer_id as "offerId", content_hash as hash, record from offers where offer_id = any($1)',
    values: [offerIds],
  });

/** Locks the offers with these ids and returns their content hashes. */
export async function lockOfferHashes(transaction: Transaction, offerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await transaction.queryMany<{ offerId: string; hash: string }>({
    name: 'import-row.lockOfferHashes',
    text: 'select offer_id as "offerId", content_hash as hash from offers where offer_id = any($1) order by offer_id for update',
    values: [offerIds],
  });
  return new Map(rows.map(({ offerId, hash }) => [offerId, hash]));
}

/** Reads the stock of products, as `productId market`. */
export async function readLevels(db: Queryable, productIds: readonly number[]): Promise<Map<string, number>> {
  const rows = await db.queryMany<{ product: number; market: string; level: number }>({
    name: 'import-row.readLevels',
    text: 'select product_id as product, market, level from stock_levels where product_id = any($1)',
    values: [productIds],
  });
  return new Map(rows.map(({ product, market, level }) => [`${product} ${market}`, level]));
}

/** Reads offers of a mapping that are on sale and that the file, whose offers are in `import_seen`, does not contain, after an id. */
export const readMissing = (transaction: Transaction, source: string, after: string, limit: number): Promise<StoredOffer[]> =>
  transaction.queryMany<StoredOffer>({
    name: 'import-row.readMissing',
    text: `select offer_id as "offerId", content_hash as hash, record from offers o
      where source = $1 and offer_id > $2 and (ends_at is null or ends_at > now())
        and not exists (select 1 from import_seen s where s.offer_id = o.offer_id)
      order by offer_id limit $3`,
    values: [source, after, limit],
  });

/** Counts the offers of a mapping that are on sale. */
export async function countOnSale(db: Queryable, source: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: 'select count(*)::integer as count from offers where source = $1 and (ends_at is null or ends_at > now())',
    values: [source],
  });
  return row?.count ?? 0;
}
