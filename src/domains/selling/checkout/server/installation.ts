/** The id by which this installation marks its payments at a gateway (decision 97). */
import type { Database } from '#lib/db/pool.ts';

const known = new WeakMap<Database, Promise<string>>();

async function readId(database: Database): Promise<string> {
  const identity = 'select system_identifier::text, current_database()::text from pg_control_system()';
  await database.execute({ text: `insert into installations (system_identifier, database_name) ${identity} on conflict do nothing` });
  const row = await database.queryOne<{ id: string }>({
    text: `select id from installations where (system_identifier, database_name) = (${identity})`,
  });
  if (!row) throw new Error('the id of this installation could not be read');
  return row.id;
}

/** Returns the id of the installation, made at the first payment. A copy of the database on another server gets another one. */
export function installationId(database: Database): Promise<string> {
  const before = known.get(database);
  if (before) return before;
  const reading = readId(database);
  known.set(database, reading);
  reading.catch(() => known.delete(database));
  return reading;
}
