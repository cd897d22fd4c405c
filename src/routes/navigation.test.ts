import { describe, expect, test } from 'vitest';
import { TERMS } from '#tests/fixtures/terms.ts';
import { categoryLinks, deliveryTexts, navigationLinks } from './navigation.ts';

const pages = [
  { group: 'help', label: 'Contact', to: '/contact' },
  { group: 'shop', label: 'Gift cards', to: '/gift-cards' },
] as const;

describe('frameLinks', () => {
  test.each([
    ['wine', ['Wine', 'Mixed cases', 'Spirits', 'Wine clubs', 'Journal']],
    ['spirits', ['Spirits', 'Tasting packs', 'Whisky', 'Gin', 'Journal']],
  ] as const)('has five links in the header of %s', (kind, labels) => {
    expect(navigationLinks(kind, pages).main.map(({ label }) => label)).toEqual(labels);
  });

  test.each(['wine', 'spirits'] as const)('links menu and footer of %s to every category, the other list and the clubs', (kind) => {
    const paths = navigationLinks(kind, pages).categoryLinks.map(({ to }) => to);
    expect(paths).toEqual(expect.arrayContaining([...categoryLinks(kind).map(({ to }) => to), '/spirits', '/wine-clubs']));
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('shows content pages in their column', () => {
    const { shop, help, about } = navigationLinks('wine', pages);
    expect(shop.at(-1)).toEqual({ label: 'Gift cards', to: '/gift-cards' });
    expect(help[0]).toEqual({ label: 'Contact', to: '/contact' });
    expect(about).toEqual([]);
  });
});

test('derives the delivery texts from the table of fees', () => {
  expect(deliveryTexts(TERMS.AU.shipping)).toEqual({
    free: 'Free delivery on three or more cases',
    otherwise: 'Under three cases, delivery is $9.90 ($14.90 to QLD and WA).',
  });
  expect(deliveryTexts(TERMS.SG.shipping)).toEqual({
    free: 'Free delivery on orders of $200 or more',
    otherwise: 'Under $200, delivery is $5.00.',
  });
});

test('says where postcodes have other fees', () => {
  expect(deliveryTexts(TERMS.SG.shipping, true).otherwise).toBe(
    'Under $200, delivery is $5.00. Some postcodes have other fees: the checkout shows them.',
  );
});

test.each([
  {
    name: 'each zone by its fee',
    table: { ...TERMS.AU.shipping, regions: { NT: 19_90, QLD: 14_90, SA: 9_90, WA: 19_90 } },
    otherwise: 'Under three cases, delivery is $9.90 ($19.90 to NT and WA, $14.90 to QLD).',
  },
  {
    name: 'an order value with cents',
    table: { ...TERMS.SG.shipping, freeFromCents: 199_50 },
    otherwise: 'Under $199.50, delivery is $5.00.',
  },
])('names $name', ({ table, otherwise }) => {
  expect(deliveryTexts(table).otherwise).toBe(otherwise);
});
