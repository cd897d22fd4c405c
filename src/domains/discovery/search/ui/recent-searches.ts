/** The last searches of this browser, in local storage only. */
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';

const NAME = 'recentSearches';
const MAX_ENTRIES = 6;

/** Returns the queries of earlier searches, the last one first. */
export function recentSearches(values: KeyValueStorage = createLocalStorage()): string[] {
  try {
    const saved: unknown = JSON.parse(values.read(NAME) ?? '[]');
    return Array.isArray(saved) ? saved.filter((query): query is string => typeof query === 'string').slice(0, MAX_ENTRIES) : [];
  } catch {
    return [];
  }
}

/** Saves a search. Queries that differ only in case or spacing are saved once. */
export function rememberSearch(query: string, values: KeyValueStorage = createLocalStorage()): void {
  const others = recentSearches(values).filter((each) => each.toLowerCase() !== query.toLowerCase());
  values.write(NAME, JSON.stringify([query, ...others].slice(0, MAX_ENTRIES)));
}

/** Deletes the recent searches of this browser. */
export const clearSearches = (values: KeyValueStorage = createLocalStorage()): void => values.remove(NAME);
