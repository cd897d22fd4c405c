/** The sums of past days show what the orders show, whatever happens to them and whenever they were summed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { createRandom } from '#tests/fixtures/random.ts';
import { addDays } from '../model/date-range.ts';
import { readDaySales, readSalesSoFar } from './sales.repository.ts';
import { sumSales } from './sum-sales.ts';

const ALL_DAYS = 1_000;
const HOURS = 24;
const DAY_MS = 86_400_000;

let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.connectionString, 3);
});

afterAll(async () => {
  await database.close();
  await created.drop();
});

beforeEach(async () => {
  await database.execute({ text: 'truncate orders, sales_days, sales_changes cascade' });
});

const run = (text: string, ...values: readonly unknown[]): Promise<number> => database.execute({ text, values });
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
let number = 1_000_000;

async function insertOrder(at: Date, { market = 'AU', status = 'Completed', cents = 1_000 } = {}): Promise<string> {
  const id = randomUUID();
  number += 1;
  await run(
    `with c as (insert into checkouts (token_hash, market, cart_id, expires_at) values ($1::uuid::text, $2, $1::uuid, now()) returning id, cart_id)
      insert into orders (id, number, market, checkout_id, cart_id, cart_version, status, email, details, totals, total_cents, reserved_until, charge_cents, placed_at)
      select $1::uuid, $3, $2, id, cart_id, 1, $4, 'ada@example.com', '{}', '{}', $5, now(), $5, $6 from c`,
    id,
    market,
    number,
    status,
    cents,
    at,
  );
  return id;
}

const insertRefund = (order: string, state: string, at: Date | null, cents = 100): Promise<number> =>
  run(
    `insert into order_refunds (order_id, key, amount_cents, gateway_cents, actor, state, completed_at) values ($1, gen_random_uuid()::text, $2, $2, 'Sam', $3, $4)`,
    order,
    cents,
    state,
    at,
  );

const insertReplacementLine = (order: string): Promise<number> =>
  run(
    `with c as (insert into claims (order_id, market) select id, market from orders where id = $1 returning id)
      insert into claim_replacement_lines (order_id, position, claim_id, cases, amount_cents) select $1, 0, id, 1, 100 from c on conflict do nothing`,
    order,
  );

interface Figures {
  readonly orders: number;
  readonly revenue: number;
  readonly refunds: number;
  readonly hours: readonly number[];
}

/** Reads a range from the orders in other words than the report does. */
async function readByHand(market: Market, from: string, to: string): Promise<Record<string, Figures>> {
  const timeZone = timeZoneOf(market);
  const rows = await database.queryMany<{ day: string; hour: number; orders: number; cents: number; back: number }>({
    text: `select (at at time zone $2)::date::text as day, extract(hour from at at time zone $2)::integer as hour, orders, cents, back from (
        select o.placed_at as at, 1 as orders, o.charge_cents as cents, 0 as back from orders o
        where o.number is not null and o.market = $1 and o.status not in ('Incomplete', 'Pending', 'Awaiting Payment', 'Declined')
          and (o.status <> 'Cancelled' or o.id in (select order_id from order_refunds where state in ('intended', 'done')))
          and o.id not in (select order_id from claim_replacement_lines)
        union all select r.completed_at, 0, 0, r.gateway_cents from order_refunds r join orders o on o.id = r.order_id where r.state = 'done' and o.market = $1
        union all select d.closed_at, 0, 0, d.amount_cents from order_disputes d join orders o on o.id = d.order_id where d.status = 'lost' and o.market = $1) x
      where at at time zone $2 >= $3::date and at at time zone $2 < $4::date + 1`,
    values: [market, timeZone, from, to],
  });
  const figures: Record<string, Figures> = {};
  for (const { day, hour, orders, cents, back } of rows) {
    const before = figures[day] ?? { orders: 0, revenue: 0, refunds: 0, hours: Array<number>(HOURS).fill(0) };
    figures[day] = {
      orders: before.orders + orders,
      revenue: before.revenue + cents - back,
      refunds: before.refunds + back,
      hours: before.hours.with(hour, (before.hours[hour] ?? 0) + orders),
    };
  }
  return figures;
}

