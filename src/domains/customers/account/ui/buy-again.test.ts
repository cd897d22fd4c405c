import { expect, test } from 'vitest';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { openTab, quantitiesIn } from '#domains/selling/cart/ui/testing/create-test-tab.ts';
import { FakeShop, hit } from '#domains/selling/cart/ui/testing/fake-shop.ts';
import { type BoughtLine, buyAgain, type ReadOffer } from './buy-again.ts';

const OFFERS = [hit(1), hit(2), hit(3, { inventoryStatus: 'SOLD_OUT' })];

const line = (number: number, quantity: number, more: Partial<BoughtLine> = {}): BoughtLine => ({
  name: `Wine ${number}`,
  vintage: '2021',
  offerVariant: '',
  category: 'Red',
  isSpirit: false,
  slug: `/wines/house/offer-${number}`,
  quantity,
  extendedSalePrice: 100 * quantity,
  ...more,
});
const reading =
  (offers: readonly CatalogueHit[]): ReadOffer =>
  async ({ offer }) =>
    offers.find(({ offerId }) => offerId === offer) ?? null;

const cases = [
  { name: 'everything', lines: [line(1, 2), line(2, 1)], cart: { 'offer-1': 2, 'offer-2': 1 }, cases: 3, missing: [] },
  {
    name: 'without what is sold out',
    lines: [line(1, 1), line(3, 1)],
    cart: { 'offer-1': 1 },
    cases: 1,
    missing: ['Wine 3 2021 is sold out.'],
  },
  { name: 'without offers that are no longer sold', lines: [line(9, 1)], cart: {}, cases: 0, missing: ['Wine 9 2021 is no longer sold.'] },
  {
    name: 'without gifts, which come by themselves',
    lines: [line(1, 1), line(2, 1, { extendedSalePrice: 0 })],
    cart: { 'offer-1': 1 },
    cases: 1,
    missing: [],
  },
  { name: 'no page of ours', lines: [line(1, 1, { slug: '/elsewhere' })], cart: {}, cases: 0, missing: ['Wine 1 2021 is no longer sold.'] },
];
test.each(cases)('handles $name', async ({ lines, cart, cases: added, missing }) => {
  const tab = openTab(new FakeShop(OFFERS).transport);
  expect(await buyAgain(lines, reading(OFFERS), tab.store)).toEqual({ cases: added, missing });
  expect(quantitiesIn(tab)).toEqual(cart);
});

test('adds to the cart, also while it is loading', async () => {
  const shop = new FakeShop(OFFERS);
  const before = openTab(shop.transport);
  await buyAgain([line(1, 4)], reading(OFFERS), before.store);
  const tab = openTab(shop.transport, { values: before.values });
  expect(await buyAgain([line(1, 1)], reading(OFFERS), tab.store)).toEqual({ cases: 1, missing: [] });
  expect(quantitiesIn(tab)).toEqual({ 'offer-1': 5 });
});

test('reports what the server rejected', async () => {
  const shop = new FakeShop(OFFERS);
  shop.limits.set(1, 1);
  const tab = openTab(shop.transport);
  const again = await buyAgain([line(1, 3), line(2, 1)], reading(OFFERS), tab.store);
  expect(again).toEqual({ cases: 1, missing: ['We couldn’t add Wine 1 2021.'] });
  expect(quantitiesIn(tab)).toEqual({ 'offer-2': 1 });
});

test('reports lines whose offer could not be read', async () => {
  const tab = openTab(new FakeShop(OFFERS).transport);
  const again = await buyAgain([line(1, 1)], async () => 'unknown', tab.store);
  expect(again).toEqual({ cases: 0, missing: ['We couldn’t look up Wine 1 2021. Please try again.'] });
});
