/**
 * Answers kept while a page is open (SPEC.md §9 "Query cache"): one is as good as new for a second, is shown while it is read
 * again after that, and is forgotten five minutes after it was last looked at.
 */
export const QUERY_CACHE = { freshMs: 1_000, garbageMs: 5 * 60_000 } as const;

export interface QueryCachePorts {
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
  /** Run later; returns how to stop. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
}

interface Kept {
  readonly value: unknown;
  /** When it was answered; null where something has changed since. */
  readonly at: number | null;
  readonly stop: () => void;
}

export interface QueryCache {
  /** What was answered last under a key, however old; null where nothing is kept. */
  look<Value>(key: string): Value | null;
  /** Whether the kept answer need not be read again. */
  isFresh(key: string): boolean;
  /** Ask, sharing a question under way; null is no answer and leaves what is kept. */
  read<Value>(key: string, ask: () => Promise<Value | null>): Promise<Value | null>;
  /** Keep a newer answer. */
  put(key: string, value: unknown): void;
  /** Something was changed: every answer is read again when it is next wanted. */
  changed(): void;
}

/** Make a cache. A question that was asked before a change is answered, but not kept as fresh. */
export function queryCache({ now, later }: QueryCachePorts): QueryCache {
  const kept = new Map<string, Kept>();
  const pending = new Map<string, Promise<unknown>>();
  let changes = 0;

  const keep = (key: string, value: unknown, at: number | null): void => {
    kept.get(key)?.stop();
    kept.set(key, { value, at, stop: later(() => kept.delete(key), QUERY_CACHE.garbageMs) });
  };

  return {
    look<Value>(key: string): Value | null {
      const found = kept.get(key);
      if (!found) return null;
      keep(key, found.value, found.at);
      return found.value as Value;
    },
    isFresh(key) {
      const at = kept.get(key)?.at ?? null;
      return at !== null && now() - at < QUERY_CACHE.freshMs;
    },
    async read<Value>(key: string, ask: () => Promise<Value | null>): Promise<Value | null> {
      const asked = pending.get(key) as Promise<Value | null> | undefined;
      if (asked) return asked;
      const before = changes;
      const answer = ask()
        .then((value) => {
          if (value !== null) keep(key, value, before === changes ? now() : null);
          return value;
        })
        .finally(() => pending.get(key) === answer && pending.delete(key));
      pending.set(key, answer);
      return answer;
    },
    put: (key, value) => keep(key, value, now()),
    changed() {
      changes += 1;
      pending.clear();
      for (const [key, { value }] of [...kept]) keep(key, value, null);
    },
  };
}

/** The page's own. */
export const pageQueries: QueryCache = queryCache({
  now: () => performance.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
});
