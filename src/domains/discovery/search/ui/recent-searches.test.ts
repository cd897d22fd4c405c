import { expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { clearSearches, recentSearches, rememberSearch } from './recent-searches.ts';

test('lists the last search first, each once, at most six', () => {
  const values = createMemoryStorage();
  for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'C']) rememberSearch(query, values);
  expect(recentSearches(values)).toEqual(['C', 'g', 'f', 'e', 'd', 'b']);
  clearSearches(values);
  expect(recentSearches(values)).toEqual([]);
});

test.each(['not json', '{"a":1}', '[1,null]'])('ignores an invalid saved value: %s', (saved) => {
  expect(recentSearches(createMemoryStorage({ recentSearches: saved }))).toEqual([]);
});
