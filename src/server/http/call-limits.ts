/**
 * Limits of calls. Those of single calls are counted in the database for all processes, because they stop guesses. The limit of all
 * requests is counted by each process, because a write for every request would cost more than it saves.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import type { Database } from '#lib/db/pool.ts';
import type { CallLimits } from '#lib/http/register-endpoints.ts';
import { countCall, readCalls } from '#lib/server/throttle.repository.ts';

/** Clients that a process counts at once. The least recent are dropped first. */
const MAX_CLIENTS = 5_000;

type Counted = Parameters<Parameters<FastifyRateLimitStore['incr']>[1]>[1];

/** Counts requests in this process. */
function localCounts(): (client: string, windowMs: number) => Counted {
  const windows = new LRUCache<string, { readonly endsAt: number; count: number }>({ max: MAX_CLIENTS });
  return (client, windowMs) => {
    const now = Date.now();
    const found = windows.get(client);
    const current = found && found.endsAt > now ? found : { endsAt: now + windowMs, count: 0 };
    current.count += 1;
    windows.set(client, current);
    return { current: current.count, ttl: current.endsAt - now };
  };
}

/** Returns the store of `@fastify/rate-limit`. Routes with a `groupId` are counted in the database, in windows of a minute. */
export function createLimitStore(database: Database): new (options: object) => FastifyRateLimitStore {
  return class LimitStore implements FastifyRateLimitStore {
    readonly #count = localCounts();
    readonly #isShared: boolean;

    constructor(options: object) {
      this.#isShared = 'groupId' in options && options.groupId !== undefined;
    }

    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      if (this.#isShared)
        countCall(database, 'calls', key).then(
          ({ count, msLeft }) => callback(null, { current: count, ttl: msLeft }),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      else callback(null, this.#count(key, windowMs));
    }

    child(options: object): FastifyRateLimitStore {
      return new LimitStore(options);
    }
  };
}

/** Returns the counts of failed calls of all processes. */
export const sharedCallLimits = (database: Database, processes: number): CallLimits => ({
  processes,
  failuresOf: (path) => ({
    read: (client) => readCalls(database, `failures ${path}`, client),
    add: (client) => countCall(database, `failures ${path}`, client),
  }),
});
