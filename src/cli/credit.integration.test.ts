import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

const staff = (name: string, args: readonly string[] = [], options: CommandOptions = {}) =>
  runCommand(shopAccess(shop), name, args, options);

test('grants credit once per key and shows it', async () => {
  const { id } = await createTestCustomer(shop);
  const email =
    (await shop.database.queryOne<{ email: string }>({ text: 'select email from customers where id = $1', values: [id] }))?.email ?? '';
  const grant = { amount: '20.50', 'idempotency-key': 'sorry 1', note: 'A broken bottle' };
  expect((await staff('credit grant', [email], grant)).text).toContain('$20.50 granted.');
  expect((await staff('credit grant', [email], grant)).text).toContain('No credit was added');
  const { text } = await staff('credit show', [email.toUpperCase()]);
  expect(text).toContain(`Credit of customer ${id} in AU: $20.50`);
  expect(text).toContain('A broken bottle');
  expect((await staff('credit show', [email], { market: 'SG' })).text).toContain('in SG: $0.00');
  expect(JSON.parse((await staff('credit show', [email], { json: true })).text)).toMatchObject({
    balance: 20.5,
    entries: [{ kind: 'grant' }],
  });
});

test('issues a gift card, shows it in any case of its code, and voids it once', async () => {
  const [code = ''] = (await staff('gift-card issue', [], { amount: '50' })).text.split('\n');
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect((await staff('gift-card show', [code.toLowerCase()])).text).toMatch(/valid until .*: \$50\.00/);
  expect((await staff('gift-card void', [code])).text).toContain('$50.00 voided.');
  expect((await staff('gift-card void', [code])).text).toContain('no balance left');
});

test('issues one gift card per key when commands run at once', async () => {
  const options = { amount: '30', 'idempotency-key': 'prize 7' };
  const runs = await Promise.all([1, 2, 3].map(() => staff('gift-card issue', [], options)));
  expect(new Set(runs.map(({ text }) => text.split('\n')[0])).size).toBe(1);
  expect(runs.filter(({ text }) => text.includes('No card was added'))).toHaveLength(2);
  const [row] = await shop.database.queryMany<{ count: number }>({
    text: "select count(*)::int as count from ledger_entries where source = 'staff:gift-card:prize 7'",
  });
  expect(row?.count).toBe(1);
});

test.each([
  ['gift-card issue', [], { amount: '5', to: 'nobody' }, '--to:'],
  ['gift-card issue', [], { amount: '5', name: 'x'.repeat(61) }, '--name:'],
  ['gift-card issue', [], { amount: '5', from: 'evil.example' }, '--from: must be a name without a web address'],
  ['gift-card issue', [], { amount: '5', 'idempotency-key': '' }, '--idempotency-key is empty'],
  ['gift-card issue', [], { amount: '5,00' }, '--amount is'],
  ['gift-card issue', [], { amount: '5', market: 'NZ' }, '--market is'],
  ['credit grant', ['nobody@example.com'], { amount: '5' }, 'Account not found'],
  ['credit show', [], {}, "missing required argument 'email'"],
  ['gift-card issue', [], { amount: '9000' }, 'The limit is 5000 at a time'],
  ['gift-card issue', [], {}, 'Give an amount'],
  ['gift-card show', ['AAAA'], {}, 'Gift card not found'],
] as const)('rejects %s %j %j with a reason', async (name, files, options, sentence) => {
  await expect(staff(name, files, options)).rejects.toThrow(sentence);
});
