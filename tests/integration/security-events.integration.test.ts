import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;
let ada: TestCustomer;
const lines: string[] = [];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  shop = await createTestShop({ LOG_LEVEL: 'warn' });
  ada = await createTestCustomer(shop, { withPassword: true });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.stop();
});

const events = (): Record<string, unknown>[] =>
  lines.filter((line) => line.includes('"security"')).map((line) => JSON.parse(line) as Record<string, unknown>);
const BAD_COUPON = JSON.stringify({ cartId: '00000000-0000-4000-8000-000000000000', couponCode: 'GUESS' });
const signIn = (password: string) => visitor(shop).post('/auth/login/using-password', { email: ada.email, password, returnTo: '/' });

test('logs failed sign-ins and lockouts without personal data', async () => {
  for (let attempts = 0; attempts < 9; attempts += 1) await signIn('not the password');

  const found = events();
  expect(found.map(({ security }) => security)).toEqual([...Array<string>(8).fill('sign_in_failed'), 'sign_in_locked']);
  expect(new Set(found.map(({ account }) => account)).size).toBe(1);
  expect(found[0]).toMatchObject({ level: 40, method: 'password' });
  expect(lines.join('')).not.toMatch(new RegExp(`${ada.email}|127\\.0\\.0\\.1|not the password`));
});

test('logs a client that guesses once, when it is locked out', async () => {
  const guess = () =>
    send(shop.running.port, 'localhost', 'POST', cartContract.addCoupon.path, { 'content-type': 'application/json' }, BAD_COUPON);
  for (let attempts = 0; attempts < 21; attempts += 1) await guess();

  expect(events().at(-1)).toMatchObject({ security: 'guesses_locked', route: cartContract.addCoupon.path });
});

test('logs rejected origins with the route', async () => {
  await send(shop.running.port, 'localhost', 'POST', cartContract.addCoupon.path, { origin: 'https://evil.example' });

  expect(events().at(-1)).toMatchObject({
    security: 'origin_refused',
    origin: 'https://evil.example',
    route: expect.stringMatching(/^\/api\//),
  });
});

test('logs commands that change something by name, and no commands that only read', async () => {
  const { changes: none } = await runCommand(shopAccess(shop), 'order list');
  const { changes } = await runCommand(shopAccess(shop), 'webhook retry', [], { all: true });

  expect([none, changes]).toEqual([[], ['webhook retry']]);
});
