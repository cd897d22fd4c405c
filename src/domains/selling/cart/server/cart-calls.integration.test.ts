import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/client.ts';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type Cart, cartContract } from '../contract.ts';

let shop: TestShop;
let carts: Client<typeof cartContract>;
let cartWith: CartShop['cartWith'];

beforeAll(async () => {
  ({ shop, carts, cartWith } = await createCartTestShop());
});
afterAll(() => shop.stop());

describe('adding', () => {
  test('creates a guest cart with its totals for a first case [CART-2, CART-10, CART-29]', async () => {
    const cart = await cartWith('dear');
    for (const id of [cart.id, cart.lineItems[0]?.id])
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(cart).toMatchObject({
      customerId: 0,
      cartQuantity: 1,
      baseAmount: 180.5,
      cartAmount: 180.5,
      shippingTotal: 9.9,
      cartTotal: 190.4,
      taxTotal: 17.31,
      isFreeShipping: false,
      shippingPromoMessage: 'add 2 more cases',
    });
    expect(cart.lineItems[0]).toMatchObject({
      listPrice: 180.5,
      comparisonPrice: 240,
      quantity: 1,
      isSoldOut: false,
      slug: '/wines/test-house/dear',
    });
  });

  test('delivers three cases free in AU, and the message says why [SHIP-6] [SHIP-11]', async () => {
    const cart = await cartWith('plenty', 'plenty', 'dear');
    expect(cart).toMatchObject({
      cartQuantity: 3,
      isFreeShipping: true,
      shippingTotal: 0,
      cartTotal: 300.5,
      shippingPromoMessage: 'Free because you ordered 3 or more cases.',
    });
  });

  test('delivers free in SG by order value instead of cases [SHIP-8]', async () => {
    const singapore = shop.call(cartContract, 'sg.localhost');
    const small = value(await singapore.create(payload('plenty')));
    expect(small).toMatchObject({ cartAmount: 80, shippingTotal: 5, cartTotal: 85, taxTotal: 7.02, shippingPromoMessage: '' });
    const big = value(await singapore.addItem({ ...payload('dear'), cartId: small.id }));
    expect(big).toMatchObject({
      cartAmount: 290,
      shippingTotal: 0,
      isFreeShipping: true,
      shippingPromoMessage: 'Free because your order is over $200!',
    });
  });

  const cases = [
    {
      name: 'one case each, twice',
      first: 'one-each',
      offer: 'one-each',
      status: 409,
      code: 'purchase_limit',
      title: "There's a limit of 1 Case per customer for this wine!",
    },
    { name: 'sold out', first: 'plenty', offer: 'gone', status: 422, code: 'sold_out', title: 'The product is sold-out!' },
    {
      name: 'for another tier',
      first: 'plenty',
      offer: 'gold-only',
      status: 401,
      code: 'offer_not_eligible',
      title: 'You are not eligible to purchase this item!',
    },
    {
      name: 'secret',
      first: 'plenty',
      offer: 'secret',
      status: 401,
      code: 'offer_not_eligible',
      title: 'You are not eligible to purchase this item!',
    },
    {
      name: 'special access',
      first: 'plenty',
      offer: 'special',
      status: 403,
      code: 'offer_needs_login',
      title: 'This is a special access item. Please login and try again!',
    },
    {
      name: 'off sale',
      first: 'plenty',
      offer: 'ended',
      status: 401,
      code: 'offer_not_eligible',
      title: 'You are not eligible to purchase this item!',
    },
  ];
  test.each(cases)('rejects: $name [CART-52, CART-54, CART-55, CAT-19]', async ({ first, offer, status, code, title }) => {
    const cart = await cartWith(first);
    expect(errorOf(await carts.addItem({ ...payload(offer), cartId: cart.id }))).toEqual({ status, code, title });
    expect(value(await carts.initialize({ cartId: cart.id }))).toMatchObject({ cartQuantity: 1, version: cart.version });
  });

  test('rejects the creation of a cart with its own messages [CART-57] [CART-58] [CART-59]', async () => {
    expect(errorOf(await carts.create(payload('gold-only')))).toEqual({
      status: 401,
      code: 'offer_not_eligible',
      title: 'This offer is not available right now. Check out our other amazing deals!',
    });
    expect(errorOf(await carts.create(payload('special')))).toEqual({
      status: 403,
      code: 'offer_needs_login',
      title: 'This is a special access item. Please login and try again!',
    });
    expect(errorOf(await carts.create(payload('gone')))).toEqual({ status: 422, code: 'sold_out', title: 'The product is sold-out!' });
  });

  test('rejects an offer of another market', async () => {
    expect(errorOf(await shop.call(cartContract, 'sg.localhost').create(payload('au-only')))).toMatchObject({ status: 401 });
  });

  test('counts lines of the same product against its stock [CART-40]', async () => {
    const cart = await cartWith('two-left', 'six-of-five');
    expect(errorOf(await carts.addItem({ ...payload('two-left'), cartId: cart.id }))).toMatchObject({ status: 422, code: 'sold_out' });
  });

  test('uses the price of the catalogue, whatever the browser sends [CART-30]', async () => {
    const cart = value(await carts.create({ ...payload('dear'), offer: { offerId: 'dear', packPrice: 1 } as { offerId: string } }));
    expect(cart.cartAmount).toBe(180.5);
  });

  test('returns 404 for an unknown cart, with {"data":null} if it is read [CART-36] [CART-53]', async () => {
    expect(errorOf(await carts.addItem({ ...payload('plenty'), cartId: randomUUID() }))).toMatchObject({
      status: 404,
      code: 'cart_not_found',
    });
    const read = await shop.get(`/api/initialize-cart?cartId=${randomUUID()}&customerId=0`);
    expect([read.status, read.text]).toEqual([404, '{"data":null}']);
  });

  test('returns 404 for a cart of another market', async () => {
    const cart = await cartWith('plenty');
    expect(errorOf(await shop.call(cartContract, 'sg.localhost').initialize({ cartId: cart.id }))).toMatchObject({ status: 404 });
  });

  test('accepts a customer id only with the token of that customer [CART-14]', async () => {
    expect(errorOf(await carts.create({ ...payload('plenty'), customerId: 7 }))).toMatchObject({
      status: 401,
      code: 'token_missing',
      title: 'Required Authorization header is missing',
    });
    expect(errorOf(await carts.create({ ...payload('plenty'), customerId: 7 }, { bearer: 'x' }))).toMatchObject({
      status: 401,
      code: 'token_invalid',
    });
  });
});

