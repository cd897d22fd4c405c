/** Port for values that a browser stores for a site: strings by key. */

export interface KeyValueStorage {
  read(name: string): string | null;
  write(name: string, value: string): void;
  remove(name: string): void;
  /** Calls the listener when another tab changes a value; null if it was deleted. Returns an unsubscribe function. */
  watch(listener: (name: string, value: string | null) => void): () => void;
}

/** Creates in-memory storage, for tests and for browsers without storage. */
export function createMemoryStorage(start: Readonly<Record<string, string>> = {}): KeyValueStorage {
  const cached = new Map(Object.entries(start));
  return {
    read: (name) => cached.get(name) ?? null,
    write: (name, value) => void cached.set(name, value),
    remove: (name) => void cached.delete(name),
    watch: () => () => undefined,
  };
}

function storageOf(): Storage | null {
  try {
    const probe = 'probe';
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}

/** Creates storage over the browser's local storage. If that is blocked, values last while the page is open. */
export function createLocalStorage(): KeyValueStorage {
  const storage = storageOf();
  if (!storage) return createMemoryStorage();
  return {
    read: (name) => storage.getItem(name),
    write(name, value) {
      try {
        storage.setItem(name, value);
      } catch {
        // A full storage rejects new values. The page continues without it.
      }
    },
    remove: (name) => storage.removeItem(name),
    watch(listener) {
      const changed = (event: StorageEvent): void => {
        if (event.storageArea === storage && event.key !== null) listener(event.key, event.newValue);
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}
