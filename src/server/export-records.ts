/** Exports every record in the interchange format, kind by kind in key order, with flat memory. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Queryable } from '#lib/db/pool.ts';
import { RECORD_KINDS } from './record-types.ts';

const PAGE = 1_000;

/** Write records as lines. `kinds` narrows it, `since` (ISO) to what changed at that moment or later; gives how many of each kind were written. */
export async function exportRecords(
  db: Queryable,
  out: Writable,
  kinds: readonly string[] = Object.keys(RECORD_KINDS),
  since: string | null = null,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of kinds) {
    const kind = RECORD_KINDS[name];
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
      // A kind may give fewer than were asked for, its records being large.
      if (!last) break;
      after = last.key;
    }
  }
  return counts;
}

/** The moment to ask for next time: the start of the oldest transaction that is open, whose changes are not seen yet. */
export async function nextSince(db: Queryable): Promise<string> {
  const row = await db.queryOne<{ moment: Date }>({
    text: `select least(now(), min(xact_start)) as moment from pg_stat_activity
      where xact_start is not null and datname = current_database() and backend_type = 'client backend'`,
  });
  return (row?.moment ?? new Date()).toISOString();
}

/** Take out of record_changes what a later row of the same key stands for. */
export const compactRecordChanges = (db: Queryable): Promise<number> =>
  db.execute({
    text: `delete from record_changes older where exists
      (select 1 from record_changes later where later.kind = older.kind and later.key = older.key and later.id > older.id)`,
  });
