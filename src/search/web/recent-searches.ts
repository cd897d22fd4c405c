/** What this browser searched for last, kept in its local storage and nowhere else. */
import { type LocalValues, localValues } from '../../platform/web/local-values.ts';

const NAME = 'recentSearches';
const MOST = 6;

/** Words of earlier searches, the last one first. */
export function recentSearches(values: LocalValues = localValues()): string[] {
  try {
    const kept: unknown = JSON.parse(values.read(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter((words): words is string => typeof words === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remember a search; the same words are kept once, however they are written. */
export function rememberSearch(words: string, values: LocalValues = localValues()): void {
  const others = recentSearches(values).filter((each) => each.toLowerCase() !== words.toLowerCase());
  values.write(NAME, JSON.stringify([words, ...others].slice(0, MOST)));
}

export const forgetSearches = (values: LocalValues = localValues()): void => values.forget(NAME);