async function readReport(market: Market, from: string, to: string): Promise<Record<string, Figures>> {
  const rows = await readDaySales(database, { market, timeZone: timeZoneOf(market), from, to });
  return Object.fromEntries(
    rows.map(({ day, orders, revenueCents, refundsCents, hourOrders }) => [
      day,
      { orders, revenue: revenueCents, refunds: refundsCents, hours: hourOrders },
    ]),
  );
}

const isEmpty = ({ orders, revenue, refunds }: Figures): boolean => orders === 0 && revenue === 0 && refunds === 0;
const withoutEmpty = (figures: Record<string, Figures>) =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => !isEmpty(figure)));

async function expectEqual(market: Market, from: string, to: string): Promise<void> {
  expect(withoutEmpty(await readReport(market, from, to))).toEqual(withoutEmpty(await readByHand(market, from, to)));
}

const storedDays = async (market: Market): Promise<string[]> =>
  (
    await database.queryMany<{ day: string }>({
      text: 'select day::text from sales_days where market = $1 order by day',
      values: [market],
    })
  ).map(({ day }) => day);

test.each([11, 12, 13])('shows what the orders show after random changes (seed %i)', async (seed) => {
  const random = createRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length)] as T;
  // Around midnight and around the changes of the clock there are more, and on the last days, some of which have no sum.
  const moment = (): Date => {
    const year = new Date().getUTCFullYear();
    // First Sundays of April and October, two of which are at most 230 days ago at any time.
    const near = [`${year - 1}-10-04T14:00:00Z`, `${year}-04-04T15:00:00Z`, `${year}-10-03T14:00:00Z`].map((at) => new Date(at));
    return pick([
      () => new Date(pick(near).getTime() + (random() - 0.5) * DAY_MS * 2),
      () => daysAgo(random() * 5),
      () => daysAgo(random() * 30),
      () => daysAgo(random() * 230),
    ])();
  };
  const orders: string[] = [];
  const changes: readonly (() => Promise<unknown>)[] = [
    async () =>
      orders.push(await insertOrder(moment(), { market: pick(MARKETS), status: pick(ORDER_STATUS_NAMES), cents: 1_000 + upTo(9_000) })),
    async () => orders.push(await insertOrder(moment(), { market: pick(MARKETS), cents: upTo(9_000) })),
    () => run('update orders set status = $2 where id = $1', pick(orders), pick([...ORDER_STATUS_NAMES, 'Cancelled', 'Cancelled'])),
    () => run('update orders set charge_cents = least(total_cents, $2) where id = $1', pick(orders), upTo(9_000)),
    () => run('update orders set placed_at = $2 where id = $1', pick(orders), moment()),
    () => run('update orders set number = null where id = $1', pick(orders)),
    () => insertRefund(pick(orders), pick(['intended', 'done', 'refused']), moment(), 1 + upTo(500)),
    () =>
      run(
        `update order_refunds set state = 'done', completed_at = now() where id = (select id from order_refunds where state = 'intended' limit 1)`,
      ),
    () => run('update order_refunds set state = $2 where order_id = $1', pick(orders), pick(['intended', 'done', 'refused'])),
    () => run('delete from order_refunds where order_id = $1', pick(orders)),
    () =>
      run(
        `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, status_before, closed_at)
          values ('sandbox', gen_random_uuid(), $1, 100, '', $2, 'Completed', $3)`,
        pick(orders),
        pick(['lost', 'won', 'open']),
        moment(),
      ),
    () => run('update order_disputes set status = $2 where order_id = $1', pick(orders), pick(['lost', 'won'])),
    () => insertReplacementLine(pick(orders)),
    () => run('delete from claim_replacement_lines where order_id = $1', pick(orders)),
    () => sumSales(database, 1 + upTo(60)),
  ];
  for (let turn = 0; turn < 40; turn += 1)
    orders.push(await insertOrder(moment(), { market: pick(MARKETS), status: pick(ORDER_STATUS_NAMES) }));
  await sumSales(database, ALL_DAYS);

  for (let turn = 0; turn < 300; turn += 1) {
    await pick(changes)();
    if (turn % 5 > 0) continue;
    for (const market of MARKETS) {
      const from = addDays(todayIn(market, new Date()), -upTo(230));
      await expectEqual(market, from, addDays(from, upTo(240)));
    }
  }
});

