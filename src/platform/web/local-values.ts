/** What a browser keeps for a site between visits, as a port: strings by name. */

export interface LocalValues {
  read(name: string): string | null;
  write(name: string, value: string): void;
  forget(name: string): void;
  /** Told when another tab changed a value; null where it was forgotten. Returns how to stop. */
  watch(listener: (name: string, value: string | null) => void): () => void;
}

/** Values that last as long as the page: for tests, and where the browser refuses to keep anything. */
export function memoryValues(start: Readonly<Record<string, string>> = {}): LocalValues {
  const kept = new Map(Object.entries(start));
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    forget: (name) => void kept.delete(name),
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
export function localValues(): LocalValues {
  const storage = storageOf();
  if (!storage) return memoryValues();
  return {
    read: (name) => storage.getItem(name),
    write(name, value) {
      try {
        storage.setItem(name, value);
      } catch {
        // A full store refuses new values; what is on screen goes on without it.
      }
    },
    forget: (name) => storage.removeItem(name),
    watch(listener) {
      const changed = (event: StorageEvent): void => {
        if (event.storageArea === storage && event.key !== null) listener(event.key, event.newValue);
      };
      addEventListener('storage', changed);
      return () => removeEventListener('storage', changed);
    },
  };
}
