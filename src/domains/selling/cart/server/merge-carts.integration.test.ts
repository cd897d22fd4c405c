import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, Result } from '#lib/client.ts';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type Cart, cartContract } from '../contract.ts';

let shop: TestShop;
let carts: Client<typeof cartContract>;
let cartWith: CartShop['cartWith'];

beforeAll(async () => {
  ({ shop, carts, cartWith } = await createCartTestShop());
});
afterAll(() => shop.stop());

type Merged = { data: Cart | null; notices: string[]; changes: Cart['changes'] };
const merged = (result: Result<Merged, string>): Merged => {
  if (!result.ok) throw new Error(`not merged: ${JSON.stringify(result)}`);
  return result.value;
};
const merge = (ids: readonly string[], options: { bearer?: string; idempotencyKey?: string } = {}, cartId?: string) =>
  carts.merge({ cartIds: JSON.stringify(ids), ...(cartId === undefined ? {} : { cartId }) }, options);
const quantitiesOf = (cart: Cart | null) => Object.fromEntries((cart?.lineItems ?? []).map((item) => [item.offerId, item.quantity]));
const cartOf = async (customer: TestCustomer, ...offers: string[]): Promise<Cart> => {
  let cart: Cart | null = null;
  for (const offer of offers) cart = value(await carts.create({ ...payload(offer), customerId: customer.id }, { bearer: customer.bearer }));
  if (!cart) throw new Error('no offers');
  return cart;
};

describe('merging a guest cart into a customer’s', () => {
  test('gives the guest cart to a customer without a cart, and deletes its email', async () => {
    const customer = await createTestCustomer(shop);
    const guest = await cartWith('plenty', 'dear');
    await carts.updateGuestEmail({ cartId: guest.id, email: 'grace@example.com' });
    const { data } = merged(await merge([guest.id], { bearer: customer.bearer }));
    expect(data).toMatchObject({ id: guest.id, customerId: customer.id, customerEmail: null, cartQuantity: 2 });
    expect(errorOf(await merge([guest.id]))).toMatchObject({ status: 401, code: 'token_missing' });
    const other = await createTestCustomer(shop);
    expect(errorOf(await merge([guest.id], { bearer: other.bearer }))).toMatchObject({ status: 403, code: 'not_yours' });
  });

  test('adds up quantities in the customer’s cart, whether it is requested or not [CART-46] [CART-48]', async () => {
    const customer = await createTestCustomer(shop);
    const own = await cartOf(customer, 'plenty', 'plenty');
    const guest = await cartWith('plenty', 'dear');
    const { data, changes } = merged(await merge([guest.id], { bearer: customer.bearer }));
    expect(data?.id).toBe(own.id);
    expect(quantitiesOf(data)).toEqual({ plenty: 3, dear: 1 });
    expect(changes).toEqual([]);
  });

  test('caps by limit and stock, drops sold-out lines and reports both, also for a repeated key [CART-46]', async () => {
    await shop.stock({ offerId: 'selling-out', productId: 40, level: 5 });
    const customer = await createTestCustomer(shop);
    const own = await cartOf(customer, 'one-each', 'two-left', 'plenty');
    value(await carts.addItem({ offer: {}, productId: 40, cartId: own.id }, { bearer: customer.bearer }));
    const guest = await cartWith('one-each', 'two-left', 'two-left');
    await shop.stock({ offerId: 'selling-out', productId: 40, level: 0 });
    const ask = () => merge([own.id, guest.id], { bearer: customer.bearer, idempotencyKey: 'merge-capped' });
    const first = merged(await ask());
    expect(quantitiesOf(first.data)).toEqual({ 'one-each': 1, 'two-left': 2, plenty: 1 });
    expect(
      first.changes.map(({ offerId, kind, reason, previousQuantity, quantity }) => [offerId, kind, reason, previousQuantity, quantity]),
    ).toEqual([
      ['one-each', 'updated', 'purchase_limit', 2, 1],
      ['two-left', 'updated', 'stock', 3, 2],
      ['selling-out', 'removed', 'sold_out', 1, 0],
    ]);
    expect(first.notices).toHaveLength(3);
    expect(await ask()).toEqual({ ok: true, value: { ...first, data: { ...first.data, notices: [], changes: [] } } });
    const fresh = merged(await merge([own.id, guest.id], { bearer: customer.bearer }));
    expect(fresh).toMatchObject({ changes: [], data: { version: first.data?.version } });
  });

  test('returns no cart if no line could stay', async () => {
    await shop.stock({ offerId: 'last', productId: 41, level: 1 });
    const [one, two] = [value(await carts.create({ offer: {}, productId: 41 })), value(await carts.create({ offer: {}, productId: 41 }))];
    await shop.stock({ offerId: 'last', productId: 41, level: 0 });
    expect(merged(await merge([one.id, two.id]))).toMatchObject({
      data: null,
      changes: [{ offerId: 'last', previousQuantity: 2, quantity: 0 }],
    });
    expect(errorOf(await merge([one.id, two.id]))).toMatchObject({ status: 404 });
  });
});