describe('changing and removing', () => {
  test('sets a quantity, and removes the line for 0', async () => {
    const cart = await cartWith('plenty', 'dear');
    const [line] = cart.lineItems;
    const ask = { cartId: cart.id, cartItemId: line?.id ?? '', productId: 1 };
    expect(value(await carts.updateItem({ ...ask, quantity: 12 })).cartQuantity).toBe(13);
    expect(value(await carts.updateItem({ ...ask, quantity: 0 })).lineItems.map((item) => item.offerId)).toEqual(['dear']);
  });

  test('returns 204 after the last line is removed, and deletes the cart [CART-31]', async () => {
    const cart = await cartWith('plenty');
    const response = await shop.get(`/api/remove-cart-item?cartId=${cart.id}&cartItemId=${cart.lineItems[0]?.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(errorOf(await carts.initialize({ cartId: cart.id }))).toMatchObject({ status: 404 });
  });

  test('rejects an update above stock or limit [CART-60]', async () => {
    const limited = await cartWith('one-each');
    const ask = (cart: Cart, productId: number, quantity: number) =>
      carts.updateItem({ cartId: cart.id, cartItemId: cart.lineItems[0]?.id ?? '', productId, quantity });
    expect(errorOf(await ask(limited, 3, 2))).toEqual({
      status: 422,
      code: 'purchase_limit',
      title: "There's a limit of 1 Case per customer for this wine!",
    });
    const short = await cartWith('two-left');
    expect(errorOf(await ask(short, 5, 3))).toEqual({ status: 409, code: 'not_enough_stock', title: 'Only 2 cases are left.' });
    expect(errorOf(await ask(short, 1, 1))).toMatchObject({ status: 422, code: 'line_not_found' });
  });

  test('changes nothing if If-Match has an older version [CART-12]', async () => {
    const cart = await cartWith('plenty', 'plenty');
    expect(errorOf(await carts.addItem({ ...payload('plenty'), cartId: cart.id }, { ifMatch: 1 }))).toMatchObject({
      status: 409,
      code: 'version_changed',
    });
    expect(value(await carts.addItem({ ...payload('plenty'), cartId: cart.id }, { ifMatch: cart.version })).cartQuantity).toBe(3);
  });

  test.each(['updateGuestEmail', 'destroy'] as const)('%s rejects an If-Match of another version [CART-12]', async (name) => {
    const cart = await cartWith('plenty');
    const change = (ifMatch: number) =>
      name === 'destroy'
        ? carts.destroy({ cartId: cart.id }, { ifMatch })
        : carts.updateGuestEmail({ cartId: cart.id, email: 'grace@example.com' }, { ifMatch });

    expect(errorOf(await change(cart.version + 1))).toMatchObject({ status: 409, code: 'version_changed' });
    expect((await change(cart.version)).ok).toBe(true);
  });

  test('expires 30 days after its last change [CART-16]', async () => {
    const cart = await cartWith('plenty');
    const age = (days: number) =>
      shop.database.execute({ text: "update carts set updated_at = now() - $2 * interval '1 day' where id = $1", values: [cart.id, days] });

    await age(29.9);
    expect((await carts.initialize({ cartId: cart.id })).ok).toBe(true);
    await age(30.1);
    expect(await carts.initialize({ cartId: cart.id })).toMatchObject({ ok: false, status: 404 });
  });

  test('saves the email of a guest and shows it masked [CART-13, CART-17]', async () => {
    const cart = await cartWith('plenty');
    expect(value(await carts.updateGuestEmail({ cartId: cart.id, email: 'grace@example.com' })).customerEmail).toBe('g***e@example.com');
    expect(value(await carts.initialize({ cartId: cart.id })).customerEmail).toBe('g***e@example.com');
  });
});

describe('repeated, late and foreign requests', () => {
  test('adds once for the same key, and again for another key', async () => {
    const cart = await cartWith('plenty');
    const add = (idempotencyKey: string) => carts.addItem({ ...payload('plenty'), cartId: cart.id }, { idempotencyKey });
    await Promise.all([add('a'), add('a'), add('a')]);
    expect(value(await add('a')).cartQuantity).toBe(2);
    expect(value(await add('b')).cartQuantity).toBe(3);
  });

  test('creates one cart for the same key', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => carts.create(payload('plenty'), { idempotencyKey: 'one-cart' })));
    expect(new Set(made.map((result) => value(result).id)).size).toBe(1);
  });

  test('rejects a key that is reused for another request', async () => {
    const cart = await cartWith('plenty');
    await carts.addItem({ ...payload('plenty'), cartId: cart.id }, { idempotencyKey: 'k' });
    expect(errorOf(await carts.addItem({ ...payload('dear'), cartId: cart.id }, { idempotencyKey: 'k' }))).toMatchObject({
      status: 400,
      code: 'idempotency_key_reused',
    });
  });

  test('ends fifty concurrent additions with exactly fifty cases [CART-37]', async () => {
    const cart = await cartWith('plenty');
    const results = await Promise.all(Array.from({ length: 49 }, () => carts.addItem({ ...payload('plenty'), cartId: cart.id })));
    expect(results.filter((result) => result.ok)).toHaveLength(49);
    expect(value(await carts.initialize({ cartId: cart.id })).cartQuantity).toBe(50);
  });

  const guarded = [
    { name: 'a link on another site', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
    { name: 'a navigation', headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' } },
    { name: 'a prefetch', headers: { 'sec-purpose': 'prefetch' } },
    { name: 'a foreign origin without fetch metadata', headers: { origin: 'https://evil.example' } },
  ];
  test.each(guarded)('$name cannot change a cart [API-19] [API-20]', async ({ headers }) => {
    const cart = await cartWith('plenty', 'dear');
    const response = await shop.get(
      `/api/remove-cart-item?cartId=${cart.id}&cartItemId=${cart.lineItems[0]?.id}`,
      headers as Record<string, string>,
    );
    expect(response.status).toBe(403);
    expect(value(await carts.initialize({ cartId: cart.id })).cartQuantity).toBe(2);
  });

  const invalid = [
    'cartId=x',
    'cartId=&quantity=',
    'cartId=00000000-0000-4000-8000-000000000000&cartItemId=%00&productId=1e99&quantity=NaN',
  ];
  test.each(invalid)('names the field of bad input %s', async (query) => {
    const response = await shop.get(`/api/update-cart-item?${query}`);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ status: 400, code: 'invalid_input', title: expect.stringContaining('Cart') });
  });
});

describe('stock and limits', () => {
  test('lists stock levels in the order of the request and leaves out unknown products [CAT-5]', async () => {
    const response = await shop.get('/api/inventory-levels?ids=5,4,999999,9999999999,5');
    expect(JSON.parse(response.text)).toEqual([
      { id: 5, inventory_level: 2 },
      { id: 4, inventory_level: 0 },
    ]);
  });

  test('leaves out stock levels of products that are hidden from the caller', async () => {
    await shop.stock({ offerId: 'later', productId: 60, startsAt: '2099-01-01T00:00:00Z' });
    const gold = await createTestCustomer(shop, { tier: 'GOLD' });
    const idsFor = async (headers: Readonly<Record<string, string>>, host?: string): Promise<number[]> =>
      JSON.parse((await shop.get('/api/inventory-levels?ids=1,6,7,8,9,11,60', headers, host)).text).map(({ id }: { id: number }) => id);

    expect(await idsFor({})).toEqual([1, 8, 9, 11]);
    expect(await idsFor({ authorization: `Bearer ${gold.bearer}` })).toEqual([1, 6, 7, 8, 9, 11]);
    expect(await idsFor({ authorization: `Bearer ${gold.bearer}` }, 'sg.localhost')).toEqual([1, 6, 8, 11]);
  });

  test('returns the purchase limit of a product [CAT-6]', async () => {
    expect(await carts.productDetails({ id: 3 })).toEqual({ ok: true, value: { data: { order_quantity_maximum: 1 } } });
    expect(errorOf(await carts.productDetails({ id: 4242 }))).toMatchObject({ status: 404 });
    await shop.stock({ offerId: 'later', productId: 60, startsAt: '2099-01-01T00:00:00Z' });
    expect(errorOf(await carts.productDetails({ id: 60 }))).toMatchObject({ status: 404 });
  });
});

test('applies the purchase limit of a product to all its offers [CART-41]', async () => {
  await shop.stock(
    { offerId: 'limited-six', productId: 30, orderQuantityMaximum: 1 },
    { offerId: 'limited-twelve', productId: 30, orderQuantityMaximum: 1, packSize: 12 },
  );
  const cart = value(await carts.create({ offer: { offerId: 'limited-six' }, productId: 30 }));
  expect(errorOf(await carts.addItem({ offer: { offerId: 'limited-twelve' }, productId: 30, cartId: cart.id }))).toMatchObject({
    status: 409,
    code: 'purchase_limit',
  });
});

test('does not sell what the retailer records as sold out, whatever the stock', async () => {
  const cart = await cartWith('plenty');
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500, inventoryStatus: 'SOLD_OUT' });
  expect(value(await carts.initialize({ cartId: cart.id }))).toMatchObject({ withSoldOutItem: true, soldOutIDs: [1] });
  expect(errorOf(await carts.addItem({ ...payload('plenty'), cartId: cart.id }))).toMatchObject({ status: 422, code: 'sold_out' });
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500 });
});
