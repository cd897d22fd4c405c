import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { runs } from '#tests/stress/run-count.ts';
import { type OrderRecord, orderRecord } from '../model/record.ts';
import { accountingRows } from './accounting-rows.ts';
import { cancelOrder } from './cancel-order.ts';
import { ORDER_EXPORT, ORDER_EXPORT_SINCE, writeOrders } from './order-record.repository.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';
import { readAccountingRows } from './staff-order.repository.ts';

let shop: TestShop;
let empty: { database: Database; drop: () => Promise<void> };
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
  const own = await createTestDatabase();
  empty = { database: openDatabase(own.connectionString, 2), drop: own.drop };
});
afterAll(async () => {
  await shop.stop();
  await empty.database.close();
  await empty.drop();
});

const read = async (database: Database, text = ORDER_EXPORT, ...more: unknown[]): Promise<unknown[]> =>
  (await database.queryMany<{ record: unknown }>({ text, values: ['', 10_000, ...more] })).map(({ record }) => record);
const write = (database: Database, records: readonly unknown[]) =>
  database.transaction((transaction) =>
    writeOrders(
      transaction,
      records.map((record) => orderRecord.parse(record)),
    ),
  );

describe('order records', () => {
  test('are exported and imported without loss, change nothing the second time, and reserve their numbers [ORD-1]', async () => {
    const [sent, refunded, missing] = [await paidOrder(shop, [1, 1, 2]), await paidOrder(shop, [1]), await paidOrder(shop, [2])];
    await shipOrder(orderDepsOf(shop), sent, shipmentOf([{ position: 0, quantity: 1 }]));
    await refundOrder(orderDepsOf(shop), sent, refundOf({ lines: [{ position: 0, quantity: 1 }], shipping: false, amountCents: 123 }));
    await refundOrder(orderDepsOf(shop), refunded, refundOf({ all: true }));
    await cancelOrder(orderDepsOf(shop), missing, { reason: 'Ünïcode 🍷 "quoted"', actor: 'Sam' });
    const records = await read(shop.database);
    expect(records).toHaveLength(3);
    expect(await write(empty.database, records)).toEqual({ added: 3, changed: 0, unchanged: 0 });
    expect(await read(empty.database)).toEqual(records);
    expect(await write(empty.database, records)).toEqual({ added: 0, changed: 0, unchanged: 3 });
    const last = await empty.database.queryOne<{ last: number }>({ text: "select last from order_numbers where market = 'AU'" });
    expect(last?.last).toBe((records as OrderRecord[]).at(-1)?.number);
  });

  test('include the orders with an event since a given time', async () => {
    const timestamp = new Date().toISOString();
    const id = await paidOrder(shop, [1]);
    expect(await read(shop.database, ORDER_EXPORT_SINCE, timestamp)).toMatchObject([{ id }]);
  });

  const cents = fc.integer({ min: 0, max: 1_000_000 });
  const anyText = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\0') && text.isWellFormed());
  const timestamp = fc
    .date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const lines = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }), listCents: cents, discountCents: cents, name: anyText }), {
    minLength: 1,
    maxLength: 4,
  });
  const anyOrder = fc.record({
    id: fc.uuid(),
    market: fc.constantFrom(...MARKETS),
    number: fc.integer({ min: 2_000_000, max: 2_000_000_000 }),
    status: fc.constantFrom(...ORDER_STATUS_NAMES),
    placedAt: timestamp,
    email: anyText,
    lines,
    events: fc.array(fc.record({ at: timestamp, event: fc.constantFrom('placed', 'shipped', 'noted'), note: anyText }), { maxLength: 4 }),
    refund: fc.option(fc.record({ id: fc.uuid(), amountCents: fc.integer({ min: 1, max: 1_000 }), reason: anyText, at: timestamp })),
  });
  const toRecord = (input: typeof anyOrder extends fc.Arbitrary<infer T> ? T : never) => ({
    record: 'order',
    ...input,
    createdAt: input.placedAt,
    details: { firstName: 'A' },
    totals: { baseCents: 1, discounts: [], shippingCents: 0, isFreeShipping: true, totalCents: 1, taxCents: 0 },
    chargeCents: 1,
    lines: input.lines.map(({ name, ...line }, index) => ({
      ...line,
      offerId: `offer-${index}`,
      productId: index + 1,
      summary: { sku: 'S', brand: 'B', name, vintage: '', category: 'Red', packSize: 6, imageUrl: '', url: '', isSpirit: false },
    })),
    events: input.events.map(({ at, event, note }) => ({ at, event, actor: 'Sam', data: { note } })),
    refunds:
      input.refund === null
        ? []
        : [
            {
              ...input.refund,
              key: 'k',
              gatewayCents: 0,
              actor: 'Sam',
              state: 'done',
              createdAt: input.refund.at,
              settledAt: input.refund.at,
              lines: [],
            },
          ],
  });

  test('reproduce any order after an import', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (generated) => {
        const record = orderRecord.parse(toRecord(generated));
        await shop.database
          .transaction(async (transaction) => {
            await writeOrders(transaction, [record]);
            const row = await transaction.queryOne<{ record: unknown }>({
              text: ORDER_EXPORT,
              values: [record.market + String(record.number - 1).padStart(10, '0'), 1],
            });
            const back = orderRecord.parse(row?.record);
            const utc = (value: OrderRecord) =>
              JSON.parse(JSON.stringify(value), (_, part) => (/^\d{4}-\d\d-\d\dT/.test(part) ? new Date(part).getTime() : part));
            expect(utc(back)).toEqual(utc(record));
            throw new Error('roll back');
          })
          .catch((error: unknown) => {
            if (!(error instanceof Error) || error.message !== 'roll back') throw error;
          });
      }),
      { numRuns: runs(25) },
    );
  });
});

