import { describe, expect, test } from 'vitest';
import { type OfferRecordInput, offerRecord } from '../record.ts';
import { pictureVersion } from './picture-version.ts';

const version = (change: Partial<OfferRecordInput> = {}) =>
  pictureVersion(
    offerRecord.parse({
      record: 'offer',
      offerId: 'old-block',
      productId: 1,
      sku: 'OB-21',
      brand: 'Wirrabeen Ridge',
      name: 'Old Block Shiraz',
      category: 'Red',
      packSize: 12,
      audience: 'AU',
      prices: { AU: { packPrice: 288 } },
      ...change,
    }),
  );

test('is fourteen letters and digits, the same for the same offer', () => {
  expect(version()).toMatch(/^[0-9a-z]{14}$/);
  expect(version()).toBe(version());
});

describe('changes with what is drawn', () => {
  test.each<[string, Partial<OfferRecordInput>]>([
    ['brand', { brand: 'Wirrabeen' }],
    ['name', { name: 'Old Block' }],
    ['vintage', { vintage: '2020' }],
    ['category', { category: 'White' }],
    ['region', { region: 'Clare Valley' }],
    ['varietal', { varietal: 'Shiraz' }],
    ['bottles in a case', { packSize: 6 }],
    ['size of the bottle', { bottleMl: 375 }],
    ['alcohol', { alcoholPercent: 14 }],
    ['closure', { closure: 'Wax' }],
    ['looks', { bottle: { layout: 'seal' } }],
    ['contents', { contents: [{ brand: 'A', name: 'B', category: 'Red', quantity: 1 }] }],
  ])('%s', (_, change) => {
    expect(version(change)).not.toBe(version());
  });
  test('amount of a gift card', () => {
    const card = (packPrice: number) => version({ category: 'Gift card', prices: { AU: { packPrice } } });
    expect(card(100)).not.toBe(card(150));
  });
});

describe('stays with what is not drawn', () => {
  test.each<[string, Partial<OfferRecordInput>]>([
    ['price of a bottle', { prices: { AU: { packPrice: 99 } } }],
    ['story', { story: ['A hill.'] }],
    ['stock number', { sku: 'X' }],
    ['state, when the region is told', { region: '', country: '' }],
  ])('%s', (_, change) => {
    expect(version(change)).toBe(version());
  });
});
