import { describe, expect, test } from 'vitest';
import { marketFacts } from '../../market/market.ts';
import type { Cart, LineItem } from '../contract.ts';
import { casesWords, contentWords, lineName, priceWords, savedOnRrp, stockWords } from './cart-words.ts';

const AU = marketFacts('AU');
const line = (more: Partial<LineItem>): LineItem =>
  ({
    name: 'Old Block Shiraz',
    vintage: '2021',
    packSize: 12,
    listPrice: 288,
    quantity: 1,
    availableStock: 50,
    isSoldOut: false,
    addedByPromotion: false,
    skuType: 'physical',
    ...more,
  }) as LineItem;

test.each([
  [1, '1 case'],
  [3, '3 cases'],
])('%d is %s', (cases, words) => expect(casesWords(cases)).toBe(words));

test('a wine without vintage is its name', () => {
  expect([lineName(line({})), lineName(line({ vintage: '' }))]).toEqual(['Old Block Shiraz 2021', 'Old Block Shiraz']);
});

describe('how a line is sold', () => {
  test.each<[string, Partial<LineItem>, string]>([
    ['by the case', {}, 'Case of 12, $288.00. $24.00 a bottle'],
    ['a case that does not divide', { packSize: 7, listPrice: 100 }, 'Case of 7, $100.00. $14.29 a bottle'],
    ['by the bottle', { packSize: 1, listPrice: 89 }, '$89.00 a bottle'],
    ['a gift card', { packSize: 1, listPrice: 50, skuType: 'digital' }, 'Sent by email, $50.00 a card'],
  ])('%s', (_, more, words) => expect(priceWords(line(more), AU).replaceAll('\u00a0', ' ')).toBe(words));
});

describe('stock worth saying', () => {
  test.each<[string, Partial<LineItem>, string | null]>([
    ['plenty', {}, null],
    ['ten', { availableStock: 10 }, null],
    ['nine', { availableStock: 9 }, 'Only 9 cases left'],
    ['one', { availableStock: 1 }, 'Only 1 case left'],
    ['fewer than wanted', { availableStock: 20, quantity: 24 }, 'Only 20 cases left'],
    ['none', { isSoldOut: true, availableStock: 0 }, 'Sold out'],
    ['a gift of the shop', { addedByPromotion: true, availableStock: 1 }, null],
  ])('%s', (_, more, words) => expect(stockWords(line(more))).toBe(words));
});

test('bottles are counted, gift cards are not', () => {
  const cart = (lineItems: LineItem[], cartQuantity: number): Cart => ({ lineItems, cartQuantity }) as Cart;
  expect(contentWords(cart([line({}), line({ packSize: 6, quantity: 3 })], 4))).toBe('4 cases, 30 bottles');
  expect(contentWords(cart([line({ skuType: 'digital', packSize: 1 })], 1))).toBe('');
});

test('what is saved on RRP counts only lines that show one, after discounts', () => {
  const lines = [
    line({ extendedComparisonPrice: 408, extendedSalePrice: 268, hideRRP: false }),
    line({ extendedComparisonPrice: 500, extendedSalePrice: 300, hideRRP: true }),
    line({ extendedComparisonPrice: null, extendedSalePrice: 300, hideRRP: false }),
    line({ extendedComparisonPrice: 90, extendedSalePrice: 100, hideRRP: false }),
  ];
  expect(savedOnRrp({ lineItems: lines } as Cart)).toBe(140);
});
