/** Statements of the guide for operators on a shop that has what they look for: sold cases that are missing, and a table in parts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockOfficeContract } from '#domains/selling/stock/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { readGuideCommand, readGuideStatements } from '#tests/fixtures/guide-blocks.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const WINE = 1002;
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'scarce', productId: WINE, level: 7, sku: 'SCARCE' }, { offerId: 'other', productId: 1, level: 9 });
});
afterAll(() => shop?.stop());

/** Runs the statement of the guide that contains a text. */
async function runStatement<Row extends object>(part: string): Promise<Row[]> {
  const statement = (await readGuideStatements('operating')).find((text) => text.includes(part));
  return shop.database.queryMany<Row>({ text: statement ?? `no statement with ${part}` });
}
const numberOf = async (id: string): Promise<string> =>
  String((await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] }))?.number);
const run = (name: string, number: string, options: Readonly<Record<string, string | boolean>>) =>
  runCommand(shopAccess(shop), name, [number], options);
const level = () =>
  shop.database.queryOne<{ level: number; oversold: number }>({
    text: "select level, oversold from stock_levels where product_id = $1 and market = 'AU'",
    values: [WINE],
  });

test('a broken case of a wine that is sold out is missing, and a refund of a line that the guide finds puts nothing on sale', async () => {
  const sent = await numberOf(await paidOrder(shop, [1, WINE, WINE]));
  await run('order ship', sent, { lines: '1:1,2:1', carrier: 'Overland' });
  const partly = await numberOf(await paidOrder(shop, [WINE, WINE]));
  await run('order refund', partly, { lines: '1:1' });
  // Nothing of the wine is left to send in these two, and the last one is of another market.
  const other = await numberOf(await paidOrder(shop, [1, WINE]));
  await run('order ship', other, { lines: '2:1', carrier: 'Overland' });
  const gone = await numberOf(await paidOrder(shop, [WINE]));
  await run('order ship', gone, { carrier: 'Overland' });
  const last = await numberOf(await paidOrder(shop, [1, WINE, WINE]));
  await paidOrder(shop, [WINE], 'sg.localhost', { phone: '8123 4567', suburb: '', state: '', postcode: '288913' });
  expect(await level()).toEqual({ level: 0, oversold: 0 });

  const olive = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'] }));
  const office = olive.call(stockOfficeContract);
  const { version } = yes(await office.stockItem({ id: `AU-${WINE}` }));
  yes(await office.adjustStock({ id: `AU-${WINE}`, version, quantity: -1, reason: 'broken', note: '' }));

  expect(await runStatement('as missing')).toEqual([{ product_id: WINE, market: 'AU', missing: 1, sku: 'SCARCE' }]);
  const waiting = await runStatement<{ number: number; line: number; cases: number; status: string }>('l.position + 1 as line');
  expect(waiting.map(({ number, line, cases, status }) => [String(number), line, cases, status])).toEqual([
    [last, 2, 2, 'Awaiting Fulfillment'],
    [partly, 1, 1, 'Partially Refunded'],
    [sent, 2, 1, 'Partially Shipped'],
  ]);

  const command = await readGuideCommand('operating', 'order refund');
  expect(command).toContain('1:1');
  await run('order refund', last, { lines: `${waiting[0]?.line}:1`, reason: 'The last case was broken' });

  expect(await level()).toEqual({ level: 0, oversold: 0 });
});

test('a table in parts is one row of the largest tables', async () => {
  await shop.database.execute({ text: 'create table guide_parts (day date not null) partition by list (day)' });
  for (const day of ['2026-11-01', '2026-11-02']) {
    const part = `guide_parts_${day.replaceAll('-', '')}`;
    await shop.database.execute({ text: `create table ${part} partition of guide_parts for values in ('${day}')` });
    await shop.database.execute({ text: `insert into ${part} select '${day}' from generate_series(1, 200000)` });
  }

  const rows = await runStatement<{ relation: string; partitions: number }>('pg_inherits');

  expect(rows[0]).toMatchObject({ relation: 'guide_parts', partitions: 2 });
});
