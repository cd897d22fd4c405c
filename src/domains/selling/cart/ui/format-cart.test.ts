import { describe, expect, test } from 'vitest';
import { getMarketConfig } from '#markets/market.ts';
import type { Cart, LineItem } from '../contract.ts';
import { formatCount, lineName } from '../model/format-line.ts';
import { formatContents, formatGift, formatLinePrice, formatRegionFees, formatStock, savedOnRrp } from './format-cart.ts';
import { formatPricePaid } from './PriceExplanation.tsx';

const AU = getMarketConfig('AU');
const line = (more: Partial<LineItem>): LineItem =>
  ({
    name: 'Old Block Shiraz',
    vintage: '2021',
    offerVariant: '',
    category: 'Shiraz',
    isSpirit: false,
    packSize: 12,
    listPrice: 288,
    quantity: 1,
    availableStock: 50,
    isSoldOut: false,
    addedByPromotion: false,
    skuType: 'physical',
    ...more,
  }) as LineItem;

describe('formatCount', () => {
  test.each<[string, Partial<LineItem>[], number, string]>([
    ['one case', [{}], 1, '1 case'],
    ['cases', [{}, { packSize: 6 }], 3, '3 cases'],
    ['bottles', [{ packSize: 1 }], 2, '2 bottles'],
    ['cases and bottles', [{ packSize: 1 }, {}], 2, '2 cases'],
    ['gift cards', [{ packSize: 1, skuType: 'digital' }], 1, '1 card'],
  ])('%s', (_, items, count, expected) => expect(formatCount(count, items.map(line))).toBe(expected));
});

test('names a wine without vintage by its name', () => {
  expect([lineName(line({})), lineName(line({ vintage: '' }))]).toEqual(['Old Block Shiraz 2021', 'Old Block Shiraz']);
});

describe('formatLinePrice', () => {
  test.each<[string, Partial<LineItem>, string]>([
    ['by the case', {}, 'Case of 12, $288.00. $24.00 a bottle'],
    ['a case that does not divide', { packSize: 7, listPrice: 100 }, 'Case of 7, $100.00. $14.29 a bottle'],
    ['by the bottle', { packSize: 1, listPrice: 89 }, '$89.00 a bottle'],
    ['a gift card', { packSize: 1, listPrice: 50, skuType: 'digital' }, 'Sent by email, $50.00 a card'],
  ])('%s', (_, more, expected) => expect(formatLinePrice(line(more), AU).replaceAll('\u00a0', ' ')).toBe(expected));
});

describe('formatStock', () => {
  test.each<[string, Partial<LineItem>, string | null]>([
    ['plenty', {}, null],
    ['ten', { availableStock: 10 }, null],
    ['nine', { availableStock: 9 }, 'Only 9 cases left'],
    ['one', { availableStock: 1 }, 'Only 1 case left'],
    ['bottles', { availableStock: 2, packSize: 1 }, 'Only 2 bottles left'],
    ['fewer than wanted', { availableStock: 20, quantity: 24 }, 'Only 20 cases left'],
    ['none', { isSoldOut: true, availableStock: 0 }, 'Sold out'],
    ['a gift of the shop', { addedByPromotion: true, availableStock: 1 }, null],
  ])('%s', (_, more, expected) => expect(formatStock(line(more))).toBe(expected));
});

describe('formatContents', () => {
  test.each<[string, Partial<LineItem>[], number, string]>([
    ['cases and their bottles', [{}, { packSize: 6, quantity: 3 }], 4, '4 cases, 30 bottles'],
    ['bottles alone', [{ packSize: 1, quantity: 2 }], 2, '2 bottles'],
    ['a gift card beside a case', [{}, { packSize: 1, skuType: 'digital' }], 2, '2 cases, 12 bottles'],
  ])('%s', (_, items, cartQuantity, expected) =>
    expect(formatContents({ lineItems: items.map(line), cartQuantity }, 'en-AU')).toBe(expected),
  );
});

test('counts savings on RRP only for lines that show one, after discounts', () => {
  const lines = [
    line({ extendedComparisonPrice: 408, extendedSalePrice: 268, hideRRP: false }),
    line({ extendedComparisonPrice: 500, extendedSalePrice: 300, hideRRP: true }),
    line({ extendedComparisonPrice: null, extendedSalePrice: 300, hideRRP: false }),
    line({ extendedComparisonPrice: 90, extendedSalePrice: 100, hideRRP: false }),
  ];
  expect(savedOnRrp({ lineItems: lines } as Cart)).toBe(140);
});

test.each([
  ['one fee for several regions', { QLD: 14_90, WA: 14_90 }, ['Delivery to QLD and WA costs $14.90.']],
  ['several fees', { NT: 20_00, QLD: 14_90, TAS: 20_00 }, ['Delivery to NT and TAS costs $20.00.', 'Delivery to QLD costs $14.90.']],
  ['the same fee everywhere', {}, []],
])('formats %s [SHIP-1]', (_, regions, sentences) => expect(formatRegionFees({ regions }, AU)).toEqual(sentences));

describe('reasons for a price', () => {
  const discounts = (...names: string[]): LineItem['discounts'] =>
    names.map((name, id) => ({ id, name, what: 'gift' as const, amount: 1 }));

  test.each<[string, Partial<LineItem>, string]>([
    ['one promotion', { discounts: discounts('A rosé thank-you') }, '1 case, free with A rosé thank-you'],
    ['two of them', { quantity: 3, packSize: 1, discounts: discounts('One', 'Two') }, '3 bottles, free with One, Two'],
    ['none with a name', { discounts: [] }, '1 case'],
  ])('describes a gift of %s', (_, item, expected) => expect(formatGift(line(item))).toBe(expected));

  test.each<[string, Partial<LineItem>, string]>([
    ['a share off', { quantity: 2, extendedSalePrice: 518.4 }, 'You pay, $21.60 a bottle'],
    ['everything off', { extendedSalePrice: 0 }, 'You pay'],
    ['a card', { skuType: 'digital', packSize: 1, extendedSalePrice: 50 }, 'You pay'],
  ])('%s', (_, item, expected) => expect(formatPricePaid(line(item), AU)).toBe(expected));
});
