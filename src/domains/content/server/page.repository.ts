/** Pages in the database. */
import { createHash } from 'node:crypto';
import type { WriteCounts } from '#domains/catalogue/server/offer-writer.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { type PageRecord, pageRecord } from '../model/record.ts';

/** The channel on which processes announce changed pages. */
export const CONTENT_CHANGED = 'content_changed';

export interface StoredPage {
  readonly page: PageRecord;
  readonly changedAt: Date;
}

/** Reads all pages in the order of their ids. */
export async function readPages(db: Queryable): Promise<StoredPage[]> {
  const rows = await db.queryMany<{ record: unknown; updated_at: Date }>({
    name: 'page.readPages',
    text: 'select record, updated_at from pages order by id',
  });
  return rows.map(({ record, updated_at }) => ({ page: pageRecord.parse(record), changedAt: updated_at }));
}

/** Writes changed pages. The later of two pages with the same id in a batch wins. */
export async function writePages(transaction: Transaction, records: readonly PageRecord[]): Promise<WriteCounts> {
  const pages = [...new Map(records.map((record) => [record.id, record])).values()];
  if (pages.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const rows = pages.map((record) => ({
    id: record.id,
    path: record.path,
    record,
    content_hash: createHash('sha256').update(JSON.stringify(record)).digest('base64url'),
  }));
  const written = await transaction.queryMany<{ added: boolean }>({
    name: 'page.writePages',
    text: `insert into pages (id, path, record, content_hash)
      select id, path, record, content_hash from jsonb_populate_recordset(null::pages, $1::jsonb) order by id
      on conflict (id) do update set path = excluded.path, record = excluded.record, content_hash = excluded.content_hash, updated_at = now()
      where pages.content_hash <> excluded.content_hash
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, unchanged: pages.length - written.length };
}

/** Returns true if the database never had a page. */
export async function neverHadPages(db: Queryable): Promise<boolean> {
  const row = await db.queryOne<{ never: boolean }>({
    text: "select not exists (select 1 from pages) and not exists (select 1 from import_changes where kind = 'page') as never",
  });
  return row?.never ?? false;
}

/** Lists the paths of pages with this kicker that are not drafts. */
export async function findPathsByKicker(db: Queryable, kicker: string): Promise<string[]> {
  const rows = await db.queryMany<{ path: string }>({
    text: "select distinct path from pages where record->>'kicker' = $1 and record->>'state' <> 'draft' order by path",
    values: [kicker],
  });
  return rows.map(({ path }) => path);
}

/** Export statement: `key` and `record` after the key $1, at most $2, changed at $3 or later. */
export const PAGE_EXPORT = 'select id as key, record from pages where id > $1 order by id limit $2';
export const PAGE_EXPORT_SINCE = 'select id as key, record from pages where id > $1 and updated_at >= $3 order by id limit $2';

/** Tables and columns that undo an import of pages. */
export const PAGE_UNDO = {
  keyOf: (record: unknown): string => pageRecord.parse(record).id,
  byKeys: 'select id as key, record from pages where id = any($1)',
  remove: ['delete from pages where id = any($1)'],
} as const;
