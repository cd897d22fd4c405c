/** Reads of one kind that are asked for at once share a statement: most of what a short one costs is the way there and back. */

/** Statements under way at once; what is asked for meanwhile waits for the next. */
const MAX_CONCURRENT = 2;
const MAX_BATCH_SIZE = 50;

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
  let pending = 0;

  const send = async (batch: readonly Waiting<Key, Value>[]): Promise<void> => {
    pending += 1;
    try {
      const found = await read([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      pending -= 1;
      next();
    }
  };
  const next = (): void => {
    if (waiting.length === 0 || pending >= MAX_CONCURRENT) return;
    const batch = waiting.slice(0, MAX_BATCH_SIZE);
    waiting = waiting.slice(MAX_BATCH_SIZE);
    void send(batch);
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // At the end of the turn: requests that arrived together go together.
      if (waiting.length === 1) setImmediate(next);
    });
}
