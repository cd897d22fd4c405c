import { expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { chosenIndex } from './pre-search.ts';

const OWN = 'au_storefront_site_offers';

test.each([
  { name: 'nothing saved', kept: undefined, is: OWN },
  { name: 'the default', kept: OWN, is: OWN },
  { name: 'another of the market', kept: `${OWN}_price_asc`, is: `${OWN}_price_asc` },
  { name: 'the other market’s', kept: 'sg_storefront_site_offers', is: OWN },
  { name: 'no index', kept: 'nonsense', is: OWN },
])('uses the saved index name: $name [SRCH-33]', ({ kept, is }) => {
  const values = createMemoryStorage(kept === undefined ? {} : { algoliaIndexName: kept });
  expect(chosenIndex(OWN, values)).toBe(is);
  expect(values.read('algoliaIndexName')).toBe(is);
});
