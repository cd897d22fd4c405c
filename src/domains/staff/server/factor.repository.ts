/** SQL of second factors: authenticators, passkeys and recovery codes. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { SecretVault, StoredSecret } from '#lib/server/secret-vault.ts';

const TOTP_SECRET = 'staff authenticator';

export interface Totp {
  readonly secret: string;
  readonly lastStep: number;
}

/** Returns the authenticator of a person. @returns null without one, or if its secret cannot be decrypted */
export async function findTotp(db: Queryable, vault: SecretVault, staffId: number): Promise<Totp | null> {
  const row = await db.queryOne<StoredSecret & { lastStep: number }>({
    name: 'factor.findTotp',
    text: `select totp_key_id as "keyId", totp_secret as text, totp_last_step as "lastStep" from staff
      where id = $1 and totp_secret is not null and totp_key_id is not null`,
    values: [staffId],
  });
  return row && vault.readable.includes(row.keyId) ? { secret: vault.open(TOTP_SECRET, row), lastStep: row.lastStep } : null;
}

/** Saves an authenticator in place of an earlier one. @param step time step of the code that confirmed it */
export const saveTotp = (transaction: Transaction, vault: SecretVault, staffId: number, secret: string, step: number): Promise<number> => {
  const { keyId, text } = vault.seal(TOTP_SECRET, secret);
  return transaction.execute({
    name: 'factor.saveTotp',
    text: 'update staff set totp_secret = $2, totp_key_id = $3, totp_since = now(), totp_last_step = $4 where id = $1',
    values: [staffId, text, keyId, step],
  });
};

/** Uses up the code of a time step. @returns false if it or a later one was used before */
export const claimTotpStep = async (db: Queryable, staffId: number, step: number): Promise<boolean> =>
  (await db.execute({
    name: 'factor.claimTotpStep',
    text: 'update staff set totp_last_step = $2 where id = $1 and totp_last_step < $2',
    values: [staffId, step],
  })) > 0;

export const deleteTotp = (transaction: Transaction, staffId: number): Promise<number> =>
  transaction.execute({
    name: 'factor.deleteTotp',
    text: 'update staff set totp_secret = null, totp_key_id = null, totp_since = null, totp_last_step = 0 where id = $1',
    values: [staffId],
  });

export interface FactorSummary {
  readonly hasPassword: boolean;
  readonly totpSince: Date | null;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

export const summariseFactors = (db: Queryable, staffId: number): Promise<FactorSummary | null> =>
  db.queryOne<FactorSummary>({
    name: 'factor.summariseFactors',
    text: `select password_hash is not null as "hasPassword", totp_since as "totpSince",
        (select count(*)::integer from staff_passkeys p where p.staff_id = staff.id) as passkeys,
        (select count(*)::integer from staff_recovery_codes c where c.staff_id = staff.id) as "recoveryCodes"
      from staff where id = $1`,
    values: [staffId],
  });

export interface StoredPasskey {
  readonly id: number;
  readonly staffId: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const PASSKEY_COLUMNS = `id, staff_id as "staffId", credential_id as "credentialId", public_key as "publicKey", sign_count as "signCount",
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const listPasskeys = (db: Queryable, staffId: number): Promise<StoredPasskey[]> =>
  db.queryMany<StoredPasskey>({
    name: 'factor.listPasskeys',
    text: `select ${PASSKEY_COLUMNS} from staff_passkeys where staff_id = $1 order by id`,
    values: [staffId],
  });

export const findPasskey = (db: Queryable, credentialId: string): Promise<StoredPasskey | null> =>
  db.queryOne<StoredPasskey>({
    name: 'factor.findPasskey',
    text: `select ${PASSKEY_COLUMNS} from staff_passkeys where credential_id = $1`,
    values: [credentialId],
  });

export type NewPasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'name'>;

/** @returns null if the passkey exists already */
export const insertPasskey = (transaction: Transaction, staffId: number, passkey: NewPasskey): Promise<StoredPasskey | null> =>
  transaction.queryOne<StoredPasskey>({
    name: 'factor.insertPasskey',
    text: `insert into staff_passkeys (staff_id, credential_id, public_key, sign_count, transports, name) values ($1, $2, $3, $4, $5, $6)
      on conflict (credential_id) do nothing returning ${PASSKEY_COLUMNS}`,
    values: [staffId, passkey.credentialId, passkey.publicKey, passkey.signCount, passkey.transports, passkey.name],
  });

/** Records a use. @returns false if the counter of the passkey did not grow, which a copied one would show */
export const touchPasskey = async (db: Queryable, id: number, signCount: number): Promise<boolean> =>
  (await db.execute({
    name: 'factor.touchPasskey',
    text: 'update staff_passkeys set sign_count = $2, last_used_at = now() where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))',
    values: [id, signCount],
  })) > 0;

export const deletePasskey = (transaction: Transaction, staffId: number, id: number): Promise<{ name: string } | null> =>
  transaction.queryOne<{ name: string }>({
    name: 'factor.deletePasskey',
    text: 'delete from staff_passkeys where id = $2 and staff_id = $1 returning name',
    values: [staffId, id],
  });

/** Replaces the recovery codes of a person by new ones. @param hashes their digests */
export async function replaceRecoveryCodes(transaction: Transaction, staffId: number, hashes: readonly string[]): Promise<void> {
  await transaction.execute({
    name: 'factor.replaceRecoveryCodes.delete',
    text: 'delete from staff_recovery_codes where staff_id = $1',
    values: [staffId],
  });
  await transaction.execute({
    name: 'factor.replaceRecoveryCodes.insert',
    text: 'insert into staff_recovery_codes (staff_id, code_hash) select $1, unnest($2::text[])',
    values: [staffId, hashes],
  });
}

/** Uses up a recovery code. @returns false if it is not one of the person's unused ones */
export const useRecoveryCode = async (db: Queryable, staffId: number, hash: string): Promise<boolean> =>
  (await db.execute({
    name: 'factor.useRecoveryCode',
    text: 'delete from staff_recovery_codes where staff_id = $1 and code_hash = $2',
    values: [staffId, hash],
  })) > 0;

/** Removes all second factors of a person who lost them. */
export async function deleteFactors(transaction: Transaction, staffId: number): Promise<void> {
  await deleteTotp(transaction, staffId);
  await transaction.execute({
    name: 'factor.deleteFactors.passkeys',
    text: 'delete from staff_passkeys where staff_id = $1',
    values: [staffId],
  });
  await replaceRecoveryCodes(transaction, staffId, []);
}

/** Encrypts the secrets of authenticators with the current key. @returns how many */
export async function resealTotp(transaction: Transaction, vault: SecretVault): Promise<number> {
  const rows = await transaction.queryMany<StoredSecret & { id: number }>({
    text: `select id, totp_key_id as "keyId", totp_secret as text from staff
      where totp_secret is not null and totp_key_id is not null and totp_key_id = any($1) and totp_key_id <> $2`,
    values: [vault.readable, vault.current],
  });
  for (const row of rows) {
    const sealed = vault.seal(TOTP_SECRET, vault.open(TOTP_SECRET, row));
    await transaction.execute({
      text: 'update staff set totp_secret = $2, totp_key_id = $3 where id = $1',
      values: [row.id, sealed.text, sealed.keyId],
    });
  }
  return rows.length;
}
