/**
 * Keys that sign tokens and cookies. They are made on the first start, live in the database, so that all processes have the
 * same, and are rotated by `rotateKeys`: the new one is published a minute before it signs, so that nobody meets a token whose
 * key they cannot have yet, and the old one goes on verifying for a day.
 */
import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { Database, Queries, Transaction } from '../../platform/server/database/pool.ts';

export interface KeySet {
  /** Private RSA keys, the one that signs first. */
  readonly signing: readonly JWK[];
  /** Secrets that sign cookies, the one in use first. */
  readonly cookies: readonly string[];
  /** Changes whenever a key is added or retired. */
  readonly version: string;
}

export interface SigningKeys {
  /** The keys, at most half a minute old. */
  current(): Promise<KeySet>;
  /** The keys as they are now; asked for when a token names an unknown key. */
  fresh(): Promise<KeySet>;
}

interface KeyRow {
  readonly kid: string;
  readonly purpose: 'signing' | 'cookies';
  readonly material: JWK & { readonly secret?: string };
}

const KEPT_MS = 30_000;
/** Unknown key ids are cheap to make up, so they cause a read at most this often. */
const FRESH_MS = 500;
const LOCK = 7_301_442;
const makePair = promisify(generateKeyPair);

const readKeys = (queries: Queries): Promise<KeyRow[]> =>
  queries.rows<KeyRow>({
    name: 'identity_keys.read',
    text: `select kid, purpose, material from identity_keys where retired_at is null or retired_at > now() - interval '1 day'
      order by coalesce(retired_at <= now(), false), retired_at nulls last, created_at desc`,
  });

async function addSigningKey(transaction: Transaction): Promise<string> {
  const kid = randomUUID();
  const { privateKey } = await makePair('rsa', { modulusLength: 2_048 });
  const material = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  await transaction.run({
    text: "insert into identity_keys (kid, purpose, material) values ($1, 'signing', $2)",
    values: [kid, JSON.stringify(material)],
  });
  return kid;
}

const lacks = (rows: readonly KeyRow[], purpose: KeyRow['purpose']): boolean => !rows.some((row) => row.purpose === purpose);

/** Make the first keys where there are none; of processes that start at once, one does. */
async function makeFirstKeys(database: Database): Promise<KeyRow[]> {
  return database.transaction(async (transaction) => {
    await transaction.run({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
    const found = await readKeys(transaction);
    if (lacks(found, 'signing')) await addSigningKey(transaction);
    if (lacks(found, 'cookies'))
      await transaction.run({
        text: "insert into identity_keys (kid, purpose, material) values ($1, 'cookies', $2)",
        values: [randomUUID(), JSON.stringify({ secret: randomBytes(32).toString('base64url') })],
      });
    return readKeys(transaction);
  });
}

/** Make a new signing key; it signs once the others retire, in a minute. Gives its id. */
export const rotateKeys = (database: Database): Promise<string> =>
  database.transaction(async (transaction) => {
    await transaction.run({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] });
    await transaction.run({
      text: "update identity_keys set retired_at = now() + interval '1 minute' where purpose = 'signing' and retired_at is null",
    });
    await transaction.run({ text: "delete from identity_keys where retired_at < now() - interval '7 days'" });
    return addSigningKey(transaction);
  });

/** Read keys from the database, making the first ones when there are none. */
export function signingKeys(database: Database): SigningKeys {
  let kept: { readonly at: number; readonly keys: Promise<KeySet> } | null = null;
  const read = (): Promise<KeySet> => {
    const keys = readKeys(database)
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
