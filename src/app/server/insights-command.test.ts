import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../dev/testing/database.ts';
import { readEvent } from '../../analytics/collected-event.ts';
import { eventStore } from '../../analytics/server/event-store.ts';
import { readConfig } from '../../platform/server/config.ts';
import { openDatabase } from '../../platform/server/database/pool.ts';
import { INSIGHTS_COMMANDS } from './insights-command.ts';

test('insights count visitors by step, vain searches and coupons', async () => {
  const own = await createTestDatabase();
  const database = openDatabase(own.connectionString, 2);
  const told = (event: string, anonymousId: string, properties: object = {}) =>
    readEvent({ event, anonymousId, properties }, 'track', Date.now(), () => `${event} ${anonymousId}`);
  const events = [
    told('Product Viewed', 'a'),
    told('Product Viewed', 'b'),
    told('Product Added', 'a'),
    told('Search', 'b', { query: 'Retsina', hits_returned: 0 }),
    told('Coupon Denied', 'b', { coupon_id: 'GONE', reason: 'coupon_unknown' }),
  ].filter((event) => typeof event !== 'string');
  await eventStore(database, false).keep('AU', events);
  const printed: string[] = [];
  const run = { config: readConfig({}), database, files: [], say: () => {}, print: (text: string) => void printed.push(text) };
  expect(await INSIGHTS_COMMANDS.insights?.run({ ...run, options: { json: true } })).toBe(0);
  expect(JSON.parse(printed[0] ?? '')).toEqual({
    funnel: [{ market: 'AU', steps: [2, 2, 1, 0], orders: 0 }],
    emptySearches: [{ market: 'AU', query: 'retsina', times: 1 }],
    coupons: [{ market: 'AU', coupon: 'GONE', applied: 0, denied: 1, reasons: 'coupon_unknown' }],
    revenue: [],
  });
  await INSIGHTS_COMMANDS.insights?.run({ ...run, options: {} });
  expect(printed[1]).toContain('retsina');
  await database.close();
  await own.drop();
});
