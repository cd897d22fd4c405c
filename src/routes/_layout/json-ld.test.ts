import { describe, expect, test } from 'vitest';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { breadcrumbList, itemList, product } from './json-ld.ts';

const origin = 'https://shop.example';
const offer = {
  name: 'Old Block Shiraz',
  vintage: '2021',
  brand: 'Wirrabeen Ridge',
  sku: 'WR-1',
  category: 'Red',
  isSpirit: false,
  isMixed: false,
  offerVariant: '',
  imageUrl: '/pictures/bottle/a.1.svg',
  url: '/wines/wirrabeen-ridge/a',
  packPrice: 288,
  inventoryStatus: 'AVAILABLE',
  quote: '',
} as OfferDetail;

describe('product', () => {
  test.each([
    { status: 'AVAILABLE', expected: 'https://schema.org/InStock' },
    { status: 'PRESELLING', expected: 'https://schema.org/PreOrder' },
    { status: 'SOLD_OUT', expected: 'https://schema.org/OutOfStock' },
  ] as const)('maps $status to $expected', ({ status, expected }) => {
    expect(product(origin, { ...offer, inventoryStatus: status }, 'AUD', '2026-12-31').offers.availability).toBe(expected);
  });

  test('gives the price of a case with its currency and absolute URLs', () => {
    const made = product(origin, offer, 'SGD', '2026-12-31');
    expect(made.offers).toMatchObject({
      price: '288.00',
      priceCurrency: 'SGD',
      priceValidUntil: '2026-12-31',
      url: 'https://shop.example/wines/wirrabeen-ridge/a',
    });
    expect(made.image).toEqual(['https://shop.example/pictures/bottle/a.1.png']);
    expect(made).not.toHaveProperty('description');
  });
});

test('leaves URLs of other sites unchanged in breadcrumbs', () => {
  const items = breadcrumbList(origin, [
    { label: 'Spirits', to: 'https://spirits.example/spirits' },
    { label: 'Whisky', to: '/x' },
  ]).itemListElement;
  expect(items.map(({ item }) => item['@id'])).toEqual(['https://spirits.example/spirits', 'https://shop.example/x']);
});

test('continues positions from page to page', () => {
  expect(itemList(origin, [{ url: '/a' }, { url: '/b' }], 41).itemListElement.map(({ position }) => position)).toEqual([41, 42]);
});
