/** Exports every record in the interchange format, kind by kind in key order, with flat memory. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Queries } from '../../platform/server/database/pool.ts';
import { RECORD_KINDS } from './record-kinds.ts';

const PAGE = 1_000;

/** Write records as lines. `kinds` narrows it; gives how many of each kind were written. */
export async function exportRecords(
  queries: Queries,
  out: Writable,
  kinds: readonly string[] = Object.keys(RECORD_KINDS),
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of kinds) {
    const kind = RECORD_KINDS[name];
    if (!kind) continue;
    counts[name] = 0;
    for (let after = ''; ; ) {
      const rows = await kind.read(queries, after, PAGE);
      for (const { record } of rows) {
        if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain');
      }
      counts[name] += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.key;
    }
  }
  return counts;
}
