import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvent } from '#domains/outbound/analytics/model/collected-event.ts';
import { eventStore } from '#domains/outbound/analytics/server/event-store.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { deskOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { INSIGHTS_COMMANDS } from './insights-command.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'story', productId: 1 });
});
afterAll(() => shop.stop());

async function insights(options: Readonly<Record<string, unknown>>, files: readonly string[] = []): Promise<string> {
  const printed: string[] = [];
  const { database, running } = shop;
  const run = { config: running.shop.config, database, files, log: () => {}, writeStdout: (text: string) => void printed.push(text) };
  expect(await INSIGHTS_COMMANDS.insights?.run({ ...run, options })).toBe(0);
  return printed.join('\n');
}

test('insights count visitors by step, vain searches, coupons, and revenue of what was paid and not cancelled', async () => {
  const told = (event: string, anonymousId: string, properties: object = {}) =>
    readEvent({ event, anonymousId, properties }, 'track', Date.now(), () => `${event} ${anonymousId}`);
  const events = [
    told('Product Viewed', 'a'),
    told('Product Viewed', 'b'),
    told('Product Added', 'a'),
    told('Search', 'b', { query: 'Retsina', hits_returned: 0 }),
    told('Coupon Denied', 'b', { coupon_id: 'GONE', reason: 'coupon_unknown' }),
  ].filter((event) => typeof event !== 'string');
  await eventStore(shop.database, { isForwarded: false, dailyBytes: 1_000_000 }).keep('AU', events);
  const balances = await paidOrder(shop, [1]);
  await shop.database.execute({ text: 'update orders set charge_cents = 1990 where id = $1', values: [balances] });
  const [partly, cancelled] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  await refundOrder(deskOf(shop), partly, refundOf({ amountCents: 1_000 }));
  await cancelOrder(deskOf(shop), cancelled, { reason: 'out of stock', actor: 'Sam' });
  await paidOrder(shop, [1], 'sg.localhost', { phone: '8123 4567', suburb: '', state: '', postcode: '288913' });

  expect(JSON.parse(await insights({ json: true }))).toEqual({
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
  const words = await insights({});
  expect(words).toMatch(/AU +retsina +1\n/);
  expect(words).toMatch(/AU +2 +AUD +89\.80 +10\.00 +79\.80 +50\.00\n/);
});

test('what is not understood is said, and not answered with something else', async () => {
  await expect(insights({}, ['november'])).rejects.toThrow("'november' is not understood");
  await expect(insights({ since: 'yesterday' })).rejects.toThrow('--since is');
  await expect(insights({ since: '2999-01-01' })).rejects.toThrow('still to come');
});
