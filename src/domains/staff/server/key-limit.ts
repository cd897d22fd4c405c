/** Limits the calls of an API key, in addition to the limit per address: a script that runs wild is stopped, its holder is not. */
import type { Queryable } from '#lib/db/pool.ts';
import { countCall } from '#lib/server/throttle.repository.ts';

/** Calls that a key may make in a minute, over all processes. */
const KEY_CALLS_PER_MINUTE = 600;

/** Counts a call of a key. @returns true if the key may make it */
export async function claimKeyCall(database: Queryable, keyId: number): Promise<boolean> {
  const { count } = await countCall(database, 'api_key', String(keyId));
  return count <= KEY_CALLS_PER_MINUTE;
}
