import { expect, test } from 'vitest';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { lineup } from './home-selection.ts';

const hit = (id: number, category: CatalogueHit['category'], isMixed = false) => ({ id, category, isMixed }) as CatalogueHit;
const ids = (offers: readonly CatalogueHit[]) => offers.map(({ id }) => id);

test('takes one of each category first, then more picks', () => {
  const picks = [hit(1, 'Red'), hit(2, 'Red'), hit(3, 'White')];
  const categories = [{ example: hit(1, 'Red') }, { example: hit(9, 'Mixed', true) }, { example: hit(4, 'Rosé') }];
  expect(ids(lineup({ picks, categories }, 6))).toEqual([1, 3, 4, 2]);
  expect(ids(lineup({ picks, categories }, 2))).toEqual([1, 3]);
});

test('returns nothing for an empty shop', () => {
  expect(lineup({ picks: [], categories: [] }, 6)).toEqual([]);
});
