import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
});
afterAll(() => shop.stop());

const staff = (name: string, args: readonly string[] = [], options: CommandOptions = {}) =>
  runCommand(shopAccess(shop), `order ${name}`, args, {
    ...(/ship|refund|edit|cancel|set-status/.test(name) && { actor: 'Sam' }),
    ...options,
  });

async function order(products: readonly number[]): Promise<string> {
  const id = await paidOrder(shop, products);
  const row = await shop.database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });
  return String(row?.number);
}

test('lists, shows, ships in parts and refunds an order in part', async () => {
  const number = await order([1, 1, 2]);
  expect((await staff('list', [])).stdout).toMatch(
    new RegExp(`${number}\\s+AU\\s+Awaiting Fulfillment\\s+.*grace@example.com\\s+3\\s+\\$180.00`),
  );
  expect((await staff('show', [number])).stdout).toContain('Test House Wine one 2022');

  const sent = await staff('ship', [number], { carrier: 'Overland', 'tracking-number': 'OX1', lines: '1:1' });
  expect(sent).toMatchObject({ code: 0, stdout: `1 sent with Overland. Order #${number} is now Partially Shipped.` });
  const output = await staff('refund', [number], { lines: '2:1', reason: 'It broke' });
  expect(output.stdout).toBe(`$60.00 refunded. Order #${number} is now Partially Refunded.`);
  const { stdout } = await staff('show', [`#${number}`]);
  expect(stdout).toMatch(/1 {2}Test House Wine one 2022 +2 +1 +1 +0/);
  expect(stdout).toContain('refunded $60.00, left to refund $120.00');
  expect(stdout).toMatch(/refunded → Partially Refunded {2}by Sam/);
});

test('takes cases out of an order', async () => {
  const number = await order([1, 1, 2]);
  expect(await staff('edit', [number], { lines: '1:1,2:1', reason: 'One is enough' })).toMatchObject({
    code: 0,
    stdout: `Items changed. $60.00 refunded. Order #${number} is now Partially Refunded.`,
  });
  expect((await staff('show', [number])).stdout).toMatch(/1 {2}Test House Wine one 2022 +2 +0 +1 +1/);
});

test('prints JSON for programs', async () => {
  const number = await order([1]);
  const listed = JSON.parse((await staff('list', [], { json: true, email: 'GRACE@', status: 'awaiting fulfillment' })).stdout);
  expect(listed[0]).toMatchObject({ number: Number(number), total: 69.9, refunded: 0 });
  const output = JSON.parse((await staff('show', [number], { json: true })).stdout);
  expect(output).toMatchObject({ order: { number: Number(number) }, lines: [{ quantity: 1, shipped: 0 }] });
});

test('refunds everything when an order is cancelled', async () => {
  const number = await order([2]);
  expect((await staff('cancel', [number], { reason: 'Corked' })).stdout).toBe(
    `Cancelled. $69.90 refunded. Order #${number} is now Cancelled.`,
  );
});

describe('explains invalid input and how to correct it', () => {
  const invalid = [
    { name: 'text as an order number', run: () => staff('show', ['abc']), says: "'abc' isn’t an order number" },
    { name: 'no number', run: () => staff('show', []), says: "missing required argument 'number'" },
    { name: 'an unknown order', run: () => staff('show', ['77']), says: 'There is no order #77.' },
    { name: 'an unknown status', run: () => staff('list', [], { status: 'Lost' }), says: 'It must be one of Incomplete, Pending' },
    { name: 'text as a date', run: () => staff('list', [], { since: 'yesterday' }), says: 'It must be a date like 2026-11-01' },
    { name: 'an extra argument', run: () => staff('list', ['lately']), says: 'too many arguments' },
    { name: 'two orders', run: () => staff('cancel', ['1000001', '1000002']), says: 'too many arguments' },
    { name: 'text as a limit', run: () => staff('list', [], { limit: 'all' }), says: "--limit is 'all'. It must be a whole number" },
    { name: 'no status', run: () => staff('set-status', ['1000001']), says: "missing required argument 'status'" },
    { name: 'no carrier', run: () => staff('ship', ['1000001']), says: 'Give the carrier' },
    {
      name: 'a script as a link',
      run: () => staff('ship', ['1000001'], { carrier: 'X', 'tracking-url': 'javascript:1' }),
      says: 'https:// address',
    },
    { name: 'an edit without lines', run: () => staff('edit', ['1000001']), says: 'Give the cases that are to be sent' },
    { name: 'text as lines', run: () => staff('refund', ['1000001'], { lines: 'one' }), says: 'Write line:quantity' },
    { name: 'a line without cases', run: () => staff('edit', ['1000001'], { lines: '1:2,2' }), says: 'Give each line the cases' },
    { name: 'a negative amount', run: () => staff('refund', ['1000001'], { amount: '-5' }), says: 'Write it like 12.50' },
    {
      name: 'everything and a part',
      run: () => staff('refund', ['1000001'], { all: true, amount: '5' }),
      says: 'don’t combine it with --lines',
    },
    {
      name: 'nothing to refund',
      run: () => staff('refund', ['1000001']),
      says: 'Choose what to refund: --lines 1:2,3:1, --shipping, --amount 12.50, or --all',
    },
    {
      name: 'a status that no one sets by hand',
      run: () => staff('set-status', ['1000001', 'Refunded']),
      says: "'Refunded' can’t be set by hand. Choose one of: Awaiting Fulfillment, ",
    },
  ];
  test.each(invalid)('$name', async ({ run, says }) => {
    await expect(run()).rejects.toThrow(says);
  });
  test('names the statuses that allow the action', async () => {
    const number = await order([1]);
    await staff('cancel', [number]);
    await expect(staff('ship', [number], { carrier: 'X' })).rejects.toThrow(
      `Order #${number} is Cancelled and can’t be set to Shipped. Nothing can follow that.`,
    );
  });
  test('asks for the market if two markets have an order of that number', async () => {
    const number = await order([1]);
    await shop.database.execute({ text: "update order_numbers set last = $1 where market = 'SG'", values: [Number(number) - 1] });
    const details = { phone: '8123 4567', suburb: '', state: '', postcode: '288913', giftMessage: 'For Ada' };
    await paidOrder(shop, [1], 'sg.localhost', details);
    await expect(staff('show', [number])).rejects.toThrow('in AU and in SG: add --market AU or --market SG.');
    const { stdout } = await staff('show', [number], { market: 'sg' });
    expect(stdout).toContain(`Order #${number} SG`);
    // The packer needs these.
    for (const text of ['Singapore 288913', 'On the card: For Ada']) expect(stdout).toContain(text);
  });
});
