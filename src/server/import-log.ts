/** What imports changed, written down in their own transaction (migrations/0016_imports.sql). */
import type { Written } from '#domains/catalogue/server/catalogue-writer.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { checksumSql, RECORD_KINDS, type RecordKind, type Undoable, type WriteOptions } from './record-types.ts';

/** Imports can be taken back for so long. */
export const UNDO_DAYS = 90;

/** What an import did to a kind; `ended` of the changed ones are offers that went off sale by it. */
export interface KindCounts extends Written {
  readonly ended: number;
}
export type ImportCounts = Readonly<Record<string, KindCounts>>;

export interface ImportEntry {
  readonly id: number;
  readonly finishedAt: string;
  readonly files: readonly string[];
  readonly mapping: string;
  readonly counts: ImportCounts;
  readonly rejected: number;
  readonly undoneAt: string | null;
}

/** A record that an import would change: what it was, and what it would be. */
export interface ChangeExample {
  readonly kind: string;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

const LOCK = "hashtext('cellardoor import')";

/** One import at a time: waits for the one that runs. @param onWait called when there is one */
export async function waitForTurn(transaction: Transaction, onWait: () => void): Promise<void> {
  const got = await transaction.queryOne<{ free: boolean }>({ text: `select pg_try_advisory_xact_lock(${LOCK}) as free` });
  if (got?.free) return;
  onWait();
  await transaction.execute({ text: `select pg_advisory_xact_lock(${LOCK})` });
}

/** Opens an import's page of the log; forgets changes that are too old to be taken back. Gives its id. */
export async function openImport(transaction: Transaction, files: readonly string[], mapping: string): Promise<number> {
  await transaction.execute({
    text: `delete from import_changes where import_id in (select id from imports where finished_at < now() - interval '${UNDO_DAYS} days')`,
  });
  await transaction.execute({ text: 'create temp table import_before (key text primary key, record jsonb not null) on commit drop' });
  const row = await transaction.queryOne<{ id: number }>({
    text: "insert into imports (files, mapping, counts, rejected) values ($1, $2, '{}', 0) returning id",
    values: [files, mapping],
  });
  if (row === null) throw new Error('an import was opened and did not come back');
  return row.id;
}

/** Writes a batch of one kind and notes what each record was. */
export async function writeWithUndoLog(
  transaction: Transaction,
  importId: number,
  name: string,
  kind: RecordKind,
  records: readonly unknown[],
  options: Omit<WriteOptions, 'importId'>,
): Promise<Written> {
  const from: WriteOptions = { ...options, importId };
  if (kind.undo === null || kind.notesItself) return kind.write(transaction, records, from);
  const keys = [...new Set(records.map(kind.undo.keyOf))];
  await transaction.execute({ name: 'import.forget', text: 'truncate import_before' });
  await transaction.execute({
    name: `import.before.${name}`,
    text: `insert into import_before select found.key, found.record from (${kind.undo.byKeys}) found`,
    values: [keys],
  });
  const written = await kind.write(transaction, records, from);
  await transaction.execute({
    name: `import.after.${name}`,
    text: `insert into import_changes (import_id, kind, keys, before, after)
      select $2, $3, array_agg(found.key), array_agg(b.record), array_agg(${checksumSql(kind.undo)})
      from (${kind.undo.byKeys}) found left join import_before b on b.key = found.key
      where b.record is distinct from found.record having count(*) > 0`,
    values: [keys, importId, name],
  });
  return written;
}

/** What the import $1 changed of the kind $2, in order: `id`, `key`, `before`, `after`. A key may stand there more than once. */
export const CHANGES_OF = `(select batch.id, one.* from import_changes batch, unnest(batch.keys, batch.before, batch.after) one (key, before, after)
  where batch.import_id = $1 and batch.kind = $2) c`;

/** How many offers an import took off sale. */
export async function countEnded(db: Queryable, importId: number): Promise<number> {
  const row = await db.queryOne<{ ended: number }>({
    text: `select count(distinct c.key) as ended from ${CHANGES_OF} join offers o on o.offer_id = c.key
      where c.before is not null and o.ends_at <= now() and (c.before->>'endsAt' is null or (c.before->>'endsAt')::timestamptz > now())`,
    values: [importId, 'offer'],
  });
  return row?.ended ?? 0;
}

/** Closes an import's page. */
export const closeImport = (transaction: Transaction, id: number, counts: ImportCounts, rejected: number): Promise<number> =>
  transaction.execute({
    text: 'update imports set counts = $2, rejected = $3, finished_at = clock_timestamp() where id = $1',
    values: [id, JSON.stringify(counts), rejected],
  });

/** A few records of each kind that are new, and a few that are changed. */
export async function changeExamples(db: Queryable, importId: number, each: number): Promise<ChangeExample[]> {
  const examples: ChangeExample[] = [];
  for (const [kind, { undo }] of Object.entries(RECORD_KINDS)) {
    if (undo === null) continue;
    const rows = await db.queryMany<{ key: string; before: unknown }>({
      text: `with first as (select distinct on (key) key, before from ${CHANGES_OF} order by key, id)
        (select * from first where before is not null order by key limit $3)
        union all (select * from first where before is null order by key limit $3)`,
      values: [importId, kind, each],
    });
    const now = await currentRecords(
      db,
      undo,
      rows.map(({ key }) => key),
    );
    examples.push(...rows.map(({ key, before }) => ({ kind, key, before, after: now.get(key) ?? null })));
  }
  return examples;
}

async function currentRecords(db: Queryable, undo: Undoable, keys: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db.queryMany<{ key: string; record: unknown }>({ text: undo.byKeys, values: [keys] });
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/** The imports there were, the latest first. */
export async function listImports(db: Queryable, limit = 50): Promise<ImportEntry[]> {
  return db.queryMany({
    text: `select id, to_json(finished_at) as "finishedAt", files, mapping, counts, rejected, to_json(undone_at) as "undoneAt"
      from imports order by id desc limit $1`,
    values: [limit],
  });
}
