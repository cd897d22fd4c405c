/**
 * Stores responses of calls by their `Idempotency-Key`: a repeat gets the first response without doing the work. For calls whose work
 * spans several transactions; a call with a single one claims its key inside it (idempotency.ts).
 */
import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IdempotencyRequest, requireSameRequest } from './idempotency.ts';
import type { Database } from './pool.ts';

export interface SavedResponse {
  readonly status: number;
  /** Null for a response without a body. */
  readonly body: unknown;
}

/** Seconds after which a running request counts as lost with its process, and a repeat does its work. */
const LEASE_SECONDS = 10;
const POLL_MS = 50;

/**
 * Returns the row's key. The idempotency key is the secret of the digest, so that a stored row reveals nothing of a password in the
 * input.
 */
const toRow = ({ scope, input }: IdempotencyRequest, key: string) => ({
  scope,
  key: createHash('sha256').update(key).digest('base64url'),
  digest: createHmac('sha256', key).update(JSON.stringify(input)).digest('base64url'),
});

type Row = ReturnType<typeof toRow>;

/** Waits until this request may do the work (null) or a response exists. @throws ApiError `idempotency_key_reused` */
async function claim(database: Database, { scope, key, digest }: Row): Promise<SavedResponse | null> {
  for (;;) {
    const fresh = await database.execute({
      name: 'stored-answers.claim.claim',
      text: `insert into idempotency_keys (scope, key, request_hash) values ($1, $2, $3) on conflict (scope, key) do update
        set created_at = now() where idempotency_keys.response is null and idempotency_keys.request_hash = excluded.request_hash
          and idempotency_keys.created_at < now() - interval '${LEASE_SECONDS} seconds'`,
      values: [scope, key, digest],
    });
    if (fresh === 1) return null;
    const first = await database.queryOne<{ request_hash: string; response: SavedResponse | null }>({
      name: 'stored-answers.claim.find',
      text: 'select request_hash, response from idempotency_keys where scope = $1 and key = $2',
      values: [scope, key],
    });
    if (first) requireSameRequest(first, digest);
    if (first?.response) return first.response;
    await sleep(POLL_MS);
  }
}

/** Releases a key whose work failed. The next request with it does the work. */
const release = (database: Database, { scope, key }: Row): Promise<number> =>
  database.execute({
    name: 'stored-answers.release',
    text: 'delete from idempotency_keys where scope = $1 and key = $2 and response is null',
    values: [scope, key],
  });

/**
 * Runs a call once per key. The second of two concurrent requests waits for the first. Only successes are stored. @throws ApiError
 * `idempotency_key_reused`, and errors of `run`
 */
export async function respondOnce<SavedResult extends SavedResponse>(
  database: Database,
  once: IdempotencyRequest,
  run: () => Promise<SavedResult>,
): Promise<SavedResult | SavedResponse> {
  if (once.key === null) return run();
  const row = toRow(once, once.key);
  const before = await claim(database, row);
  if (before) return before;
  try {
    const answered = await run();
    if (answered.status >= 400) {
      await release(database, row);
      return answered;
    }
    await database.execute({
      name: 'stored-answers.respondOnce',
      text: 'update idempotency_keys set response = $3 where scope = $1 and key = $2',
      values: [row.scope, row.key, JSON.stringify({ status: answered.status, body: answered.body ?? null })],
    });
    return answered;
  } catch (error) {
    await release(database, row).catch(() => 0);
    throw error;
  }
}
