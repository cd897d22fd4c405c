/** Runs a pre-search, which checks whether a query has hits [SRCH-26] [SRCH-27] [SRCH-28]. */

import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { readIndexName } from '../model/index-names.ts';
import type { Kind } from '../model/list-shape.ts';
import { rememberSearch } from './recent-searches.ts';
import { reportSearch } from './report-search.ts';
import type { SearchCalls } from './use-search-calls.ts';

const INDEX = 'algoliaIndexName';

/** Returns the saved index name if it is of the site's market. Otherwise saves and returns the site's own [SRCH-33]. */
export function chosenIndex(own: string, values: KeyValueStorage = createLocalStorage()): string {
  const saved = values.read(INDEX);
  if (saved !== null && readIndexName(saved)?.market === readIndexName(own)?.market) return saved;
  values.write(INDEX, own);
  return own;
}

/** Saves the query and checks whether it has hits. Returns true if the request fails, because the list shows the result anyway. */
export async function preSearch(calls: SearchCalls, index: string, query: string, kind: Kind): Promise<boolean> {
  rememberSearch(query);
  const searchedFrom = location.pathname;
  const found = await calls.preSearch({ index: chosenIndex(index), keyword: query, kind }).catch(() => null);
  if (!found?.ok) return true;
  reportSearch({ name: 'Search', query: query, hits_returned: found.value.count, searched_from: searchedFrom });
  return found.value.count > 0;
}
