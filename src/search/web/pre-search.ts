/** The question before a search: whether its words find anything (SPEC.md §4 "Search"). */
import type { Kind } from '../list-shape.ts';
import { rememberSearch } from './recent-searches.ts';
import type { SearchCalls } from './use-search-calls.ts';

/** Remember the words and ask for them; true also where the question fails, since the list itself will say what there is. */
export async function preSearch(calls: SearchCalls, index: string, words: string, kind: Kind): Promise<boolean> {
  rememberSearch(words);
  const found = await calls.preSearch({ index, keyword: words, kind }).catch(() => null);
  return !found?.ok || found.value.count > 0;
}
