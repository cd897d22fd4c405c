import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { ORDER_COMMANDS } from './order-commands.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
});
afterAll(() => shop.stop());

/** Run a command as the command line does; gives what it printed and its exit code. */
async function staff(name: string, files: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  const printed: string[] = [];
  const message: string[] = [];
  const code = await ORDER_COMMANDS[`order ${name}`]?.run({
    config: shop.running.shop.config,
    database: shop.database,
    files,
    options: { by: 'Sam', ...options },
    log: (line) => message.push(line),
    writeStdout: (text) => printed.push(text),
  });
  return { code, printed: printed.join('\n'), said: message.join('\n') };
}

async function order(products: readonly number[]): Promise<string> {
  const id = await paidOrder(shop, products);
  const row = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });
  return String(row?.number);
}

test('an order is listed, shown, sent in parts, refunded in part and shown again', async () => {
  const number = await order([1, 1, 2]);
  expect((await staff('list', [])).printed).toMatch(
    new RegExp(`${number}\\s+AU\\s+Awaiting Fulfillment\\s+.*grace@example.com\\s+3\\s+\\$180.00`),
  );
  expect((await staff('show', [number])).printed).toContain('Test House Wine one 2022');

  const sent = await staff('ship', [number], { carrier: 'Overland', tracking: 'OX1', lines: '1:1' });
  expect(sent).toMatchObject({ code: 0, printed: `1 sent with Overland. Order #${number} is Partially Shipped now.` });
  const given = await staff('refund', [number], { lines: '2:1', reason: 'It broke' });
  expect(given.printed).toBe(`$60.00 given back. Order #${number} is Partially Refunded now.`);
  const { printed } = await staff('show', [`#${number}`]);
  expect(printed).toMatch(/1 {2}Test House Wine one 2022 +2 +1 +1 +0/);
  expect(printed).toContain('refunded $60.00, left to refund $120.00');
  expect(printed).toMatch(/refunded → Partially Refunded {2}by Sam/);
});

test('JSON for programs', async () => {
  const number = await order([1]);
  const listed = JSON.parse((await staff('list', [], { json: true, email: 'GRACE@', status: 'awaiting fulfillment' })).printed);
  expect(listed[0]).toMatchObject({ number: Number(number), total: 69.9, refunded: 0 });
  const shown = JSON.parse((await staff('show', [number], { json: true })).printed);
  expect(shown).toMatchObject({ order: { number: Number(number) }, lines: [{ quantity: 1, shipped: 0 }] });
});

test('a cancelled order gives everything back', async () => {
  const number = await order([2]);
  expect((await staff('cancel', [number], { reason: 'Corked' })).printed).toBe(
    `Cancelled. $69.90 given back. Order #${number} is Cancelled now.`,
  );
});

describe('what is wrong is said with what would be right', () => {
  const wrong = [
    { name: 'a number that is none', run: () => staff('show', ['abc']), says: "'abc' is no order number" },
    { name: 'no number', run: () => staff('show', []), says: 'Say which order' },
    { name: 'an order that is not there', run: () => staff('show', ['77']), says: 'There is no order #77.' },
    { name: 'a status that is not there', run: () => staff('list', [], { status: 'Lost' }), says: 'it must be one of Incomplete, Pending' },
    { name: 'a day that is none', run: () => staff('list', [], { since: 'yesterday' }), says: 'it must be a day like 2026-11-01' },
    { name: 'a word too many', run: () => staff('list', ['lately']), says: "'lately' is one word too many" },
    { name: 'two orders', run: () => staff('cancel', ['1000001', '1000002']), says: "'1000002' is one word too many: one order number" },
    { name: 'a limit that is none', run: () => staff('list', [], { limit: 'all' }), says: "--limit is 'all'; it must be a whole number" },
    { name: 'no status to mark with', run: () => staff('mark', ['1000001']), says: 'Say what the order is now: Awaiting Fulfillment, ' },
    { name: 'no carrier', run: () => staff('ship', ['1000001']), says: 'Say who carries it' },
    {
      name: 'a link that is none',
      run: () => staff('ship', ['1000001'], { carrier: 'X', link: 'javascript:1' }),
      says: 'https:// address',
    },
    { name: 'lines that are none', run: () => staff('refund', ['1000001'], { lines: 'one' }), says: 'write line:quantity' },
    { name: 'an amount that is none', run: () => staff('refund', ['1000001'], { amount: '-5' }), says: 'write it like 12.50' },
    { name: 'everything and a part', run: () => staff('refund', ['1000001'], { all: true, amount: '5' }), says: 'leave --lines' },
    {
      name: 'nothing to refund named',
      run: () => staff('refund', ['1000001']),
      says: 'Say what to refund: --lines 1:2,3:1, --shipping, --amount 12.50, or --all',
    },
    {
      name: 'a status nobody gives by hand',
      run: () => staff('mark', ['1000001', 'Refunded']),
      says: "'Refunded' cannot be said by hand: Awaiting Fulfillment, ",
    },
  ];
  test.each(wrong)('$name', async ({ run, says }) => {
    await expect(run()).rejects.toThrow(says);
  });
  test('what the status does not allow names what it does', async () => {
    const number = await order([1]);
    await staff('cancel', [number]);
    await expect(staff('ship', [number], { carrier: 'X' })).rejects.toThrow(
      `Order #${number} is Cancelled and cannot become Shipped; nothing can follow that.`,
    );
  });
  test('a number that two markets have asks for the market', async () => {
    const number = await order([1]);
    await shop.database.execute({ text: "update order_numbers set last = $1 where market = 'SG'", values: [Number(number) - 1] });
    const details = { phone: '8123 4567', suburb: '', state: '', postcode: '288913', giftMessage: 'For Ada' };
    await paidOrder(shop, [1], 'sg.localhost', details);
    await expect(staff('show', [number])).rejects.toThrow('in AU and in SG: add --market AU or --market SG.');
    const { printed } = await staff('show', [number], { market: 'sg' });
    expect(printed).toContain(`Order #${number} SG`);
    // What whoever packs it has to know.
    for (const words of ['Singapore 288913', 'On the card: For Ada']) expect(printed).toContain(words);
  });
});
