/** What a browser keeps for a site between visits, as a port: strings by name. */

export interface KeyValueStorage {
  read(name: string): string | null;
  write(name: string, value: string): void;
  remove(name: string): void;
  /** Told when another tab changed a value; null where it was forgotten. Returns how to stop. */
  watch(listener: (name: string, value: string | null) => void): () => void;
}

/** Values that last as long as the page: for tests, and where the browser refuses to keep anything. */
export function createMemoryStorage(start: Readonly<Record<string, string>> = {}): KeyValueStorage {
  const kept = new Map(Object.entries(start));
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
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

/** The browser's local storage. Where it is blocked the shop still works, for as long as the page is open. */
export function createLocalStorage(): KeyValueStorage {
  const storage = storageOf();
  if (!storage) return createMemoryStorage();
  return {
    read: (name) => storage.getItem(name),
    write(name, value) {
      try {
        storage.setItem(name, value);
      } catch {
        // A full store refuses new values; what is on screen goes on without it.
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