describe('a summed day', () => {
  const [old, today] = [daysAgo(40), todayIn('AU', new Date())];
  const range = [addDays(today, -60), today] as const;
  let id: string;

  beforeEach(async () => {
    id = await insertOrder(old);
    await sumSales(database, ALL_DAYS);
  });

  test('is read without its orders, until it is changed', async () => {
    await run('update sales_days set orders = 99 where day = $1', todayIn('AU', old));
    expect((await readReport('AU', ...range))[todayIn('AU', old)]?.orders).toBe(99);

    await run("update orders set status = 'Declined' where id = $1", id);

    expect(withoutEmpty(await readReport('AU', ...range))).toEqual({});
  });

  test('is read from its orders while a change of it is not in the sum, also if the change commits after the sum began', async () => {
    const client = await database.connect();
    try {
      await client.query('begin');
      await client.query('update orders set charge_cents = 500 where id = $1', [id]);
      await insertOrder(old);
      await sumSales(database);
      await client.query('commit');

      await expectEqual('AU', ...range);
      expect(await sumSales(database)).toBe(1);
      await expectEqual('AU', ...range);
      expect(await sumSales(database)).toBe(0);
    } finally {
      await client.end();
    }
  });

  test('is summed again for another clock, and not read by it before', async () => {
    await run("update sales_days set time_zone = 'Australia/Perth', orders = 99");

    await expectEqual('AU', ...range);
    expect(await sumSales(database, ALL_DAYS)).toBeGreaterThan(30);
    expect((await readReport('AU', ...range))[todayIn('AU', old)]?.orders).toBe(1);
  });

  test('is summed again after a week, so that no wrong sum stays', async () => {
    await run("update sales_days set orders = 99, summed_at = now() - interval '8 days' where day = $1", todayIn('AU', old));

    expect(await sumSales(database)).toBe(1);
    expect(await sumSales(database)).toBe(0);
    await expectEqual('AU', ...range);
  });

  test('stays summed when an order goes on its way, or its buyer is erased', async () => {
    await run("update orders set status = 'Shipped', email = '', details = '{}' where id = $1", id);
    await insertRefund(id, 'done', new Date());

    expect(await sumSales(database)).toBe(0);
  });
});

test('today and the two days before are never summed, older ones the latest first', async () => {
  const today = todayIn('AU', new Date());
  for (const days of [0, 1, 2, 3, 4, 5, 6]) await insertOrder(daysAgo(days));

  await sumSales(database, 2);

  expect(await storedDays('AU')).toEqual([addDays(today, -4), addDays(today, -3)]);
});

test('a day so far ends at the time of day that it is now in the market', async () => {
  const clock = { market: 'AU', timeZone: timeZoneOf('AU') } as const;
  const weekAgo = addDays(todayIn('AU', new Date()), -7);
  const [before, after] = [await insertOrder(daysAgo(7)), await insertOrder(daysAgo(7))];
  const [refunded, later] = [await insertOrder(daysAgo(30)), await insertOrder(daysAgo(30))];
  await insertRefund(refunded, 'done', daysAgo(7));
  await insertRefund(later, 'done', daysAgo(7));
  const asOf = (time: string) => `(now() at time zone '${clock.timeZone}' - interval '7 days')::date::timestamp + ${time}`;
  const now = `(now() at time zone '${clock.timeZone}')::time - interval '1 second'`;
  for (const [id, time] of [
    [before, now],
    [after, "interval '23:59:59.999'"],
  ] as const)
    await run(`update orders set placed_at = (${asOf(time)}) at time zone '${clock.timeZone}' where id = $1`, id);
  for (const [id, time] of [
    [refunded, now],
    [later, "interval '23:59:59.999'"],
  ] as const)
    await run(`update order_refunds set completed_at = (${asOf(time)}) at time zone '${clock.timeZone}' where order_id = $1`, id);

  expect(await readSalesSoFar(database, clock, [weekAgo])).toMatchObject([
    { day: weekAgo, orders: 1, revenueCents: 900, refundsCents: 100 },
  ]);
});
