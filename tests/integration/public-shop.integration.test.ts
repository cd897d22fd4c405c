/** What a shop answers on public hosts: closed until it is set up, open after, and as a demonstration. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { loadFirstContent } from '#server/sample-shop.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { startShopProcess } from '#tests/fixtures/shop-process.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PUBLIC = { PUBLIC_URL: 'https://shop.example', SITES: 'shop.example=AU wine' };
const SETTLED = {
  ...PUBLIC,
  SELLER_NAME_AU: 'Hillside Wines Pty Ltd',
  LIQUOR_LICENCE_AU: 'Liquor licence 36123456',
  TAX_ID_AU: '51 824 753 556',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SHUTDOWN_DRAIN_SECONDS: '0',
};
const AT_SHOP = { host: 'shop.example' };

describe('a public shop that is not set up', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop({ ...PUBLIC, SHUTDOWN_DRAIN_SECONDS: '0' });
    await shop.stock({ offerId: 'red', productId: 1 });
  });
  afterAll(() => shop?.stop());

  test.each(['/', '/wines', '/wines/test-house/red', '/cart/', '/auth/login', '/checkout/x', '/api-guide', '/dev/mailbox', '/robots.txt'])(
    'answers %s with "Opening soon"',
    async (path) => {
      const { status, text, headers } = await shop.get(path, AT_SHOP);

      expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
        status: 503,
        type: 'text/html; charset=utf-8',
        cache: 'no-store',
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(text).toContain('<h1>Opening soon</h1>');
    },
  );

  test('is closed to this machine too', async () => {
    expect((await shop.get('/')).status).toBe(503);
  });

  test.each([
    { method: 'POST', path: '/api/create-cart' },
    { method: 'POST', path: '/api/add-cart-item' },
    { method: 'GET', path: '/api/checkout-redirect-url' },
    { method: 'POST', path: '/api/one-click-checkout-p2' },
    { method: 'GET', path: '/api/mailbox' },
    { method: 'GET', path: '/api/docs' },
    { method: 'POST', path: '/auth/login' },
    { method: 'POST', path: '/oauth/token' },
  ])('rejects $method $path', async ({ method, path }) => {
    const headers = { ...AT_SHOP, 'content-type': 'application/json' };
    const { status, text } = await send(shop.running.port, 'shop.example', method, path, headers, method === 'POST' ? '{}' : undefined);

    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({ status: 503, code: 'shop_closed', title: 'Opening soon. This shop is not open yet.' });
  });

  test('reports to load balancers that it is alive and ready', async () => {
    expect((await shop.get('/healthz', AT_SHOP)).status).toBe(200);
    expect((await shop.get('/readyz', AT_SHOP)).status).toBe(200);
  });
});

describe('a public shop that is set up', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop(SETTLED);
    await shop.stock({ offerId: 'red', productId: 1 });
  });
  afterAll(() => shop?.stop());

  test('is open: pages, carts and sign-in answer', async () => {
    const page = await shop.get('/', AT_SHOP);
    const signIn = await shop.get('/auth/login', AT_SHOP);
    const cart = await shop.call(cartContract, 'shop.example', AT_SHOP).create({ productId: 1, offer: { offerId: 'red' } });

    expect([page.status, signIn.status, cart.ok]).toEqual([200, 200, true]);
    expect(page.text).toContain('Liquor licence 36123456');
    expect(page.text).not.toMatch(/\(sample\)|1800 555 010|This is a demonstration/);
  });

  test.each(['/dev/mailbox', '/dev/design', '/api/mailbox', '/api/docs', '/api/openapi.json'])('returns 404 at %s', async (path) => {
    expect((await shop.get(path, AT_SHOP)).status).toBe(404);
    expect((await shop.get(path)).status).toBe(404);
  });
});

describe('development pages of a local shop', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  });
  afterAll(() => shop?.stop());

  test.each(['/dev/mailbox', '/dev/design', '/api/mailbox'])('answer at %s to this machine', async (path) => {
    expect((await shop.get(path)).status).toBe(200);
    expect((await shop.get(path, {}, 'sg.localhost')).status).toBe(200);
    expect((await shop.get(path, {}, '127.0.0.1')).status).toBe(200);
  });

  test.each([
    { name: 'for a public host', headers: AT_SHOP },
    { name: 'passed on by a proxy', headers: { 'x-forwarded-for': '203.0.113.9' } },
    { name: 'passed on with its protocol only', headers: { 'x-forwarded-proto': 'https' } },
    { name: 'passed on in the standard way', headers: { forwarded: 'for=203.0.113.9' } },
  ])('do not answer a request $name', async ({ headers }) => {
    for (const path of ['/dev/mailbox', '/dev/design', '/api/mailbox', '/dev/mailbox.data', '/dev/design.data'])
      expect((await shop.get(path, headers)).status).toBe(404);
  });
});

describe('log messages', () => {
  test('list every missing setting of a closed shop and how to set it', async () => {
    const shop = await createTestShop();
    let heard = '';
    const env = { ...PUBLIC, LOG_LEVEL: 'warn' };

    const server = await startShopProcess(shop.connectionString, env, (text) => {
      heard += text;
    });
    const response = await send(server.port, 'shop.example', 'GET', '/', AT_SHOP);
    // It listens before it says what is missing.
    await vi.waitFor(() => expect(heard).toContain('It opens when these are set:'), { timeout: 20_000 });
    await server.end();
    await shop.stop();

    expect(response.status).toBe(503);
    const logged = heard
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): unknown => JSON.parse(line));
    for (const variable of ['SELLER_NAME_AU', 'LIQUOR_LICENCE_AU', 'TAX_ID_AU', 'SMTP_URL', 'PAYMENT_GATEWAY'])
      expect(logged).toContainEqual(
        expect.objectContaining({ level: 40, variable, msg: expect.stringContaining(`${variable} is not set`) }),
      );
  });

  test('name each public host of a local shop once', async () => {
    const shop = await createTestShop();
    // A new shop would be closed.
    await shop.stock({ offerId: 'red', productId: 1 });
    let heard = '';

    const server = await startShopProcess(shop.connectionString, { LOG_LEVEL: 'warn' }, (text) => {
      heard += text;
    });
    for (const headers of [{}, AT_SHOP, AT_SHOP, { 'x-forwarded-host': 'other.example' }, { host: 'sg.localhost' }])
      await send(server.port, 'localhost', 'GET', '/wines', headers);
    await server.end();
    await shop.stop();

    const warnings = heard.split('\n').filter((line) => line.includes('requestedHost'));
    expect(warnings.map((line) => JSON.parse(line).requestedHost)).toEqual(['shop.example', 'other.example']);
    expect(warnings[0]).toContain('SMTP_URL');
    expect(warnings[0]).toContain('PAYMENT_GATEWAY');
  });
});

describe('a public demonstration', () => {
  let shop: TestShop;
  const message: string[] = [];
  beforeAll(async () => {
    shop = await createTestShop({ ...PUBLIC, DEMO: 'yes', SHUTDOWN_DRAIN_SECONDS: '0' });
    await loadFirstContent(shop.running.services.config, shop.database, ROOT, (line) => message.push(line));
  }, 120_000);
  afterAll(() => shop?.stop());

  const hashOf = async (email: string) =>
    (
      await shop.database.queryOne<{ hash: string }>({
        text: 'select password_hash as hash from customers where email = $1',
        values: [email],
      })
    )?.hash ?? null;

  test('shows a notice on every page, and is not indexed', async () => {
    for (const path of ['/', '/wines', '/cart/', '/auth/login', '/no-such-page']) {
      const { text, headers } = await shop.get(path, AT_SHOP);
      expect(text).toContain('This is a demonstration.');
      expect(headers['x-robots-tag']).toBe('noindex');
    }
  });

  test('prints random passwords of the sample customers, which replace the published one', async () => {
    const { isPassword } = await import('#lib/server/password-hash.ts');
    const printed = /gold@cellardoor\.example\s+(\S+)/.exec(message.join('\n'))?.[1] ?? '';
    const hash = await hashOf('gold@cellardoor.example');

    expect(printed).toMatch(/^([a-z0-9]{5}-){3}[a-z0-9]{5}$/);
    expect(await isPassword(printed, hash)).toBe(true);
    expect(await isPassword('grape-harvest-2026', hash)).toBe(false);
    expect(message.join('\n')).not.toContain('grape-harvest-2026');
  });

  test('keeps the same passwords on restart', async () => {
    const before = await hashOf('gold@cellardoor.example');
    const again: string[] = [];

    await loadFirstContent(shop.running.services.config, shop.database, ROOT, (line) => again.push(line));

    expect(await hashOf('gold@cellardoor.example')).toBe(before);
    expect(again.filter((line) => line.includes('@'))).toEqual(message.filter((line) => line.includes('@')));
  });
});

test('does not accept the published passwords for the data of a sample shop', async () => {
  const shop = await createTestShop();
  const message: string[] = [];
  await loadFirstContent(shop.running.services.config, shop.database, ROOT, () => {});

  await loadFirstContent({ ...shop.running.services.config, isPublic: true, SAMPLE: false }, shop.database, ROOT, (line) =>
    message.push(line),
  );

  const { isPassword } = await import('#lib/server/password-hash.ts');
  const rows = await shop.database.queryMany<{ password_hash: string | null }>({ text: 'select password_hash from customers' });
  for (const { password_hash } of rows) expect(await isPassword('grape-harvest-2026', password_hash)).toBe(false);
  expect(message.join('\n')).toContain('published passwords no longer work');
  await shop.stop();
}, 120_000);