/** Reads pages of one row, each after the last one. */
async function readSingly<Row extends { readonly key: string }>(page: (after: string) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after = ''; ; ) {
    const [row] = await page(after);
    if (!row) return rows;
    rows.push(row);
    after = row.key;
  }
}

test('exports the same orders and accounting rows in pages of one as in one page', async () => {
  const id = await paidOrder(shop, [1, 2]);
  await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }], shipping: true }));
  await paidOrder(shop, [2]);
  const orders = (after: string, limit: number) =>
    shop.database.queryMany<{ key: string; record: unknown }>({ text: ORDER_EXPORT, values: [after, limit] });
  const rows = (after: string, limit: number, since: Date | null) => readAccountingRows(shop.database, since, after, limit);

  const since = new Date(Date.now() - 3_600_000);
  const [allOrders, allRows] = [await orders('', 10_000), await rows('', 10_000, null)];

  expect(allRows.filter(({ kind }) => kind === 'refund').length).toBeGreaterThan(0);
  expect(await readSingly((after) => orders(after, 1))).toEqual(allOrders);
  expect(await readSingly((after) => rows(after, 1, null))).toEqual(allRows);
  expect(await readSingly((after) => rows(after, 1, since))).toEqual(await rows('', 10_000, since));
});

test('creates accounting rows that add up to the payments less the refunds', async () => {
  const id = await paidOrder(shop, [1, 2]);
  await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }], shipping: true }));
  const number = (await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] }))
    ?.number;
  const rows: { order: string | number; kind: string | number; amount: string | number; tax: string | number }[] = [];
  for await (const row of accountingRows(shop.database, shop.running.services.settings, new Date('2020-01-01')))
    if (row.order === number) rows.push(row);
  expect(rows.map(({ kind, amount, tax }) => [kind, amount, tax])).toEqual([
    ['line', 60, 5.45],
    ['line', 60, 5.45],
    ['delivery', 9.9, 0.9],
    ['refund', -69.9, -6.35],
  ]);
  const later: unknown[] = [];
  for await (const row of accountingRows(shop.database, shop.running.services.settings, new Date(Date.now() + 60_000))) later.push(row);
  expect(later).toEqual([]);
});
