/** The office's list of customers over generated orders. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';
import { CUSTOMER_SORTS, type CustomerSort } from '../model/customer-list.ts';
import { exportCustomerPage, listCustomerPage } from './office-customers.ts';

const CUSTOMERS = 600;
const staff = { markets: ['AU', 'SG'] as const };
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const own = await createTestDatabase();
  drop = own.drop;
  database = openDatabase(own.connectionString, 2);
  await generateOrders(database, { orders: 2_000, customers: CUSTOMERS });
  await refreshSummaries(database);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const list = async (input: Partial<Parameters<typeof listCustomerPage>[2]> = {}, markets: readonly ('AU' | 'SG')[] = staff.markets) => {
  const page = await listCustomerPage(database, { markets }, { sort: '-last', limit: 50, ...input });
  if (!page.ok) throw new Error(page.code);
  return page.value;
};

async function everyPage(sort: CustomerSort): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ sort, limit: 190, ...(cursor === undefined ? {} : { cursor }) });
    for (const { id } of page.rows) ids.push(id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

/** Sums of the list and of the orders, which have to agree. */
const sums = async () => {
  await refreshSummaries(database);
  return database.queryOne<{ listed: number; spent: number; counted: number; paid: number }>({
    text: `select (select sum(orders)::integer from customer_summaries) as listed, (select sum(spent_cents)::bigint from customer_summaries) as spent,
      count(*)::integer as counted, sum(total_cents - coalesce((select sum(r.amount_cents) from order_refunds r where r.order_id = o.id and r.state = 'done'), 0))::bigint as paid
      from orders o where number is not null and email <> '' and status not in ('Cancelled', 'Declined', 'Incomplete', 'Pending', 'Awaiting Payment')`,
  });
};

describe('the list of customers', () => {
  test('is complete after more changes than a statement takes', async () => {
    await database.execute({ text: 'update customers set phone = phone || $1', values: ['0'] });
    await database.execute({ text: 'insert into customer_changes (customer_id) select c.id from customers c, generate_series(1, 3)' });

    await refreshSummaries(database);

    const left = await database.queryOne<{ changes: number; outdated: number }>({
      text: `select (select count(*)::integer from customer_changes) as changes,
        (select count(*)::integer from customer_summaries s join customers c on c.id = s.customer_id where s.phone <> c.phone) as outdated`,
    });
    expect(left).toEqual({ changes: 0, outdated: 0 });
  });

  test.each(CUSTOMER_SORTS)('has everyone once in its pages, sorted by %s', async (sort) => {
    const ids = await everyPage(sort);
    const { total } = await list();
    expect(ids).toHaveLength(Number(total));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('agrees with the orders in number and money, refunds and cancellations included', async () => {
    const { listed, spent, counted, paid } = (await sums()) ?? {};
    expect([listed, spent]).toEqual([counted, paid]);
    await database.execute({
      text: "update orders set status = 'Cancelled' where id in (select id from orders where status = 'Completed' and customer_id <> 0 limit 20)",
    });
    await database.execute({ text: "update order_refunds set state = 'done' where state = 'intended'" });
    const after = await sums();
    expect([after?.listed, after?.spent]).toEqual([after?.counted, after?.paid]);
    expect(after?.listed).toBe((counted ?? 0) - 20);
  });

  test('counts two orders that are placed at once', async () => {
    const rows = await database.queryMany<{ id: string; customer: number }>({
      text: `select min(id::text)::uuid as id, customer_id as customer from orders where status = 'Cancelled' and customer_id <> 0 group by customer_id limit 1`,
    });
    const customer = rows[0]?.customer ?? 0;
    const ids = await database.queryMany<{ id: string }>({ text: 'select id from orders where customer_id = $1', values: [customer] });
    await Promise.all(
      ids.map(async ({ id }) => {
        await database.execute({ text: "update orders set status = 'Awaiting Fulfillment' where id = $1", values: [id] });
        await refreshSummaries(database);
      }),
    );
    const found = await database.queryOne<{ orders: number }>({
      text: 'select sum(orders)::integer as orders from customer_summaries where customer_id = $1',
      values: [customer],
    });
    expect(found?.orders).toBe(ids.length);
  });

  test('has only people of the markets of the person, whatever they filter by', async () => {
    expect(await list({ 'filter[market]': ['AU'] }, ['SG'])).toMatchObject({ rows: [], total: 0 });
    expect((await list({}, ['SG'])).rows.every(({ market }) => market === 'SG')).toBe(true);
  });

  test('finds people by name, address, phone number and order number', async () => {
    const { rows } = await list({ 'filter[kind]': 'account', limit: 1, sort: '-spent' });
    const [row] = rows;
    const [order] = await database.queryMany<{ number: number; market: 'AU' | 'SG' }>({
      text: 'select number, market from orders where customer_id = $1 and market = $2 and number is not null limit 1',
      values: [Number(row?.key), row?.market],
    });
    for (const q of [
      row?.email ?? '',
      row?.phone ?? '',
      `${row?.phone.slice(0, 4)} ${row?.phone.slice(4, 7)} ${row?.phone.slice(7)}`,
      `#${order?.number}`,
    ])
      expect((await list({ q, limit: 200 })).rows.map(({ id }) => id)).toContain(row?.id);
    const words = row?.name.split(' ').toReversed().join(' ') ?? '';
    expect((await list({ q: words, limit: 200 })).rows.every(({ name }) => name === row?.name)).toBe(true);
    expect((await list({ q: '%' })).total).toBe(0);
  });

  test('filters by kind, spending, days and consent', async () => {
    const guests = await list({ 'filter[kind]': 'guest' });
    expect(guests.rows.every(({ kind, tier, key }) => kind === 'guest' && tier === null && key.startsWith('g'))).toBe(true);
    const rich = await list({ 'filter[spent]': '1000..', sort: 'spent' });
    expect(rich.rows.every(({ spent }) => spent >= 1_000)).toBe(true);
    expect((await list({ 'filter[consent]': 'email' })).total).toBe(0);
    expect((await list({ 'filter[last]': '2000-01-01..2000-12-31' })).total).toBe(0);
    expect((await list({ 'filter[tier]': ['GREEN'], 'filter[kind]': 'account' })).total).toBe(
      (await list({ 'filter[kind]': 'account' })).total,
    );
  });

  test('exports what it lists, with formulas made harmless', async () => {
    await database.execute({ text: "update customers set given_name = '=cmd' where id = (select min(id) from customers)" });
    await refreshSummaries(database);
    const page = await exportCustomerPage(database, staff, { sort: 'name', 'filter[kind]': 'account', q: '=cmd' });
    if (!page.ok) throw new Error(page.code);
    expect(page.value.csv).toMatch(/^number,market,kind,name/);
    expect(page.value.csv).toContain("'=cmd");
  });
});
