/** Carts cache offers. A change of an offer is visible in the next read of a cart. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CartShop, createCartTestShop, payload, value } from '#tests/fixtures/cart-shop.ts';
import type { TestOffer } from '#tests/fixtures/shop.ts';

const OFFER = { offerId: 'plenty', productId: 1, level: 500 };
let opened: CartShop;
let cartId: string;
beforeAll(async () => {
  opened = await createCartTestShop();
  cartId = (await opened.cartWith('plenty', 'cheap')).id;
});
afterAll(() => opened.shop.stop());

const read = async () => value(await opened.carts.initialize({ cartId }));
const first = async () => (await read()).lineItems[0];

const CHANGES: readonly { name: string; offer: Partial<TestOffer>; seen: Record<string, unknown> }[] = [
  { name: 'its price', offer: { prices: { AU: { packPrice: 75 } } }, seen: { listPrice: 75 } },
  { name: 'its name and limit', offer: { name: 'Other', orderQuantityMaximum: 3 }, seen: { name: 'Other', orderQuantityMaximum: 3 } },
  { name: 'its stock', offer: { level: 7 }, seen: { availableStock: 7, currentStock: 7 } },
  { name: 'its being sold out', offer: { inventoryStatus: 'SOLD_OUT' }, seen: { isSoldOut: true } },
  { name: 'the end of its sale', offer: { endsAt: '2020-01-01T00:00:00Z' }, seen: { isSoldOut: true } },
];

test.for(CHANGES)('shows a change of $name', async ({ offer, seen }) => {
  await first();
  await opened.shop.stock({ ...OFFER, ...offer });
  expect(await first()).toMatchObject(seen);
});

test('marks an offer without a price in the market as sold out, and removes a deleted offer', async () => {
  await opened.shop.stock({ ...OFFER, prices: { SG: { packPrice: 80 } } });
  expect((await first())?.isSoldOut).toBe(true);
  await opened.shop.stock(OFFER);
  expect((await first())?.isSoldOut).toBe(false);
  await opened.shop.database.execute({ text: "delete from offers where offer_id = 'cheap'" });
  expect((await read()).lineItems.map((line) => line.offerId)).toEqual(['plenty']);
  expect((await opened.carts.addItem({ ...payload('cheap'), cartId })).ok).toBe(false);
});
