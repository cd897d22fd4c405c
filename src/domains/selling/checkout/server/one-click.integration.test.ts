import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { approveAt, findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { oneClickContract } from '../one-click-contract.ts';
import { resumeOrders } from './resume-orders.ts';

const OPENING = { 1: 1000 };
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'wine-1', productId: 1, level: 1000 });
});
afterAll(() => shop.stop());

interface Having {
  readonly card?: string | null;
  readonly state?: 'VIC' | 'QLD' | null;
}

/** Creates a customer with a default address and card, and a case in the cart. */
async function shopper({ card = 'card_success', state = 'VIC' }: Having = {}) {
  const customer = await createTestCustomer(shop);
  const locality = state === 'QLD' ? ['Brisbane City', 'QLD', '4000'] : ['Clifton Hill', 'VIC', '3068'];
  if (state)
    await shop.database.execute({
      text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
        values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '1 Queens Parade', $2, $3, $4, true)`,
      values: [customer.id, ...locality],
    });
  if (card)
    await shop.database.execute({
      text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', $2, 'Visa', '4242', 9, 2031, true)",
      values: [customer.id, card],
    });
  const carts = shop.call(cartContract, 'localhost', { authorization: `Bearer ${customer.bearer}` });
  const { data: cart } = yes(await carts.create({ offer: {}, productId: 1, customerId: customer.id }));
  return { customer, cart, carts };
}
const callsOf = (customer: TestCustomer | null) =>
  shop.call(oneClickContract, 'localhost', customer ? { authorization: `Bearer ${customer.bearer}` } : {});
const outcomeOf = (result: { ok: boolean }) => (result.ok ? 'ok' : { ...result, ok: undefined });
type Visit = Awaited<ReturnType<typeof shopper>>;
const scopeOf = ({ customer, cart }: Visit) => ({ customerID: customer.id, market: 'AU' as const, cartId: cart.id });

/** Makes all three calls. @returns the URL they lead to, or the first error */
async function submit(visit: Visit, key: string) {
  const calls = callsOf(visit.customer);
  const scope = scopeOf(visit);
  const drafted = await calls.p1(scope, { idempotencyKey: key });
  if (!drafted.ok) return drafted;
  const { orderUrl } = drafted.value.data;
  if (orderUrl !== null) return { ok: true as const, status: 'paid', nextUrl: orderUrl };
  const prepared = await calls.p2({ ...scope, checkoutOrder: drafted.value.data });
  if (!prepared.ok) return prepared;
  const paid = await calls.processPayment(prepared.value.data);
  return paid.ok ? { ok: true as const, ...paid.value.data } : paid;
}
const ordersOf = ({ cart }: Visit) =>
  shop.database.queryMany<{ id: string; number: number | null }>({
    text: 'select id, number from orders where cart_id = $1',
    values: [cart.id],
  });

describe('one-click checkout', () => {
  test('buys the cart with the default address and card in three calls, and replays the same order [CHK-3, CHK-22]', async () => {
    const visit = await shopper();
    expect(visit.cart.showOneClickCheckout).toBe(true);
    const first = await submit(visit, 'a');
    expect(first).toMatchObject({ status: 'paid', nextUrl: expect.stringMatching(/^\/order\//) });
    expect(await submit(visit, 'a')).toEqual(first);
    expect(await submit(visit, 'b')).toEqual(first);
    expect(await ordersOf(visit)).toHaveLength(1);
  });

  test.each([
    { name: 'ten clicks of one page', keys: Array.from({ length: 10 }, () => 'same') },
    { name: 'ten pages of their own', keys: Array.from({ length: 10 }, (_, index) => `key ${index}`) },
  ])('$name make one order and one charge [CHK-3]', async ({ keys }) => {
    const visit = await shopper();
    const pressed = await Promise.all(keys.map((key) => submit(visit, key)));
    const urls = new Set(pressed.flatMap((result) => ('nextUrl' in result ? [result.nextUrl] : [])));
    expect(urls.size).toBe(1);
    expect((await ordersOf(visit)).filter(({ number }) => number !== null)).toHaveLength(1);
  });

  test('leads to the gateway and places the order after it if the card needs a confirmation', async () => {
    const visit = await shopper({ card: 'card_confirm' });
    const first = await submit(visit, 'a');
    if (!('nextUrl' in first)) throw new Error(JSON.stringify(first));
    expect(first.status).toBe('confirm');
    yes(await approveAt(shop, first.nextUrl));
    const [order] = await ordersOf(visit);
    expect(yes(await shop.call(oneClickContract).settle({ orderId: order?.id ?? '' })).data).toEqual({
      status: 'paid',
      nextUrl: `/order/${order?.id}`,
    });
  });

  test('charges once if the response is lost [CHK-3]', async () => {
    const visit = await shopper({ card: 'card_timeout' });
    expect(await submit(visit, 'a')).toMatchObject({ status: 'paid' });
  });

  test('prices the cart for the default address, and reports another total before the charge', async () => {
    const visit = await shopper({ state: 'QLD' });
    const calls = callsOf(visit.customer);
    const rejected = await calls.p1({ ...scopeOf(visit), expectedTotal: 69.9 });
    expect(outcomeOf(rejected)).toMatchObject({ status: 409, code: 'total_changed', title: expect.stringContaining('$74.90') });
    expect(yes(await calls.p1({ ...scopeOf(visit), expectedTotal: visit.cart.cartTotal })).data).toMatchObject({
      total: 74.9,
      shippingTotal: 14.9,
    });
  });
});

describe('access to one-click checkout', () => {
  test('returns 401 without a token and 403 for another customer before it validates the input', async () => {
    const visit = await shopper();
    const other = await createTestCustomer(shop);
    expect(outcomeOf(await callsOf(null).p1(scopeOf(visit)))).toMatchObject({
      status: 401,
      title: 'Required Authorization header is missing',
    });
    for (const call of ['p1', 'p2'] as const) {
      const input = { ...scopeOf(visit), checkoutOrder: { orderId: visit.cart.id } };
      expect(outcomeOf(await callsOf(other)[call](input))).toMatchObject({ status: 403, code: 'not_yours' });
    }
    const drafted = yes(await callsOf(visit.customer).p1(scopeOf(visit))).data;
    const token = yes(await callsOf(visit.customer).p2({ ...scopeOf(visit), checkoutOrder: drafted })).data;
    expect(outcomeOf(await callsOf(other).processPayment(token))).toMatchObject({ status: 404 });
    expect(outcomeOf(await callsOf(visit.customer).processPayment({ ...token, paymentToken: 'x' }))).toMatchObject({ status: 404 });
  });

  test.each([
    { name: 'a default address', having: { state: null }, code: 'address_missing' },
    { name: 'a default card', having: { card: null }, code: 'card_missing' },
  ])('hides the button and returns the reason without $name', async ({ having, code }) => {
    const visit = await shopper(having);
    expect(visit.cart.showOneClickCheckout).toBe(false);
    expect(await submit(visit, 'a')).toMatchObject({ status: 422, code });
  });
});

test('leaves the ledgers balanced', async () => {
  await shop.database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
  await resumeOrders(shop.running.services.checkoutDeps);
  expect(await findInvariantViolations(shop, OPENING)).toEqual([]);
});
