/** Writes pages from their interchange records; the same record twice changes nothing. */
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/db/pool.ts';
import type { PageRecord } from '../model/record.ts';

/** Write pages; of two with the same id in one batch the later wins. Gives how many were new and how many changed. */
export async function writePages(
  transaction: Transaction,
  records: readonly PageRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const pages = [...new Map(records.map((record) => [record.id, record])).values()];
  if (pages.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const rows = pages.map((record) => ({
    id: record.id,
    path: record.path,
    record,
    digest: createHash('sha256').update(JSON.stringify(record)).digest('base64url'),
  }));
  const touched = await transaction.queryMany<{ added: boolean }>({
    name: 'pages.write',
    text: `insert into pages (id, path, record, digest)
      select id, path, record, digest from jsonb_populate_recordset(null::pages, $1::jsonb) order by id
      on conflict (id) do update set path = excluded.path, record = excluded.record, digest = excluded.digest, updated_at = now()
      where pages.digest <> excluded.digest
      returning xmax = 0 as added`,
    values: [JSON.stringify(rows)],
  });
  const added = touched.filter((row) => row.added).length;
  return { added, changed: touched.length - added, unchanged: pages.length - touched.length };
}
