import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvent } from '#domains/outbound/analytics/model/collected-event.ts';
import { eventStore } from '#domains/outbound/analytics/server/event.repository.ts';
import { reportOfficeContract } from '#domains/reports/office-contract.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { todayIn } from '#markets/market-day.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'story', productId: 1 });
});
afterAll(() => shop.stop());

const report = async (options: CommandOptions, args: readonly string[] = []): Promise<string> =>
  (await runCommand(shopAccess(shop), 'report', args, options)).stdout;

const eventOf = (event: string, anonymousId: string, properties: object = {}) =>
  readEvent({ event, anonymousId, properties }, 'track', Date.now(), () => `${event} ${anonymousId}`);
const save = (...events: readonly ReturnType<typeof eventOf>[]) =>
  eventStore(shop.database, { isForwarded: () => false, dailyBytes: 1_000_000 }).save(
    'AU',
    events.filter((event) => typeof event !== 'string'),
    { client: '127.0.0.1', bytes: 100 },
  );

test('reports visits by step, searches without results, coupons, and revenue from paid orders', async () => {
  await save(
    eventOf('Product Viewed', 'a'),
    eventOf('Product Viewed', 'b'),
    eventOf('Product Added', 'a'),
    eventOf('Search', 'b', { query: 'Retsina', hits_returned: 0 }),
    eventOf('Coupon Denied', 'b', { coupon_id: 'GONE', reason: 'coupon_unknown' }),
  );
  const balances = await paidOrder(shop, [1]);
  await shop.database.execute({ text: 'update orders set charge_cents = 1990 where id = $1', values: [balances] });
  const [partly, cancelled] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  await refundOrder(orderDepsOf(shop), partly, refundOf({ amountCents: 1_000 }));
  await cancelOrder(orderDepsOf(shop), cancelled, { reason: 'out of stock', actor: 'Sam' });
  await paidOrder(shop, [1], 'sg.localhost', { phone: '8123 4567', suburb: '', state: '', postcode: '288913' });

  expect(JSON.parse(await report({ json: true }))).toEqual({
    since: expect.stringMatching(/Z$/),
    funnel: [
      { market: 'AU', steps: [2, 2, 1, 0], orders: 0 },
      { market: 'SG', steps: [0, 0, 0, 0], orders: 0 },
    ],
    emptySearches: [{ market: 'AU', query: 'retsina', times: 1 }],
    coupons: [{ market: 'AU', coupon: 'GONE', applied: 0, denied: 1, reasons: 'coupon_unknown' }],
    revenue: [
      { market: 'AU', currency: 'AUD', orders: 2, takenCents: 69_90 + 19_90, refundedCents: 10_00, balancesCents: 50_00 },
      { market: 'SG', currency: 'SGD', orders: 1, takenCents: 85_00, refundedCents: 0, balancesCents: 0 },
    ],
  });
  const text = await report({});
  expect(text).toMatch(/AU +retsina +1\n/);
  expect(text).toMatch(/AU +2 +AUD +89\.80 +10\.00 +79\.80 +50\.00\n/);
});

test('has the funnel of the chart in the office', async () => {
  const owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  const order = await shop.database.queryOne<{ cart: string }>({
    text: 'select cart_id::text as cart from orders where id = $1',
    values: [await paidOrder(shop, [1])],
  });
  await save(eventOf('Product Quantity Increased', 'c'), eventOf('Checkout Started', 'd', { cart_id: order?.cart }));

  const [au] = JSON.parse(await report({ json: true })).funnel;

  const to = todayIn('AU', new Date());
  const { steps } = yes(await owner.call(reportOfficeContract).visits({ market: 'AU', from: to, to }));
  expect(au).toEqual({ market: 'AU', steps: [steps.visits, steps.viewed, steps.added, steps.checkouts], orders: steps.orders });
  expect(au).toEqual({ market: 'AU', steps: [4, 4, 3, 1], orders: 1 });
});

test('rejects unknown arguments and dates', async () => {
  await expect(report({}, ['november'])).rejects.toThrow('too many arguments');
  await expect(report({ since: 'yesterday' })).rejects.toThrow('--since is');
  await expect(report({ since: '2999-01-01' })).rejects.toThrow('in the future');
});
