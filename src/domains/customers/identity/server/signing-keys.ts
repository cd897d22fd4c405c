/**
 * Keys that sign tokens and cookies. Created at the first start and stored in the database for all processes. `rotateKeys`
 * publishes a new key a minute before it signs, so that no verifier meets an unknown key. The old key verifies for another day.
 */
import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { hasTexts } from '#lib/json.ts';
import { PLAIN, type SecretVault, vaultOf } from '#lib/server/secret-vault.ts';

export interface KeySet {
  /** Private RSA keys, the signing one first. */
  readonly signing: readonly JWK[];
  /** Cookie secrets, the current one first. */
  readonly cookies: readonly string[];
  /** Changes whenever a key is added or retired. */
  readonly version: string;
}

export interface SigningKeys {
  /** Returns cached keys, at most 30 s old. */
  current(): Promise<KeySet>;
  /** Reads current keys, for a token with an unknown key. */
  fresh(): Promise<KeySet>;
}

interface KeyRow {
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

const KEPT_MS = 30_000;
/** Minimum interval between reads for unknown key ids in milliseconds, because they are cheap to invent. */
const FRESH_MS = 500;
const LOCK = 7_301_442;
const makePair = promisify(generateKeyPair);

async function readKeys(db: Queryable, vault: SecretVault): Promise<KeyRow[]> {
  const rows = await db.queryMany<StoredRow>({
    name: 'identity_keys.read',
    text: `select kid, purpose, key_id, material from identity_keys
      where key_id = any($1) and (retired_at is null or retired_at > now() - interval '1 day')
      order by coalesce(retired_at <= now(), false), retired_at nulls last, created_at desc`,
    values: [vault.readable],
  });
  return rows.map((row) => openRow(vault, row));
}

async function addKey(transaction: Transaction, vault: SecretVault, purpose: KeyRow['purpose'], kid: string, material: KeyRow['material']) {
  const { keyId, json } = storedMaterial(vault, kid, material);
  await transaction.execute({
    text: 'insert into identity_keys (kid, purpose, key_id, material) values ($1, $2, $3, $4)',
    values: [kid, purpose, keyId, json],
  });
}

async function addSigningKey(transaction: Transaction, vault: SecretVault): Promise<string> {
  const kid = randomUUID();
  const { privateKey } = await makePair('rsa', { modulusLength: 2_048 });
  const material = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  await addKey(transaction, vault, 'signing', kid, material);
  return kid;
}

const lacks = (rows: readonly KeyRow[], purpose: KeyRow['purpose']): boolean => !rows.some((row) => row.purpose === purpose);

/** Creates the first keys if there are none. Of several starting processes, only one does. */
async function makeFirstKeys(database: Database): Promise<KeyRow[]> {
  const vault = vaultOf(database);
  return database.transaction(async (transaction) => {
    await transaction.execute({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
    const found = await readKeys(transaction, vault);
    if (lacks(found, 'signing')) await addSigningKey(transaction, vault);
    if (lacks(found, 'cookies'))
      await addKey(transaction, vault, 'cookies', randomUUID(), { secret: randomBytes(32).toString('base64url') });
    return readKeys(transaction, vault);
  });
}

/** Encrypts readable keys with the vault's current key. @returns how many */
export async function resealKeys(transaction: Transaction, vault: SecretVault): Promise<number> {
  await transaction.execute({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
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

/** Creates a signing key, which signs after a minute. @returns its id */
export const rotateKeys = (database: Database): Promise<string> =>
  database.transaction(async (transaction) => {
    await transaction.execute({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
    await transaction.execute({
      text: "update identity_keys set retired_at = now() + interval '1 minute' where purpose = 'signing' and retired_at is null",
    });
    await transaction.execute({ text: "delete from identity_keys where retired_at < now() - interval '7 days'" });
    return addSigningKey(transaction, vaultOf(database));
  });

/** Creates the store of signing keys over the database. */
export function signingKeys(database: Database): SigningKeys {
  let kept: { readonly at: number; readonly keys: Promise<KeySet> } | null = null;
  const read = (): Promise<KeySet> => {
    const keys = readKeys(database, vaultOf(database))
      .then((rows) => (lacks(rows, 'signing') || lacks(rows, 'cookies') ? makeFirstKeys(database) : rows))
      .then((rows) => ({
        signing: rows.filter((row) => row.purpose === 'signing').map((row) => row.material),
        cookies: rows.flatMap((row) => (row.purpose === 'cookies' && row.material.secret ? [row.material.secret] : [])),
        version: rows.map((row) => row.kid).join(' '),
      }));
    kept = { at: Date.now(), keys };
    keys.catch(() => {
      kept = null;
    });
    return keys;
  };
  const within = (ms: number): Promise<KeySet> => (kept && Date.now() - kept.at < ms ? kept.keys : read());
  return { current: () => within(KEPT_MS), fresh: () => within(FRESH_MS) };
}
