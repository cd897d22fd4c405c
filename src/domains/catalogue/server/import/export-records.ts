/** Exports records in the interchange format, kind by kind in the order of keys, page by page and with constant memory. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Queryable } from '#lib/db/pool.ts';
import type { RecordKinds } from './record-kind.ts';

const PAGE = 1_000;

/** Writes records of the named kinds as lines [CAT-23, CAT-24]. See `exportRecords` of the server for the parameters. */
export async function exportRecords(
  kinds: RecordKinds,
  db: Queryable,
  out: Writable,
  names: readonly string[],
  since: string | null,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    const kind = kinds[name];
    if (!kind) continue;
    const read = since === null ? kind.read : kind.readSince(since);
    counts[name] = 0;
    for (let after = ''; ; ) {
      const rows = await read(db, after, PAGE);
      for (const { record } of rows) {
        if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain');
      }
      counts[name] += rows.length;
      const last = rows.at(-1);
      // Kinds with large records return fewer rows than the limit.
      if (!last) break;
      after = last.key;
    }
  }
  return counts;
}
