/**
 * Returns a function that reads a value again and applies it. Of two reads at the same time the one that began later counts, in whatever
 * order they end: the other may lack what the second one was for.
 * @param read what to read
 * @param apply called with each value, except those that are older than one that was applied
 */
export function createOrderedRefresh<T>(read: () => Promise<T>, apply: (value: T) => void): () => Promise<void> {
  let begun = 0;
  let applied = 0;
  return async () => {
    begun += 1;
    const order = begun;
    const value = await read();
    if (order < applied) return;
    applied = order;
    apply(value);
  };
}
