import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvent } from '#domains/outbound/analytics/model/collected-event.ts';
import { eventStore } from '#domains/outbound/analytics/server/event.repository.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
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

test('reports visitors by step, searches without results, coupons, and revenue from paid orders', async () => {
  const eventOf = (event: string, anonymousId: string, properties: object = {}) =>
    readEvent({ event, anonymousId, properties }, 'track', Date.now(), () => `${event} ${anonymousId}`);
  const events = [
    eventOf('Product Viewed', 'a'),
    eventOf('Product Viewed', 'b'),
    eventOf('Product Added', 'a'),
    eventOf('Search', 'b', { query: 'Retsina', hits_returned: 0 }),
    eventOf('Coupon Denied', 'b', { coupon_id: 'GONE', reason: 'coupon_unknown' }),
  ].filter((event) => typeof event !== 'string');
  await eventStore(shop.database, { isForwarded: () => false, dailyBytes: 1_000_000 }).save('AU', events);
  const balances = await paidOrder(shop, [1]);
  await shop.database.execute({ text: 'update orders set charge_cents = 1990 where id = $1', values: [balances] });
  const [partly, cancelled] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  await refundOrder(orderDepsOf(shop), partly, refundOf({ amountCents: 1_000 }));
  await cancelOrder(orderDepsOf(shop), cancelled, { reason: 'out of stock', actor: 'Sam' });
  await paidOrder(shop, [1], 'sg.localhost', { phone: '8123 4567', suburb: '', state: '', postcode: '288913' });

  expect(JSON.parse(await report({ json: true }))).toEqual({
    since: expect.stringMatching(/Z$/),
    funnel: [
      { market: 'AU', steps: [2, 2, 1, 0], orders: 2 },
      { market: 'SG', steps: [0, 0, 0, 0], orders: 1 },
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

test('rejects unknown arguments and dates', async () => {
  await expect(report({}, ['november'])).rejects.toThrow('too many arguments');
  await expect(report({ since: 'yesterday' })).rejects.toThrow('--since is');
  await expect(report({ since: '2999-01-01' })).rejects.toThrow('in the future');
});
