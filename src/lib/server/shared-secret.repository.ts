/** Stores secrets that all processes of a shop share: generated once, and encrypted if there is a key. */
import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { vaultOf } from './secret-vault.ts';

interface Row {
  readonly key_id: string;
  readonly secret: string;
}

/** Returns the secret of a name: 256 bits in base64url. The first process that needs it generates it. */
export async function sharedSecret(database: Database, name: string): Promise<string> {
  const vault = vaultOf(database);
  const read = () =>
    database.queryOne<Row>({
      name: 'shared-secret.read',
      text: 'select key_id, secret from shared_secrets where name = $1 and key_id = any($2) order by array_position($2, key_id) limit 1',
      values: [name, vault.readable],
    });
  let row = await read();
  if (!row) {
    const { keyId, text } = vault.seal(name, randomBytes(32).toString('base64url'));
    await database.execute({
      text: 'insert into shared_secrets (name, key_id, secret) values ($1, $2, $3) on conflict do nothing',
      values: [name, keyId, text],
    });
    row = await read();
  }
  if (!row) throw new Error(`The secret '${name}' could not be kept.`);
  return vault.open(name, { keyId: row.key_id, text: row.secret });
}

/** Deletes the secrets, whoever can decrypt them. Each is generated again when it is needed. @param kept names of those that stay */
export const deleteSharedSecrets = (transaction: Transaction, kept: readonly string[]): Promise<number> =>
  transaction.execute({ text: 'delete from shared_secrets where name <> all($1)', values: [kept] });
