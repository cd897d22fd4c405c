import { describe, expect, test } from 'vitest';
import { offer } from '#tests/fixtures/offers.ts';
import { followingYear, isLaterVintage, nextVintageOf, proposeOfferId, proposeSku } from './next-vintage.ts';

describe('the next vintage', () => {
  test('is the year after, and none for wines without a year', () => {
    expect([followingYear('2021'), followingYear('NV'), followingYear('')]).toEqual(['2022', null, null]);
    expect([isLaterVintage('2022', '2021'), isLaterVintage('2021', '2021'), isLaterVintage('NV', '2021')]).toEqual([true, false, false]);
  });

  test.each([
    ['ORD-SHZ-21', 'ORD-SHZ-22'],
    ['ORD-SHZ-2021', 'ORD-SHZ-2022'],
    ['2021/77', '2022/77'],
    ['A1211', 'A1211-2022'],
    ['SHZ', 'SHZ-2022'],
  ])('has a number like %s with the new year: %s', (sku, expected) => {
    expect(proposeSku(sku, '2021', '2022')).toBe(expected);
  });

  test('has an address of producer, name and year, without saying the producer twice', () => {
    expect(proposeOfferId({ brand: 'Orchard End', name: 'Old Block Shiraz', vintage: '2022' })).toBe('orchard-end-old-block-shiraz-2022');
    expect(proposeOfferId({ brand: 'Orchard End', name: 'Orchard End Rosé', vintage: '2022' })).toBe('orchard-end-rose-2022');
  });

  test('keeps words and prices, and leaves what belongs to the old vintage', () => {
    const old = offer({ gtin: '12345678', endsAt: '2026-12-01T00:00:00Z', cellarUntil: 2030, story: ['Old vines.'] });

    const made = nextVintageOf(old, {
      offerId: 'new-one',
      productId: 9,
      sku: 'N-22',
      vintage: '2022',
      startsAt: null,
      keepsPictures: false,
    });

    expect(made).toMatchObject({
      offerId: 'new-one',
      productId: 9,
      vintage: '2022',
      gtin: '',
      endsAt: null,
      cellarUntil: 2031,
      story: ['Old vines.'],
    });
    expect(made.prices).toEqual({ AU: { packPrice: 240, packRRP: null }, SG: { packPrice: 288.5, packRRP: null } });
  });
});
