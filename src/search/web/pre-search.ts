/** The question before a search: whether its words find anything (SPEC.md §4 "Search"). */
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { searchCalls } from '../contract.ts';
import type { Kind } from '../list-answer.ts';
import { rememberSearch } from './recent-searches.ts';

/** Remember the words and ask for them; true also where the question fails, since the list itself will say what there is. */
export async function preSearch(index: string, words: string, kind: Kind): Promise<boolean> {
  rememberSearch(words);
  const found = await client(searchCalls, fetchTransport())
    .preSearch({ index, keyword: words, kind })
    .catch(() => null);
  return !found?.ok || found.value.count > 0;
}
