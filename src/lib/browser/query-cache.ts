/**
 * Caches responses while a page is open [API-28]: fresh for one second, then shown while they are revalidated, and removed five minutes
 * after their last use.
 */
export const QUERY_CACHE = { freshMs: 1_000, garbageMs: 5 * 60_000 } as const;

export interface QueryCachePorts {
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
  /** Schedules a function; returns a cancel function. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
}

interface CachedValue {
  readonly value: unknown;
  /** Time of the response; null after a mutation. */
  readonly at: number | null;
  readonly stop: () => void;
}

export interface QueryCache {
  /** Returns the last response of a key, however old, or null. */
  peek<Value>(key: string): Value | null;
  /** Returns whether a response is fresh. */
  isFresh(key: string): boolean;
  /** Reads a key and shares a running request. A null response leaves the cached one. */
  read<Value>(key: string, ask: () => Promise<Value | null>): Promise<Value | null>;
  /** Stores a newer response. */
  put(key: string, value: unknown): void;
  /** Marks every response as stale after a mutation. */
  changed(): void;
}

/** Creates a cache. A response to a request that began before a mutation is not stored as fresh. */
export function queryCache({ now, later }: QueryCachePorts): QueryCache {
  const cached = new Map<string, CachedValue>();
  const pending = new Map<string, Promise<unknown>>();
  let changes = 0;

  const store = (key: string, value: unknown, at: number | null): void => {
    cached.get(key)?.stop();
    cached.set(key, { value, at, stop: later(() => cached.delete(key), QUERY_CACHE.garbageMs) });
  };

  return {
    peek<Value>(key: string): Value | null {
      const found = cached.get(key);
      if (!found) return null;
      store(key, found.value, found.at);
      return found.value as Value;
    },
    isFresh(key) {
      const at = cached.get(key)?.at ?? null;
      return at !== null && now() - at < QUERY_CACHE.freshMs;
    },
    async read<Value>(key: string, ask: () => Promise<Value | null>): Promise<Value | null> {
      const request = pending.get(key) as Promise<Value | null> | undefined;
      if (request) return request;
      const before = changes;
      const result = ask()
        .then((value) => {
          if (value !== null) store(key, value, before === changes ? now() : null);
          return value;
        })
        .finally(() => pending.get(key) === result && pending.delete(key));
      pending.set(key, result);
      return result;
    },
    put: (key, value) => store(key, value, now()),
    changed() {
      changes += 1;
      pending.clear();
      for (const [key, { value }] of [...cached]) store(key, value, null);
    },
  };
}

/** The cache of the page. */
export const pageQueries: QueryCache = queryCache({
  now: () => performance.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});
