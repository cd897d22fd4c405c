import { expect, test } from 'vitest';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { recentlyViewed, rememberViewed } from './recently-viewed.ts';

const offer = (offerId: string, fields: Partial<CatalogueHit> = {}) =>
  ({
    offerId,
    name: offerId,
    vintage: '',
    brand: 'House',
    url: `/wines/house/${offerId}`,
    imageUrl: '/p.svg',
    category: 'Red',
    isMixed: false,
    isSpirit: false,
    offerVariant: '',
    packSize: 6,
    packPrice: 60,
    secret: false,
    tiersEligible: ['GUEST'],
    ...fields,
  }) as CatalogueHit;

test('lists the last offer first, each once, without its price', () => {
  const values = createMemoryStorage();
  for (const id of ['a', 'b', 'a']) rememberViewed(offer(id), values);
  expect(recentlyViewed(values).map(({ offerId }) => offerId)).toEqual(['a', 'b']);
  expect(recentlyViewed(values)[0]).not.toHaveProperty('packPrice');
});

test.each([{ secret: true }, { tiersEligible: ['GOLD'] }])('does not save restricted offers: %j', (restriction) => {
  const values = createMemoryStorage();
  rememberViewed(offer('hidden', restriction), values);
  expect(recentlyViewed(values)).toEqual([]);
});

test.each(['no json', '[{"url":"https://elsewhere.example"}]', '{}'])('ignores an invalid saved value: %s', (saved) => {
  expect(recentlyViewed(createMemoryStorage({ recentlyViewed: saved }))).toEqual([]);
});
