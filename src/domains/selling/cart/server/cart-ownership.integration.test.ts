/** Ownership of carts: a customer's cart is theirs alone, and the idempotency keys of one caller never affect another's cart. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/client.ts';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type Cart, cartContract } from '../contract.ts';

let shop: TestShop;
let carts: Client<typeof cartContract>;
let cartWith: CartShop['cartWith'];
let gold: TestCustomer;
let other: TestCustomer;

beforeAll(async () => {
  ({ shop, carts, cartWith } = await createCartTestShop());
  gold = await createTestCustomer(shop, { tier: 'GOLD' });
  other = await createTestCustomer(shop);
});
afterAll(() => shop.stop());

/** Creates a cart of a customer with one case of each offer. */
const cartOf = async (customer: TestCustomer, ...offers: string[]): Promise<Cart> => {
  let cart: Cart | null = null;
  for (const offer of offers) cart = value(await carts.create({ ...payload(offer), customerId: customer.id }, { bearer: customer.bearer }));
  if (!cart) throw new Error('no offers');
  return cart;
};
const offersIn = (cart: Cart) => cart.lineItems.map(({ offerId }) => offerId);

describe("a customer's cart", () => {
  let cart: Cart;
  beforeAll(async () => {
    cart = await cartOf(gold, 'plenty', 'gold-only', 'secret');
    value(await carts.updateGuestEmail({ cartId: cart.id, email: 'noted@example.com' }, { bearer: gold.bearer }));
  });

  const changes = [
    { name: 'addItem', send: (options: object) => carts.addItem({ ...payload('dear'), cartId: cart.id }, options) },
    {
      name: 'removeItem',
      send: (options: object) => carts.removeItem({ cartId: cart.id, cartItemId: cart.lineItems[0]?.id ?? '' }, options),
    },
    {
      name: 'updateItem',
      send: (options: object) =>
        carts.updateItem({ cartId: cart.id, cartItemId: cart.lineItems[0]?.id ?? '', productId: 1, quantity: 5 }, options),
    },
    { name: 'addCoupon', send: (options: object) => carts.addCoupon({ cartId: cart.id, couponCode: 'TENOFF' }, options) },
    { name: 'removeCoupon', send: (options: object) => carts.removeCoupon({ cartId: cart.id, couponCode: 'TENOFF' }, options) },
    {
      name: 'updateGuestEmail',
      send: (options: object) => carts.updateGuestEmail({ cartId: cart.id, email: 'thief@example.com' }, options),
    },
    { name: 'destroy', send: (options: object) => carts.destroy({ cartId: cart.id }, options) },
    { name: 'merge', send: (options: object) => carts.merge({ cartIds: JSON.stringify([cart.id]) }, options) },
  ];
  test.each(changes)('rejects $name without its customer’s token [CART-14]', async ({ send }) => {
    const before = value(await carts.initialize({ cartId: cart.id }, { bearer: gold.bearer }));

    expect(errorOf(await send({}))).toMatchObject({ status: 401, code: 'token_missing' });
    expect(errorOf(await send({ bearer: other.bearer }))).toMatchObject({ status: 403, code: 'not_yours' });

    expect(value(await carts.initialize({ cartId: cart.id }, { bearer: gold.bearer }))).toEqual(before);
  });

  test('shows others neither its hidden lines nor its email [CART-15]', async () => {
    for (const options of [{}, { bearer: other.bearer }]) {
      const seen = value(await carts.initialize({ cartId: cart.id }, options));
      expect(offersIn(seen)).toEqual(['plenty']);
      expect(seen).toMatchObject({ customerEmail: null, cartAmount: 60, notices: [], changes: [] });
      expect(JSON.stringify(seen)).not.toMatch(/gold-only|secret|noted/);
    }
    expect(await carts.check({ cartId: cart.id })).toMatchObject({ ok: true, value: { data: { cartQuantity: 1 } } });
    const own = value(await carts.initialize({ cartId: cart.id }, { bearer: gold.bearer }));
    expect(offersIn(own)).toEqual(['plenty', 'gold-only', 'secret']);
    expect(own.customerEmail).toBe('noted@example.com');
  });

  test('does not exist for others if all its lines are hidden [CART-15] [CART-65]', async () => {
    const member = await createTestCustomer(shop, { tier: 'GOLD' });
    const hidden = await cartOf(member, 'gold-only');
    expect(errorOf(await carts.check({ cartId: hidden.id }))).toMatchObject({ status: 404, code: 'cart_not_found' });
  });
});

