/** SQL of the identity keys, which are stored encrypted if the shop has a vault key. */
import type { JWK } from 'jose';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { hasTexts } from '#lib/json.ts';
import { PLAIN, type SecretVault } from '#lib/server/secret-vault.ts';

const LOCK = 7_301_442;
/** Channel on which processes hear that keys were revoked. */
export const KEYS_CHANGED = 'identity_keys_changed';

export interface KeyRow {
  readonly kid: string;
  readonly purpose: 'signing' | 'cookies';
  readonly material: JWK & { readonly secret?: string };
}

interface StoredRow extends Omit<KeyRow, 'material'> {
  readonly key_id: string;
  readonly material: KeyRow['material'] & { readonly sealed?: string };
}

const nameOf = (kid: string): string => `identity key ${kid}`;

/** Returns the columns that store the key material. */
function storedMaterial(vault: SecretVault, kid: string, material: KeyRow['material']): { keyId: string; json: string } {
  const { keyId, text } = vault.seal(nameOf(kid), JSON.stringify(material));
  return { keyId, json: keyId === PLAIN ? text : JSON.stringify({ sealed: text }) };
}

const isMaterial = (value: unknown): value is KeyRow['material'] => hasTexts(value, ['kty']) || hasTexts(value, ['secret']);

function parseMaterial(text: string): KeyRow['material'] {
  const material: unknown = JSON.parse(text);
  if (!isMaterial(material)) throw new TypeError('A sealed identity key is neither a JWK nor a secret.');
  return material;
}

const openRow = (vault: SecretVault, { kid, purpose, key_id: keyId, material }: StoredRow): KeyRow => ({
  kid,
  purpose,
  material: material.sealed === undefined ? material : parseMaterial(vault.open(nameOf(kid), { keyId, text: material.sealed })),
});

/** Waits until no other process creates or rotates keys. */
export const lockKeys = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });

/** Reads the keys that the vault can decrypt, the current ones first. Omits keys that were retired more than a day ago. */
export async function readKeys(db: Queryable, vault: SecretVault): Promise<KeyRow[]> {
  const rows = await db.queryMany<StoredRow>({
    name: 'signing-key.readKeys',
    text: `select kid, purpose, key_id, material from identity_keys
      where key_id = any($1) and (retired_at is null or retired_at > now() - interval '1 day')
      order by coalesce(retired_at <= now(), false), retired_at nulls last, created_at desc`,
    values: [vault.readable],
  });
  return rows.map((row) => openRow(vault, row));
}

/** Inserts a key, encrypted with the vault's current key. */
export async function addKey(
  transaction: Transaction,
  vault: SecretVault,
  purpose: KeyRow['purpose'],
  kid: string,
  material: KeyRow['material'],
) {
  const { keyId, json } = storedMaterial(vault, kid, material);
  await transaction.execute({
    text: 'insert into identity_keys (kid, purpose, key_id, material) values ($1, $2, $3, $4)',
    values: [kid, purpose, keyId, json],
  });
}

/** Encrypts readable keys with the vault's current key. @returns how many */
export async function resealKeys(transaction: Transaction, vault: SecretVault): Promise<number> {
  await lockKeys(transaction);
  const rows = await transaction.queryMany<StoredRow>({
    text: 'select kid, purpose, key_id, material from identity_keys where key_id = any($1) and key_id <> $2',
    values: [vault.readable, vault.current],
  });
  for (const row of rows) {
    const { keyId, json } = storedMaterial(vault, row.kid, openRow(vault, row).material);
    await transaction.execute({
      text: 'update identity_keys set key_id = $2, material = $3 where kid = $1',
      values: [row.kid, keyId, json],
    });
  }
  return rows.length;
}

/** Retires the signing keys in a minute, and deletes those that were retired a week ago. */
export async function retireSigningKeys(transaction: Transaction): Promise<void> {
  await transaction.execute({
    text: "update identity_keys set retired_at = now() + interval '1 minute' where purpose = 'signing' and retired_at is null",
  });
  await transaction.execute({ text: "delete from identity_keys where retired_at < now() - interval '7 days'" });
}

/** Deletes keys, whoever can decrypt them, and notifies all processes. @param purposes of the keys to delete */
export async function deleteKeys(transaction: Transaction, purposes: readonly KeyRow['purpose'][]): Promise<void> {
  await transaction.execute({ text: 'delete from identity_keys where purpose = any($1)', values: [purposes] });
  transaction.later({ text: `select pg_notify('${KEYS_CHANGED}', '')` });
}
