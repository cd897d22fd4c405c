import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { LEDGER_COMMANDS } from './credit.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

async function staff(name: string, files: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const run = {
    config: shop.running.shop.config,
    database: shop.database,
    files,
    options: { by: 'Sam', ...options },
    log: line,
    writeStdout: line,
  };
  const code = await LEDGER_COMMANDS[name]?.run(run);
  return { code, text: lines.join('\n') };
}

test('credit is granted once a key, and shown', async () => {
  const { id } = await createTestCustomer(shop);
  const email =
    (await shop.database.queryOne<{ email: string }>({ text: 'select email from customers where id = $1', values: [id] }))?.email ?? '';
  const grant = { amount: '20.50', key: 'sorry 1', note: 'A broken bottle' };
  expect((await staff('credit grant', [email], grant)).text).toContain('$20.50 granted.');
  expect((await staff('credit grant', [email], grant)).text).toContain('nothing was added');
  const { text } = await staff('credit show', [email.toUpperCase()]);
  expect(text).toContain(`Credit of customer ${id} in AU: $20.50`);
  expect(text).toContain('A broken bottle');
  expect((await staff('credit show', [email], { market: 'SG' })).text).toContain('in SG: $0.00');
  expect(JSON.parse((await staff('credit show', [email], { json: true })).text)).toMatchObject({
    balance: 20.5,
    entries: [{ kind: 'grant' }],
  });
});

test('a gift card is made, shown however its code is typed, and taken back once', async () => {
  const [code = ''] = (await staff('gift-card issue', [], { amount: '50' })).text.split('\n');
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect((await staff('gift-card show', [code.toLowerCase()])).text).toMatch(/good until .*: \$50\.00/);
  expect((await staff('gift-card void', [code])).text).toContain('$50.00 taken back.');
  expect((await staff('gift-card void', [code])).text).toContain('Nothing is left on it');
});

test('a gift card is issued once a key, however many ask at once', async () => {
  const asked = { amount: '30', key: 'prize 7' };
  const told = await Promise.all([1, 2, 3].map(() => staff('gift-card issue', [], asked)));
  expect(new Set(told.map(({ text }) => text.split('\n')[0])).size).toBe(1);
  expect(told.filter(({ text }) => text.includes('Nothing was added'))).toHaveLength(2);
  const [row] = await shop.database.queryMany<{ count: number }>({
    text: "select count(*)::int as count from ledger_entries where source = 'staff:gift-card:prize 7'",
  });
  expect(row?.count).toBe(1);
});

test.each([
  ['gift-card issue', [], { amount: '5', to: 'nobody' }, '--to:'],
  ['gift-card issue', [], { amount: '5', name: 'x'.repeat(61) }, '--name:'],
  ['gift-card issue', [], { amount: '5', from: 'evil.example' }, '--from: must be a name without a web address'],
  ['gift-card issue', [], { amount: '5', key: '' }, '--key is empty'],
  ['gift-card issue', [], { amount: '5,00' }, '--amount is'],
  ['gift-card issue', [], { amount: '5', market: 'NZ' }, '--market is'],
  ['credit grant', ['nobody@example.com'], { amount: '5' }, 'There is no account'],
  ['credit show', [], {}, 'Say whose credit'],
  ['gift-card issue', [], { amount: '9000' }, 'is the most at once'],
  ['gift-card issue', [], {}, 'Say how much'],
  ['gift-card show', ['AAAA'], {}, 'There is no gift card'],
] as const)('%s %j %j says what is wrong', async (name, files, options, sentence) => {
  await expect(staff(name, files, options)).rejects.toThrow(sentence);
});
