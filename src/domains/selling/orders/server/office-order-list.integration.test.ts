import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';
import { ORDER_SORTS, type OrderSort, PAYMENT_STATES } from '../model/order-list.ts';
import { countOfficeOrders, listOfficeOrders } from './office-order-list.repository.ts';
import { listOrderPage, toOrderFilter } from './office-orders.ts';

const ORDERS = 4_000;
const staff = { markets: ['AU', 'SG'] as const };
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const own = await createTestDatabase();
  drop = own.drop;
  database = openDatabase(own.connectionString, 2);
  await generateOrders(database, { orders: ORDERS, customers: 1_000 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

const list = async (input: Partial<Parameters<typeof listOrderPage>[2]> = {}, markets: readonly ('AU' | 'SG')[] = staff.markets) => {
  const page = await listOrderPage(database, { markets }, { sort: '-placed', limit: 50, ...input });
  if (!page.ok) throw new Error(page.code);
  return page.value;
};

/** Reads all pages. */
async function everyPage(sort: OrderSort, limit = 700, q = ''): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ sort, limit, q, ...(cursor === undefined ? {} : { cursor }) });
    for (const { id } of page.rows) ids.push(id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

describe('the list of orders', () => {
  test.each(ORDER_SORTS)('has every order once in its pages, sorted by %s', async (sort) => {
    const ids = await everyPage(sort);
    expect(ids).toHaveLength(ORDERS);
    expect(new Set(ids).size).toBe(ORDERS);
  });

  test.each(ORDER_SORTS)('has every order of a name once in its pages, sorted by %s', async (sort) => {
    const ids = await everyPage(sort, 60, 'chen');
    expect(ids).toHaveLength(Number((await list({ q: 'chen' })).total));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual((await everyPage(sort)).filter((id) => ids.includes(id)));
  });

  test('is in the other direction the other way round', async () => {
    expect(await everyPage('customer')).toEqual((await everyPage('-customer')).reverse());
    expect(await everyPage('total')).toEqual((await everyPage('-total')).reverse());
  });

  test('has only orders of the markets of the person, whatever they filter by', async () => {
    const page = await list({ 'filter[market]': ['AU'] }, ['SG']);
    expect(page).toMatchObject({ rows: [], total: 0 });
    expect((await list({}, ['SG'])).rows.every(({ market }) => market === 'SG')).toBe(true);
  });

  test('splits orders by payment: each has one state', async () => {
    const totals = await Promise.all(PAYMENT_STATES.map((payment) => list({ 'filter[payment]': payment })));
    expect(totals.reduce((sum, { total }) => sum + Number(total), 0)).toBe(ORDERS);
    for (const [index, state] of PAYMENT_STATES.entries()) expect(totals[index]?.rows.every(({ payment }) => payment === state)).toBe(true);
  });

  test('finds orders by number, address and words of the name', async () => {
    const [newest] = (await list({ limit: 1 })).rows;
    if (!newest) throw new Error('there are no orders');
    expect((await list({ q: `#${newest.number}` })).rows.map(({ id }) => id)).toContain(newest.id);
    expect((await list({ q: newest.email.toUpperCase() })).rows.every(({ email }) => email === newest.email)).toBe(true);
    const named = await list({ q: 'love ada' });
    expect(named.rows.length).toBeGreaterThan(0);
    expect(named.rows.every(({ name }) => name === 'Ada Lovelace')).toBe(true);
    const short = await list({ q: 'lo' });
    expect(short.rows.length).toBeGreaterThan(0);
    expect(short.rows.every(({ name, email }) => /(?:^| |@|\b)lo/i.test(`${name} ${email}`))).toBe(true);
    expect((await list({ q: '100%' })).total).toBe(0);
    expect((await list({ q: "o'brien_" })).total).toBe(0);
  });

  test('filters by total, tag, customer and status together', async () => {
    const page = await list({ 'filter[total]': '100..250.50', 'filter[tag]': 'gift,vip', 'filter[status]': ['Completed'] });
    expect(page.rows.length).toBeGreaterThan(0);
    for (const row of page.rows) {
      expect(row.total).toBeGreaterThanOrEqual(100);
      expect(row.total).toBeLessThanOrEqual(250.5);
      expect(row.tags.some((tag) => tag === 'gift' || tag === 'vip')).toBe(true);
      expect(row.status).toBe('Completed');
    }
    const customer = (await list()).rows.find(({ customerId }) => customerId !== null)?.customerId ?? 0;
    const own = await list({ 'filter[customer]': customer });
    expect(own.rows.every(({ customerId }) => customerId === customer)).toBe(true);
  });

  test('counts a day from midnight to midnight in the market', async () => {
    const days = await database.queryMany<{ day: string; count: number }>({
      text: `select (placed_at at time zone 'Australia/Melbourne')::date::text as day, count(*)::integer as count from orders where market = 'AU' group by 1 order by 1 limit 3`,
    });
    for (const { day, count } of days.slice(1)) expect((await list({ 'filter[placed]': day, 'filter[market]': ['AU'] })).total).toBe(count);
  });

  test('finds the orders of the days on which they are to be sent', async () => {
    const [first, second, third] = (await list({ limit: 3 })).rows.map(({ id }) => id);
    const setDay = (id: string | undefined, day: string) =>
      database.execute({
        text: "update orders set details = details || jsonb_build_object('dispatchOn', $2::text) where id = $1",
        values: [id, day],
      });
    await setDay(first, '2027-03-05');
    await setDay(second, '2027-03-06');
    await setDay(third, '2027-03-08');

    const idsOf = async (days: string) => (await list({ 'filter[sendOn]': days, sort: '-placed' })).rows.map(({ id }) => id);
    expect(await idsOf('2027-03-06')).toEqual([second]);
    expect(await idsOf('2027-03-05..2027-03-07')).toEqual([first, second]);
    expect(await idsOf('2027-03-06..')).toEqual([second, third]);
    expect(await idsOf('..2027-03-05')).toEqual([first]);
  });

  test('has what is to send: orders with cases left, not those of which all were sent or refunded', async () => {
    const { rows } = await list({ 'filter[task]': 'to_send', limit: 200 });
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Awaiting Fulfillment', 'Awaiting Shipment']));
    const parts = await list({ 'filter[task]': 'to_send', 'filter[status]': ['Partially Shipped'], limit: 200 });
    expect(parts.rows.length).toBeGreaterThan(0);
    expect(parts.rows.every(({ items }) => items.length > 1)).toBe(true);
    expect((await list({ 'filter[task]': 'to_send', 'filter[status]': ['Completed'] })).total).toBe(0);
  });

  test('refuses a cursor of another list', async () => {
    expect(await listOrderPage(database, staff, { sort: '-placed', limit: 5, cursor: 'bm9uZQ' })).toMatchObject({
      ok: false,
      code: 'cursor_invalid',
    });
  });

  test('names what a person searches by and no more than three words', async () => {
    const filter = toOrderFilter({ q: 'a b c d', sort: '-placed' }, staff);
    expect(filter.words).toEqual(['a', 'b', 'c']);
    expect(await countOfficeOrders(database, filter, 10)).toBe(
      (await listOfficeOrders(database, filter, '-placed', null, 10, null)).length,
    );
  });
});
