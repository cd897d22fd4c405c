import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import { type CommandOptions, runCommand } from '#tests/fixtures/cli.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { UsageError } from './command.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

const staff = async (name: string, args: readonly string[], options: CommandOptions = {}, env = {}) =>
  (await runCommand({ config: readConfig(env), database: shop.database }, name, args, { actor: 'Sam', ...options })).code;
const readExclusion = (id: number) =>
  shop.database.queryOne({
    text: "select loyalty_excluded, loyalty_note from customer_markets where customer_id = $1 and market = 'AU'",
    values: [id],
  });

test('excludes a customer with actor and reason, and includes them again', async () => {
  const { id, email } = await createTestCustomer(shop);

  expect(await staff('loyalty exclude', [email], { reason: 'Trade account' })).toBe(0);
  expect(await readExclusion(id)).toEqual({ loyalty_excluded: true, loyalty_note: 'Sam: Trade account' });

  expect(await staff('loyalty include', [email])).toBe(0);
  expect(await readExclusion(id)).toEqual({ loyalty_excluded: false, loyalty_note: '' });
});

test.each([
  {
    name: 'without an account',
    files: ['nobody@example.com'],
    options: { reason: 'x' },
    says: "No account has the email 'nobody@example.com'",
  },
  { name: 'without a reason', files: ['a@example.com'], options: {}, says: 'reason' },
  {
    name: 'where the CRM decides',
    files: ['a@example.com'],
    options: { reason: 'x' },
    env: { HUBSPOT_TOKEN_AU: 'pat' },
    says: 'The CRM decides',
  },
])('rejects $name', async ({ files, options, env = {}, says }) => {
  await createTestCustomer(shop, { email: 'a@example.com' }).catch(() => null);

  const run = staff('loyalty exclude', files, options, env);

  await expect(run).rejects.toThrow(UsageError);
  await expect(run).rejects.toThrow(says);
});
