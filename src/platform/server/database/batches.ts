/** Reads of one kind that are asked for at once share a statement: most of what a short one costs is the way there and back. */

/** Statements under way at once; what is asked for meanwhile waits for the next. */
const UNDER_WAY = 2;
const MOST_IN_ONE = 50;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Make a reader of single keys from one of many. A read begins after it was asked for, so it sees what was written before.
 * @param read gives what there is by key; a failure is that of all who shared it
 */
export function inBatches<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | null> {
  let waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;

  const send = async (batch: readonly Waiting<Key, Value>[]): Promise<void> => {
    underWay += 1;
    try {
      const found = await read([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      next();
    }
  };
  const next = (): void => {
    if (waiting.length === 0 || underWay >= UNDER_WAY) return;
    const batch = waiting.slice(0, MOST_IN_ONE);
    waiting = waiting.slice(MOST_IN_ONE);
    void send(batch);
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // At the end of the turn: requests that arrived together go together.
      if (waiting.length === 1) setImmediate(next);
    });
}