describe('ids of carts that were merged', () => {
  test('lead a late call for a guest’s cart to the merged cart', async () => {
    const [a, b, c] = [await cartWith('plenty'), await cartWith('dear'), await cartWith('cheap')];
    expect(merged(await merge([a.id, b.id])).data?.id).toBe(a.id);
    expect(value(await carts.addItem({ ...payload('plenty'), cartId: b.id }))).toMatchObject({ id: a.id, cartQuantity: 3 });
    const line = b.lineItems[0]?.id ?? '';
    expect(quantitiesOf(value(await carts.updateItem({ cartId: b.id, cartItemId: line, productId: 2, quantity: 4 })))).toEqual({
      plenty: 2,
      dear: 4,
    });
    expect(merged(await merge([b.id, c.id], {}, c.id)).data?.id).toBe(c.id);
    expect(value(await carts.initialize({ cartId: b.id }))).toMatchObject({ id: c.id, cartQuantity: 7 });
  });

  test('lead only the customer to their cart; for others the cart is gone [CART-14]', async () => {
    const customer = await createTestCustomer(shop);
    const guest = await cartWith('plenty');
    const own = await cartOf(customer, 'dear');
    await merge([guest.id], { bearer: customer.bearer });
    expect(errorOf(await carts.addItem({ ...payload('plenty'), cartId: guest.id }))).toMatchObject({ status: 404, code: 'cart_not_found' });
    const late = value(await carts.addItem({ ...payload('plenty'), cartId: guest.id }, { bearer: customer.bearer }));
    expect(late).toMatchObject({ id: own.id, cartQuantity: 3 });
  });
});

describe('merge requests', () => {
  const invalid = ['', 'x', '[]', '[""]', '["x"]', '{}', 'null', '[1]'];
  test.each(invalid)('names the field of cartIds=%s', async (cartIds) => {
    const response = await shop.get(`/api/merge-carts?cartIds=${encodeURIComponent(cartIds)}`);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'invalid_input', title: expect.stringContaining('Cart ids') });
  });

  test('skip unknown carts and carts of another market', async () => {
    const cart = await cartWith('plenty');
    const missing = '00000000-0000-4000-8000-000000000000';
    expect(merged(await merge([missing, cart.id])).data).toMatchObject({ id: cart.id, version: cart.version });
    const abroad = shop.call(cartContract, 'sg.localhost');
    expect(await abroad.merge({ cartIds: JSON.stringify([cart.id]) })).toMatchObject({ ok: false, status: 404 });
  });

  test('keep the coupons that can be combined', async () => {
    const [a, b] = [await cartWith('dear'), await cartWith('dear')];
    await carts.addCoupon({ cartId: a.id, couponCode: 'WELCOME20' });
    await carts.addCoupon({ cartId: b.id, couponCode: 'TENOFF' });
    await carts.addCoupon({ cartId: b.id, couponCode: 'SHIPFREE' });
    const { data, notices } = merged(await merge([a.id, b.id]));
    expect(data?.coupons.map(({ code }) => code)).toEqual(['WELCOME20', 'SHIPFREE']);
    expect(notices).toEqual(["TENOFF was removed because it can't be used with WELCOME20."]);
  });
});

test('adds to the customer’s own cart if they create a second one', async () => {
  const customer = await createTestCustomer(shop);
  const own = await cartOf(customer, 'plenty');
  expect(await cartOf(customer, 'dear')).toMatchObject({ id: own.id, cartQuantity: 2 });
});

test('loses nothing in concurrent merges into a customer’s cart [CART-37] [CART-47]', async () => {
  const customer = await createTestCustomer(shop);
  const guests = await Promise.all(Array.from({ length: 8 }, () => cartWith('plenty', 'dear')));
  const merging = [
    ...guests.map((guest) => merge([guest.id], { bearer: customer.bearer })),
    ...guests.map((guest) => merge(guests.map(({ id }) => id).toReversed(), { bearer: customer.bearer }, guest.id)),
  ];
  const adds = await Promise.all(
    guests.map((guest) => carts.addItem({ ...payload('plenty'), cartId: guest.id }, { bearer: customer.bearer })),
  );
  await Promise.all(merging);
  expect(adds.map(({ ok }) => ok)).toEqual(guests.map(() => true));
  const { data } = merged(
    await merge(
      guests.map(({ id }) => id),
      { bearer: customer.bearer },
    ),
  );
  expect(quantitiesOf(data)).toEqual({ plenty: 16, dear: 8 });
});

test('ends concurrent merges of pairs of guest carts in one cart, with concurrent additions [CART-37]', async () => {
  const guests = await Promise.all(Array.from({ length: 8 }, () => cartWith('plenty', 'dear')));
  const ids = guests.map(({ id }) => id);
  const merging = ids.slice(1).map((id, index) => merge([id, ids[index] ?? id]));
  const adds = await Promise.all(ids.map((cartId) => carts.addItem({ ...payload('plenty'), cartId })));
  await Promise.all(merging);
  expect(adds.map(({ ok }) => ok)).toEqual(ids.map(() => true));
  const ends = await Promise.all(ids.map(async (cartId) => value(await carts.initialize({ cartId }))));
  expect(new Set(ends.map(({ id }) => id)).size).toBe(1);
  expect(quantitiesOf(ends[0] ?? null)).toEqual({ plenty: 16, dear: 8 });
});

test('deletes a cart once per key, by any of its ids', async () => {
  const [a, b] = [await cartWith('plenty'), await cartWith('dear')];
  await merge([a.id, b.id]);
  const destroy = () => carts.destroy({ cartId: b.id }, { idempotencyKey: 'destroy-merged' });
  expect(await destroy()).toEqual({ ok: true, value: { data: null } });
  expect(await destroy()).toEqual({ ok: true, value: { data: null } });
  for (const { id } of [a, b]) expect(errorOf(await carts.destroy({ cartId: id }))).toMatchObject({ status: 404, code: 'cart_not_found' });
});
