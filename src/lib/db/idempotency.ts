/**
 * Runs one action per idempotency key [API-15]: the row is inserted before the work, in the same transaction. The second of two requests
 * with the same key waits for the first and then replays (docs/decisions/0006-cart-locking-and-idempotency-keys.md).
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../http/api-error.ts';
import type { Database, Transaction } from './pool.ts';

export interface IdempotencyRequest {
  /** The call and its caller (`keyScope`). Keys of different scopes are independent [API-16]. */
  readonly scope: string;
  /** Null without a header: a new action, never deduplicated by content [API-15]. */
  readonly key: string | null;
  readonly input: unknown;
  /** Minutes after which the key counts as new. By default it is replayed until it is deleted. */
  readonly replayMinutes?: number;
}

/**
 * Returns the scope of a caller's keys [API-16]. Customers have their own; guests are distinguished by what they send.
 * @param customerId 0 for a guest
 * @param guest cart id or client IP address of a guest
 */
export const keyScope = (call: string, customerId: number, guest: string): string =>
  customerId === 0 ? `${call} guest ${guest}` : `${call} customer ${customerId}`;

/**
 * Claims a key.
 * @param response stored for repeats: what they need to find the result, for example `{ cartId }`
 * @returns null if the work is to be done, else the stored response of the first request
 * @throws ApiError `idempotency_key_reused` if the key was used with another input
 */
export async function claimIdempotencyKey<Stored>(
  transaction: Transaction,
  once: IdempotencyRequest,
  response: Stored,
): Promise<Stored | null> {
  if (once.key === null) return null;
  const hash = createHash('sha256').update(JSON.stringify(once.input)).digest('base64url');
  const fresh = await transaction.execute({
    name: 'idempotency.claimIdempotencyKey.claim',
    text: 'insert into idempotency_keys (scope, key, request_hash, response) values ($1, $2, $3, $4) on conflict do nothing',
    values: [once.scope, once.key, hash, JSON.stringify(response)],
  });
  if (fresh === 1) return null;
  if (once.replayMinutes !== undefined && (await renewExpired(transaction, once, once.replayMinutes, hash, response))) return null;
  const first = await transaction.queryOne<{ request_hash: string; response: Stored | null }>({
    name: 'idempotency.claimIdempotencyKey.find',
    text: 'select request_hash, response from idempotency_keys where scope = $1 and key = $2 for update',
    values: [once.scope, once.key],
  });
  requireSameRequest(first, hash);
  if (first.response === null) throw new Error(`the result of an idempotency key of ${once.scope} is missing`);
  return first.response;
}

/** Rejects a key that was used with another input. @throws ApiError `idempotency_key_reused` */
export function requireSameRequest<First extends { readonly request_hash: string }>(
  first: First | null,
  hash: string,
): asserts first is First {
  if (first?.request_hash !== hash) throw new ApiError('idempotency_key_reused');
}

/** Claims an expired key again. The second of two concurrent requests finds it renewed and replays. */
async function renewExpired(
  transaction: Transaction,
  { scope, key }: IdempotencyRequest,
  minutes: number,
  hash: string,
  response: unknown,
): Promise<boolean> {
  const renewed = await transaction.execute({
    name: 'idempotency.renewExpired',
    text: `update idempotency_keys set request_hash = $3, response = $4, created_at = now()
      where scope = $1 and key = $2 and created_at < now() - make_interval(mins => $5)`,
    values: [scope, key, hash, JSON.stringify(response), minutes],
  });
  return renewed === 1;
}

/**
 * Runs work once per key, in the transaction that claims it. A `Failure` releases the key.
 * @returns the result of `work`, null for a repeat, which does nothing
 */
export const doOnce = <T>(
  database: Database,
  once: IdempotencyRequest,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T | null> =>
  database.transaction(async (transaction) =>
    (await claimIdempotencyKey(transaction, once, { done: true })) === null ? work(transaction) : null,
  );

/** Replaces the stored response if only the work produces it. Runs in the transaction that claimed the key. */
export async function storeResponse<Stored>(
  transaction: Transaction,
  once: Pick<IdempotencyRequest, 'scope' | 'key'>,
  response: Stored,
): Promise<void> {
  if (once.key === null) return;
  await transaction.execute({
    name: 'idempotency.storeResponse',
    text: 'update idempotency_keys set response = $3 where scope = $1 and key = $2',
    values: [once.scope, once.key, JSON.stringify(response)],
  });
}

/** Hours for which keys are stored. */
const KEY_RETENTION_HOURS = 24;

/** Deletes old keys. @returns how many */
export const purgeIdempotencyKeys = (database: Database): Promise<number> =>
  database.execute({ text: `delete from idempotency_keys where created_at < now() - interval '${KEY_RETENTION_HOURS} hours'` });
