/** Secrets that all processes of a shop share and nobody has to configure: made once, kept in the database. */
import { randomBytes } from 'node:crypto';
import type { Database } from './database/pool.ts';

/** The secret of that name, 256 bits in base64url; the first process that asks makes it. */
export async function sharedSecret(database: Database, name: string): Promise<string> {
  await database.run({
    text: 'insert into shared_secrets (name, secret) values ($1, $2) on conflict do nothing',
    values: [name, randomBytes(32).toString('base64url')],
  });
  const row = await database.row<{ secret: string }>({ text: 'select secret from shared_secrets where name = $1', values: [name] });
  if (!row) throw new Error(`The secret '${name}' could not be kept.`);
  return row.secret;
}
