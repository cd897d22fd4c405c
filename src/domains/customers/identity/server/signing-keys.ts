/**
 * Keys that sign tokens and cookies. Created at the first start and stored in the database for all processes. `rotateKeys`
 * publishes a new key a minute before it signs, so that no verifier meets an unknown key. The old key verifies for another day. `revokeKeys`
 * replaces a leaked key at once.
 */
import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { type SecretVault, vaultOf } from '#lib/server/secret-vault.ts';
import { deleteSharedSecrets } from '#lib/server/shared-secret.repository.ts';
import { addKey, deleteKeys, type KeyRow, lockKeys, readKeys, retireSigningKeys } from './signing-key.repository.ts';

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
  /** Drops cached keys, because they were revoked. */
  refresh(): void;
}

const CACHE_MS = 30_000;
/** Minimum interval between reads for unknown key ids in milliseconds, because they are cheap to invent. */
const FRESH_MS = 500;
const makePair = promisify(generateKeyPair);

async function addSigningKey(transaction: Transaction, vault: SecretVault): Promise<string> {
  const kid = randomUUID();
  const { privateKey } = await makePair('rsa', { modulusLength: 2_048 });
  const material = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  await addKey(transaction, vault, 'signing', kid, material);
  return kid;
}

/** Creates a cookie secret. */
const addCookieKey = (transaction: Transaction, vault: SecretVault): Promise<void> =>
  addKey(transaction, vault, 'cookies', randomUUID(), { secret: randomBytes(32).toString('base64url') });

const lacks = (rows: readonly KeyRow[], purpose: KeyRow['purpose']): boolean => !rows.some((row) => row.purpose === purpose);

/** Creates the first keys if there are none. Of several starting processes, only one does. */
async function makeFirstKeys(database: Database): Promise<KeyRow[]> {
  const vault = vaultOf(database);
  return database.transaction(async (transaction) => {
    await lockKeys(transaction);
    const found = await readKeys(transaction, vault);
    if (lacks(found, 'signing')) await addSigningKey(transaction, vault);
    if (lacks(found, 'cookies')) await addCookieKey(transaction, vault);
    return readKeys(transaction, vault);
  });
}

/** Creates a signing key, which signs after a minute. @returns its id */
export const rotateKeys = (database: Database): Promise<string> =>
  database.transaction(async (transaction) => {
    await lockKeys(transaction);
    await retireSigningKeys(transaction);
    return addSigningKey(transaction, vaultOf(database));
  });

/** Deletes all signing keys and creates one that signs at once. Tokens of the former keys become invalid. @returns its id */
export const revokeKeys = (database: Database): Promise<string> =>
  database.transaction(async (transaction) => {
    await lockKeys(transaction);
    await deleteKeys(transaction, ['signing']);
    return addSigningKey(transaction, vaultOf(database));
  });

/**
 * Replaces every secret that the shop made for itself: signing keys, cookie secrets and shared secrets.
 * @param kept names of shared secrets that stay
 * @returns the id of the signing key
 */
export const replaceSecrets = (database: Database, kept: readonly string[]): Promise<string> =>
  database.transaction(async (transaction) => {
    await lockKeys(transaction);
    await deleteKeys(transaction, ['signing', 'cookies']);
    await deleteSharedSecrets(transaction, kept);
    await addCookieKey(transaction, vaultOf(database));
    return addSigningKey(transaction, vaultOf(database));
  });

/** Creates the store of signing keys over the database. */
export function signingKeys(database: Database): SigningKeys {
  let cached: { readonly at: number; readonly keys: Promise<KeySet> } | null = null;
  const read = (): Promise<KeySet> => {
    const keys = readKeys(database, vaultOf(database))
      .then((rows) => (lacks(rows, 'signing') || lacks(rows, 'cookies') ? makeFirstKeys(database) : rows))
      .then((rows) => ({
        signing: rows.filter((row) => row.purpose === 'signing').map((row) => row.material),
        cookies: rows.flatMap((row) => (row.purpose === 'cookies' && row.material.secret ? [row.material.secret] : [])),
        version: rows.map((row) => row.kid).join(' '),
      }));
    cached = { at: Date.now(), keys };
    keys.catch(() => {
      cached = null;
    });
    return keys;
  };
  const within = (ms: number): Promise<KeySet> => (cached && Date.now() - cached.at < ms ? cached.keys : read());
  return {
    current: () => within(CACHE_MS),
    fresh: () => within(FRESH_MS),
    refresh() {
      cached = null;
    },
  };
}
