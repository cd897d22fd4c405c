/** Takes an import back: what it changed becomes what it was, but for what somebody changed since. */
import type { Database } from '#lib/db/pool.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { CHANGES_OF, UNDO_DAYS, waitForTurn } from './import-log.ts';
import { CHANGES } from './notification-channels.ts';
import { checksumSql, RECORD_KINDS } from './record-types.ts';

export interface Undone {
  /** Records that are again what they were. */
  readonly restored: number;
  /** Records the import had brought and that are gone. */
  readonly removed: number;
  /** Keys of records that were changed since, by kind; they stay as they are. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
}

/** The import cannot be undone. The message says why. */
export class UndoImportError extends OperatorError {
  override name = 'UndoImportError';
}

const BATCH = 500;

interface Change {
  readonly key: string;
  readonly before: unknown;
  readonly isSame: boolean;
}

/** In: an import's id. Out: what came of it. One transaction. Throws UndoImportError where there is nothing to take back. */
export async function undoImport(database: Database, id: number): Promise<Undone> {
  const undone = await database.transaction(async (transaction) => {
    await waitForTurn(transaction, () => {});
    const entry = await transaction.queryOne<{ isUndone: boolean; isOld: boolean }>({
      text: `select undone_at is not null as "isUndone", finished_at < now() - interval '${UNDO_DAYS} days' as "isOld" from imports where id = $1 for update`,
      values: [id],
    });
    if (entry === null) throw new UndoImportError(`There is no import ${id}.`);
    if (entry.isUndone) throw new UndoImportError(`Import ${id} was taken back already.`);
    if (entry.isOld) throw new UndoImportError(`Import ${id} is older than ${UNDO_DAYS} days; what it changed is no longer known.`);
    await transaction.execute({
      text: 'create temp table undo_changes (key text primary key, before jsonb, after text not null) on commit drop',
    });
    let restored = 0;
    let removed = 0;
    const kept: Record<string, string[]> = {};
    for (const [name, { undo, write, schema }] of Object.entries(RECORD_KINDS).reverse()) {
      if (undo === null) continue;
      await transaction.execute({ text: 'truncate undo_changes' });
      await transaction.execute({
        text: `insert into undo_changes select key, (array_agg(before order by id))[1], (array_agg(after order by id desc))[1] from ${CHANGES_OF} group by key`,
        values: [id, name],
      });
      for (let after = ''; ; ) {
        const changes = await transaction.queryMany<Change>({
          name: `undo.${name}`,
          text: `select c.key, c.before, coalesce(${checksumSql(undo)}, '') = c.after as "isSame"
            from (select * from undo_changes where key > $1 order by key limit ${BATCH}) c
            left join lateral (${undo.byKeys.replaceAll('$1', 'array[c.key]')}) found on true order by c.key`,
          values: [after],
        });
        const same = changes.filter(({ isSame }) => isSame);
        const back = same.filter(({ before }) => before !== null).map(({ before }) => schema.parse(before));
        const gone = same.filter(({ before }) => before === null).map(({ key }) => key);
        if (back.length > 0) await write(transaction, back, { mapping: null, opensStockOnly: false, importId: null });
        for (const text of undo.remove) if (gone.length > 0) removed += await transaction.execute({ text, values: [gone] });
        restored += back.length;
        const changedSince = changes.filter(({ isSame }) => !isSame).map(({ key }) => key);
        if (changedSince.length > 0) kept[name] = [...(kept[name] ?? []), ...changedSince];
        const last = changes.at(-1);
        if (last === undefined || changes.length < BATCH) break;
        after = last.key;
      }
    }
    await transaction.execute({ text: 'update imports set undone_at = now() where id = $1', values: [id] });
    await transaction.execute({ text: 'delete from import_changes where import_id = $1', values: [id] });
    return { restored, removed, kept };
  });
  for (const channel of Object.values(CHANGES)) await database.execute({ text: `select pg_notify('${channel}', 'undo')` });
  return undone;
}
