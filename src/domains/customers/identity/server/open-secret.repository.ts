/** Opens the secrets of a database: encrypts them with SECRETS_KEY, and reports those that cannot be decrypted. */

import { resealSettings } from '#domains/settings/server/setting.repository.ts';
import { resealTotp } from '#domains/staff/server/factor.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { PLAIN, protectSecrets, type SecretVault } from '#lib/server/secret-vault.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import { resealKeys } from './signing-key.repository.ts';

const LOCK = 7_301_443;

/** Encrypts readable shared secrets with the current key. Of several secrets with one name, the one in use stays. */
async function resealSecrets(transaction: Transaction, vault: SecretVault): Promise<number> {
  const rows = await transaction.queryMany<{ name: string; key_id: string; secret: string }>({
    text: `select distinct on (name) name, key_id, secret from shared_secrets where key_id = any($1)
      order by name, array_position($1, key_id)`,
    values: [vault.readable],
  });
  const old = rows.filter(({ key_id: keyId }) => keyId !== vault.current);
  for (const { name, key_id: keyId, secret } of old) {
    const sealed = vault.seal(name, vault.open(name, { keyId, text: secret }));
    await transaction.execute({
      text: 'insert into shared_secrets (name, key_id, secret) values ($1, $2, $3)',
      values: [name, sealed.keyId, sealed.text],
    });
  }
  await transaction.execute({
    text: 'delete from shared_secrets where key_id = any($1) and key_id <> $2',
    values: [vault.readable, vault.current],
  });
  return old.length;
}

const formatLostSecrets = (count: number, hasKey: boolean): string =>
  `${count === 1 ? '1 stored secret is' : `${count} stored secrets are`} encrypted with a key that is not here${hasKey ? '' : ': SECRETS_KEY is not set'}. The shop goes on with new ones. Until the key is back in SECRETS_KEY or SECRETS_KEY_PREVIOUS these are lost:
  sessions: everybody signs in again
  integration keys: search keys, push subscriptions, links of previews, paywalls, tiers and unsubscriptions that were sent before
Orders, customers, carts, balances and gift cards are not encrypted with it and are not affected.`;

/** Runs before any secret is read. @param say receives reports of lost secrets */
export async function openSecrets(
  database: Database,
  config: Pick<Config, 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS'>,
  say: (line: string) => void,
): Promise<void> {
  const vault = protectSecrets(database, config);
  if (vault.current !== PLAIN) {
    const count = await database.transaction(async (transaction) => {
      await transaction.execute({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
      const resealed = [
        await resealSecrets(transaction, vault),
        await resealKeys(transaction, vault),
        await resealTotp(transaction, vault),
        await resealSettings(transaction, vault),
      ];
      return resealed.reduce((sum, count) => sum + count, 0);
    });
    if (count > 0) logSecurityEvent(stderrLogger, 'keys_rotated', { purpose: 'secrets', secrets: count });
  }
  const row = await database.queryOne<{ count: number }>({
    text: `select (select count(*) from shared_secrets where key_id <> all($1))::int
      + (select count(*) from identity_keys where key_id <> all($1))::int as count`,
    values: [vault.readable],
  });
  if (row && row.count > 0) say(formatLostSecrets(row.count, vault.current !== PLAIN));
}
