/** Small external stores, read in components with `useSyncExternalStore`. */

export interface Store<Value> {
  /** Calls the listener after each change. @returns unsubscribe function */
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => Value;
  /** Value for server rendering and hydration. */
  readonly onServer: () => Value;
  readonly set: (value: Value) => void;
}

/** Creates a store that holds one value. */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => value,
    onServer: () => initial,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
