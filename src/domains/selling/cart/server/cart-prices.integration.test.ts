/** Reports price changes of lines in a cart, which never block the shopper. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CartShop, createCartTestShop, payload, value } from '#tests/fixtures/cart-shop.ts';
import type { Cart } from '../contract.ts';

let opened: CartShop;
beforeAll(async () => {
  opened = await createCartTestShop();
});
afterAll(() => opened.shop.stop());

const price = (packPrice: number) =>
  opened.shop.stock({ offerId: 'cheap', productId: 12, prices: { AU: { packPrice }, SG: { packPrice: 9 } }, level: 50 });
const read = async ({ id }: Cart) => value(await opened.carts.initialize({ cartId: id }));

test('reports a higher price at every read until the next change of the cart, which reports it too', async () => {
  await price(9);
  const cart = await opened.cartWith('cheap', 'plenty');
  expect(cart.changes).toEqual([]);
  await price(12.5);
  for (const now of [await read(cart), await read(cart)]) {
    expect(now.changes).toMatchObject([{ reason: 'price', offerId: 'cheap', previousPrice: 9, price: 12.5, quantity: 1 }]);
    expect(now.notices).toEqual([expect.stringContaining('is $12.50 a case now. It was $9.00.')]);
    expect(now.lineItems[0]?.listPrice).toBe(12.5);
  }
  const changed = value(await opened.carts.addItem({ ...payload('plenty'), cartId: cart.id }));
  expect(changed.changes).toMatchObject([{ reason: 'price', price: 12.5 }]);
  expect((await read(cart)).changes).toEqual([]);
});

test('does not report a price that went up and back, and reports a lower price', async () => {
  await price(9);
  const cart = await opened.cartWith('cheap');
  await price(10);
  await price(9);
  expect((await read(cart)).changes).toEqual([]);
  await price(8);
  expect((await read(cart)).notices).toEqual([expect.stringContaining('$8.00 a case now. It was $9.00, so you pay less.')]);
});

test('keeps an offer without a price in the market in the cart as sold out', async () => {
  await price(9);
  const cart = await opened.cartWith('cheap');
  await opened.shop.stock({ offerId: 'cheap', productId: 12, prices: { SG: { packPrice: 9 } }, level: 50 });
  expect(await read(cart)).toMatchObject({
    withSoldOutItem: true,
    changes: [],
    lineItems: [{ offerId: 'cheap', isSoldOut: true, listPrice: 9 }],
  });
});
