/** Number of statements per cart call, apart from BEGIN and COMMIT. It does not depend on promotions. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CartShop, createCartTestShop, payload, value } from '#tests/fixtures/cart-shop.ts';

let opened: CartShop;
beforeAll(async () => {
  opened = await createCartTestShop();
  const fifty = Array.from({ length: 50 }, (_, index) => ({
    id: 100 + index,
    name: `Percent ${index}`,
    scope: { offerIds: ['cheap'] },
    actions: [{ kind: 'percentage' as const, percent: 1 }],
  }));
  await opened.shop.promotions(...fifty);
});
afterAll(() => opened.shop.stop());

/** Returns the names of the statements that an action runs, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const names = spy.mock.calls.map(([query]): string => {
    const statement: unknown = query;
    return typeof statement === 'object' && statement !== null && 'name' in statement ? String(statement.name) : '';
  });
  spy.mockRestore();
  return names.filter((name) => /^(cart|promotion|idempotency|transaction)/.test(name));
}

test('adding runs lock, read and write, and one more for an idempotency key', async () => {
  const cart = await opened.cartWith('plenty', 'cheap');
  const add = (options = {}) => opened.carts.addItem({ ...payload('plenty'), cartId: cart.id }, options);
  expect(await statementsOf(() => add())).toEqual(['cart.lockCartById', 'cart-contents.findCartContents', 'cart.setQuantity']);
  expect(await statementsOf(() => add({ idempotencyKey: 'once' }))).toEqual([
    'idempotency.claimIdempotencyKey.claim',
    'cart.lockCartById',
    'cart-contents.findCartContents',
    'cart.setQuantity',
  ]);
});

test('a repeated addition waits until the first one is on disk before it reads the cart [CART-37]', async () => {
  const cart = await opened.cartWith('plenty');
  const add = () => opened.carts.addItem({ ...payload('plenty'), cartId: cart.id }, { idempotencyKey: 'twice' });
  await add();

  expect((await statementsOf(add)).slice(-2)).toEqual(['transaction-batches.flushCommits', 'cart-contents.findCartsWithContents']);
});

test('reading runs one statement, a coupon one more than lock, read and write', async () => {
  const cart = await opened.cartWith('dear');
  expect(await statementsOf(async () => value(await opened.carts.initialize({ cartId: cart.id })))).toEqual([
    'cart-contents.findCartsWithContents',
  ]);
  expect(await statementsOf(() => opened.carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }))).toEqual([
    'cart.lockCartById',
    'cart-contents.findCartContents',
    'promotion.findByCode',
    'cart.setDerived',
  ]);
});

test('reading a cart with a gift runs no additional statement', async () => {
  await opened.shop.promotions({
    id: 200,
    name: 'One of these',
    scope: { offerIds: ['dear'] },
    actions: [{ kind: 'gift', offerId: 'au-only', quantity: 1 }],
  });
  const cart = await opened.cartWith('dear');
  expect(cart.lineItems.map(({ addedByPromotion }) => addedByPromotion)).toEqual([false, true]);
  expect(await statementsOf(() => opened.carts.addItem({ ...payload('dear'), cartId: cart.id }))).toEqual([
    'cart.lockCartById',
    'cart-contents.findCartContents',
    'cart.setQuantity',
  ]);
});