describe('the same idempotency key', () => {
  const create = (key: string, customer?: TestCustomer, offer = 'plenty') =>
    carts.create(
      { ...payload(offer), ...(customer && { customerId: customer.id }) },
      { idempotencyKey: key, ...(customer && { bearer: customer.bearer }) },
    );

  test('creates two carts for a guest and a member', async () => {
    const guest = value(await create('guest-and-member'));
    const member = value(await create('guest-and-member', await createTestCustomer(shop)));
    const again = value(await create('guest-and-member'));

    expect(member.id).not.toBe(guest.id);
    expect(again).toMatchObject({ id: guest.id, cartQuantity: 1 });
  });

  test('gives a guest nothing of the cart that a member created', async () => {
    const customer = await createTestCustomer(shop, { tier: 'GOLD' });
    const member = value(await create('member-and-guest', customer, 'gold-only'));

    expect(errorOf(await create('member-and-guest', undefined, 'gold-only'))).toMatchObject({ status: 401, code: 'offer_not_eligible' });
    const guest = value(await create('member-and-guest'));

    expect(guest.id).not.toBe(member.id);
    expect(guest.customerId).toBe(0);
  });

  test('creates two carts for two members, and adds to each once', async () => {
    const [one, two] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const [first, second] = [value(await create('two-members', one)), value(await create('two-members', two))];
    expect(first.id).not.toBe(second.id);

    for (const [cart, { bearer }] of [[first, one] as const, [second, two] as const]) {
      const add = () => carts.addItem({ ...payload('dear'), cartId: cart.id }, { bearer, idempotencyKey: 'two-members-add' });
      await add();
      expect(value(await add()).cartQuantity).toBe(2);
    }
  });

  test('changes both carts of two guests', async () => {
    const [one, two] = [await cartWith('plenty'), await cartWith('plenty')];
    for (const cart of [one, two]) {
      const add = () => carts.addItem({ ...payload('dear'), cartId: cart.id }, { idempotencyKey: 'two-guests' });
      await add();
      expect(value(await add()).cartQuantity).toBe(2);
    }
  });

  test('creates two carts for guests at different IP addresses', async () => {
    const behindProxy = await import('#tests/fixtures/shop.ts').then(({ createTestShop }) =>
      createTestShop({ TRUSTED_PROXIES: '127.0.0.1' }),
    );
    try {
      await behindProxy.stock({ offerId: 'plenty', productId: 1, level: 500 });
      const from = (address: string) =>
        behindProxy.call(cartContract, 'localhost', { 'x-forwarded-for': address }).create(payload('plenty'), { idempotencyKey: 'shared' });
      const [here, again, there] = [value(await from('192.0.2.1')), value(await from('192.0.2.1')), value(await from('192.0.2.2'))];
      expect(again.id).toBe(here.id);
      expect(there.id).not.toBe(here.id);
    } finally {
      await behindProxy.stop();
    }
  });

  test('never returns a cart that has an email by now', async () => {
    const first = value(await create('then-an-email'));
    await carts.updateGuestEmail({ cartId: first.id, email: 'grace@example.com' });

    const second = value(await create('then-an-email'));

    expect(second.id).not.toBe(first.id);
    expect(second.customerEmail).toBeNull();
    expect(value(await create('then-an-email')).id).toBe(second.id);
  });

  test('never returns a cart that has an owner by now', async () => {
    const customer = await createTestCustomer(shop);
    const first = value(await create('then-an-owner'));
    await carts.merge({ cartIds: JSON.stringify([first.id]) }, { bearer: customer.bearer });
    expect(value(await create('then-an-owner')).id).not.toBe(first.id);

    const merged = value(await create('then-merged'));
    await carts.merge({ cartIds: JSON.stringify([merged.id]) }, { bearer: customer.bearer });
    const fresh = value(await create('then-merged'));
    expect(fresh).toMatchObject({ customerId: 0, cartQuantity: 1 });
    expect(fresh.id).not.toBe(merged.id);
  });

  test('returns a guest’s cart for ten minutes, then creates one new cart', async () => {
    const first = value(await create('ten-minutes'));
    const age = (minutes: number) =>
      shop.database.execute({
        text: 'update idempotency_keys set created_at = now() - make_interval(mins => $1) where key = $2',
        values: [minutes, 'ten-minutes'],
      });
    await age(9);
    expect(value(await create('ten-minutes')).id).toBe(first.id);
    await age(11);

    const after = await Promise.all([create('ten-minutes'), create('ten-minutes')]);

    const ids = new Set(after.map((result) => value(result).id));
    expect(ids.size).toBe(1);
    expect(ids.has(first.id)).toBe(false);
  });

  test('returns 404 for a deleted cart instead of a new one', async () => {
    const customer = await createTestCustomer(shop);
    const cart = value(await create('ended', customer));
    await carts.destroy({ cartId: cart.id }, { bearer: customer.bearer });
    expect(errorOf(await create('ended', customer))).toMatchObject({ status: 404, code: 'cart_not_found' });
  });
});

test('rejects an invalid token and an outdated version in every cart call [CART-12] [CART-14]', async () => {
  const cart = await cartWith('plenty');
  expect(errorOf(await carts.check({ cartId: cart.id }, { bearer: 'nonsense' }))).toMatchObject({ status: 401, code: 'token_invalid' });
  const email = { cartId: cart.id, email: 'grace@example.com' };
  expect(errorOf(await carts.updateGuestEmail(email, { ifMatch: 99 }))).toMatchObject({ status: 409, code: 'version_changed' });
});
