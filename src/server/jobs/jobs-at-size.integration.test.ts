/** Jobs of every few seconds and every hour read what is new, and exports a page, however many orders there are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { membersToRecalculate } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { findReferredOrders } from '#domains/customers/referrals/server/referral.repository.ts';
import { purgeCheckouts } from '#domains/selling/checkout/server/checkout.repository.ts';
import { anonymiseBuyers } from '#domains/selling/orders/server/customer-order.repository.ts';
import { findOfficeOrders, markSentOrders } from '#domains/selling/orders/server/office-order-list.repository.ts';
import { toOrderFilter } from '#domains/selling/orders/server/office-orders.ts';
import { ORDER_EXPORT } from '#domains/selling/orders/server/order-record.repository.ts';
import { markSettledOutcomes } from '#domains/selling/orders/server/outcomes/undelivered.repository.ts';
import { readAccountingRows } from '#domains/selling/orders/server/staff-order.repository.ts';
import { type Database, openDatabase, type Transaction } from '#lib/db/pool.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';

const ORDERS = 20_000;
const ALL_HOURS = 24 * 365 * 100;

let created: TestDatabase;
let database: Database;

/** Returns the rows of growing tables that `work` reads. */
async function rowsReadBy(work: (transaction: Transaction) => Promise<unknown>): Promise<number> {
  // What earlier statements of the connection read is not counted.
  await database.queryOne({ text: 'select pg_stat_force_next_flush()' });
  return database.transaction(async (transaction) => {
    await work(transaction);
    const read = await transaction.queryOne<{ rows: number }>({
      text: `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables
        where relname in ('orders', 'order_refunds', 'order_events', 'checkouts', 'delivery_outcomes')`,
    });
    return read?.rows ?? Number.NaN;
  });
}

beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.connectionString, 1);
  await generateOrders(database, { orders: ORDERS, customers: 2_000, days: 365 });
  await database.execute({
    text: `insert into order_events (order_id, event) select id, 'account_deleted' from orders where status = 'Completed' order by placed_at limit 3`,
  });
  await database.execute({ text: "update orders set coupon_ids = '{1}' where number % 1000 = 0" });
  await database.execute({ text: 'vacuum (analyze)' });
}, 120_000);

afterAll(async () => {
  await database.close();
  await created.drop();
});

test.each([
  ['tiers of the last hour', 100, (transaction: Transaction) => membersToRecalculate(transaction, 1)],
  ['referrals of all times', 100, (transaction: Transaction) => findReferredOrders(transaction, ALL_HOURS)],
  // A range of that index has some pages, and small tables are read as a whole.
  ['checkouts that expired lately', 2_500, (transaction: Transaction) => purgeCheckouts(transaction, 2)],
  [
    'a page of exported orders',
    1_000,
    (transaction: Transaction) => transaction.queryMany({ text: ORDER_EXPORT, values: ['AU0001010000', 100] }),
  ],
  ['a page for accounting', 5_000, (transaction: Transaction) => readAccountingRows(transaction, null, 'AU00010100002', 100)],
  ['buyers of deleted accounts', 5_000, (transaction: Transaction) => anonymiseBuyers(transaction)],
])('reads few rows for %s', async (_, most, work) => {
  expect(await rowsReadBy(work)).toBeLessThan(most);
});

test('adds up partly refunded orders once, and still lists those with something to send', async () => {
  const toSend = toOrderFilter({ sort: '-placed', 'filter[task]': 'to_send' }, { markets: ['AU', 'SG'] });
  await database.execute({
    text: `delete from order_shipment_lines where shipment_id in (select id from orders where status = 'Partially Refunded' order by placed_at limit 2)`,
  });
  const before = await findOfficeOrders(database, toSend, ORDERS, ORDERS);

  const marked = await markSentOrders(database);

  expect(marked).toBeGreaterThan(ORDERS / 100);
  expect(await markSentOrders(database)).toBe(0);
  const after = await findOfficeOrders(database, toSend, ORDERS, ORDERS);
  expect(after.ids?.toSorted()).toEqual(before.ids?.toSorted());
  const left = await database.queryOne<{ left: number }>({
    text: "select count(*)::integer as left from orders where status = 'Partially Refunded' and not is_sent",
  });
  expect(left).toEqual({ left: 2 });
});

test('looks once at parcels that came back, and still lists those that wait', async () => {
  const undelivered = toOrderFilter({ sort: '-placed', 'filter[task]': 'undelivered' }, { markets: ['AU', 'SG'] });
  await database.execute({
    text: `insert into delivery_outcomes (shipment_id, outcome, day, actor, recorded_at)
      select s.id, 'returned', s.shipped_at::date, 'Shippit', s.shipped_at from order_shipments s join orders o on o.id = s.order_id where o.status = 'Shipped'`,
  });
  await database.execute({
    text: `update orders set status = 'Refunded' where status = 'Shipped' and id not in (select id from orders where status = 'Shipped' order by placed_at limit 2)`,
  });
  const before = await findOfficeOrders(database, undelivered, ORDERS, ORDERS);

  const marked = await markSettledOutcomes(database, 0);

  expect(marked).toBeGreaterThan(ORDERS / 100);
  expect(await markSettledOutcomes(database, 0)).toBe(0);
  expect(await findOfficeOrders(database, undelivered, ORDERS, ORDERS)).toEqual(before);
  expect(before.count).toBe(2);
  await database.execute({ text: 'vacuum (analyze) delivery_outcomes' });
  // Small tables are read as a whole.
  expect(await rowsReadBy((transaction) => findOfficeOrders(transaction, undelivered, ORDERS, ORDERS))).toBeLessThan(1_000);
});

test('finds a checkout that was forgotten when it looks at all of them', async () => {
  await database.execute({
    text: `insert into checkouts (token_hash, market, cart_id, expires_at) values ('forgotten', 'AU', gen_random_uuid(), now() - interval '90 days'),
      ('due', 'AU', gen_random_uuid(), now() - interval '26 hours'), ('open', 'AU', gen_random_uuid(), now() - interval '1 hour')`,
  });

  const [hourly, nightly] = [await purgeCheckouts(database, 2), await purgeCheckouts(database, 36_500)];

  expect([hourly, nightly]).toEqual([1, 1]);
  expect(await database.queryMany({ text: "select token_hash from checkouts where token_hash in ('forgotten', 'due', 'open')" })).toEqual([
    { token_hash: 'open' },
  ]);
});
