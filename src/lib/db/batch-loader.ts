/** Combines concurrent reads of one kind into one statement, because most of a short statement's cost is the round trip. */

/** Concurrent statements. Later reads wait for the next one. */
const MAX_CONCURRENT = 2;
const MAX_BATCH_SIZE = 50;

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a reader of single keys from one of many. A read starts after it was requested, so it sees earlier writes.
 * @param read returns values by key; an error rejects everyone who shared the statement
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
      // Runs at the end of the event loop turn, so that requests that arrive together share a statement.
      if (waiting.length === 1) setImmediate(next);
    });
}
