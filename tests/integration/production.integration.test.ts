/** The shop as it runs in production: its own process from the build, public hosts, behind a proxy that ends TLS. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { client } from '#lib/client.ts';
import type { Contract } from '#lib/define-contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { type MailServer, startMailServer } from '#tests/fixtures/fake-smtp-server.ts';
import { type StripeServer, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { transportOver } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { openTlsProxy, type TlsProxy } from '#tests/fixtures/tls-proxy.ts';

const HOST = 'shop.example';
const USING_PASSWORD = '/auth/login/using-password';

let shop: TestShop;
let proxy: TlsProxy;
let mails: MailServer;
let stripe: StripeServer;
let customer: TestCustomer;
let origin = '';

beforeAll(async () => {
  [shop, proxy, mails, stripe] = await Promise.all([
    createTestShop(),
    openTlsProxy([HOST, 'sg.shop.example']),
    startMailServer(),
    startStripeServer(),
  ]);
  origin = `https://${HOST}:${proxy.port}`;
  await shop.stock({ offerId: 'red', productId: 1 });
  customer = await createTestCustomer(shop, { withPassword: true });
  // What is left of it is its database: its jobs would send the mail of the others.
  await shop.running.stop();
});
afterAll(async () => {
  await proxy?.close();
  await mails?.stop();
  await stripe?.close();
  await shop?.stop();
});

/** Starts the shop as an operator would, and sends the proxy's requests to it. */
async function startPublicShop(settings: Readonly<Record<string, string>>, heard?: (text: string) => void): Promise<ShopProcess> {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    SITES: `${HOST}=AU wine, sg.${HOST}=SG wine`,
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DRAIN_SECONDS: '1',
    ...settings,
  };
  const server = await startShopProcess(shop.connectionString, env, heard);
  proxy.target = server.port;
  return server;
}

const signIn = () =>
  proxy.ask(
    HOST,
    'POST',
    USING_PASSWORD,
    { 'content-type': 'application/x-www-form-urlencoded', origin },
    new URLSearchParams({ email: customer.email, password: PASSWORD, returnTo: '/cart' }).toString(),
  );
const call = <T extends Contract>(table: T) =>
  client(
    table,
    transportOver((...args) => proxy.ask(HOST, ...args), { origin, 'sec-fetch-site': 'same-origin' }),
  );

describe('a public shop without its settings', () => {
  let server: ShopProcess;
  let heard = '';
  beforeAll(async () => {
    server = await startPublicShop({}, (text) => {
      heard += text;
    });
  });
  afterAll(() => server?.end());

  test('keeps its pages, sign-in, cart and checkout closed', async () => {
    const page = await proxy.ask(HOST, 'GET', '/');
    const signedIn = await signIn();
    const cart = await call(cartContract).create({ productId: 1, offer: {} });
    const checkout = await call(checkoutContract).redirectUrl({ cartId: '00000000-0000-4000-8000-000000000000', email: DETAILS.email });

    expect([page.status, signedIn.status]).toEqual([503, 503]);
    expect(page.text).toContain('<h1>Opening soon</h1>');
    expect(signedIn.headers['set-cookie']).toBeUndefined();
    for (const rejected of [cart, checkout]) expect(rejected).toMatchObject({ ok: false, status: 503, code: 'shop_closed' });
  });

  test('lists what is missing for both of its markets', () => {
    for (const variable of ['SELLER_NAME_AU', 'LIQUOR_LICENCE_SG', 'TAX_ID_AU', 'TAX_ID_SG', 'SMTP_URL', 'PAYMENT_GATEWAY'])
      expect(heard).toContain(`${variable} is not set`);
  });
});

describe('a public shop with its settings', () => {
  let server: ShopProcess;
  let heard = '';
  beforeAll(async () => {
    server = await startPublicShop(
      {
        SELLER_NAME_AU: 'Hillside Wines Pty Ltd',
        LIQUOR_LICENCE_AU: 'Liquor licence 36123456',
        TAX_ID_AU: '51 824 753 556',
        SELLER_NAME_SG: 'Hillside Wines Pte Ltd',
        LIQUOR_LICENCE_SG: 'Liquor licence L/LL/012345/2026/P',
        TAX_ID_SG: 'none',
        SMTP_URL: mails.url,
        PAYMENT_GATEWAY: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_API_URL: stripe.url,
      },
      (text) => {
        heard += text;
      },
    );
  });
  afterAll(() => server?.end());

  test('serves pages that name its public origin, and sends HSTS', async () => {
    const { status, text, headers } = await proxy.ask(HOST, 'GET', '/');

    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="${origin}/"/>`);
    expect(text).toContain('Liquor licence 36123456');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect((await proxy.ask(`sg.${HOST}`, 'GET', '/')).text).toContain('Liquor licence L/LL/012345/2026/P');
  });

  test('signs in with a Secure cookie', async () => {
    const { status, headers } = await signIn();

    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/cart?authenticated=yes' });
    const cookies = [headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/;\s*secure/i);
  });

  test('takes an order from the cart to the receipt', async () => {
    const { data: cart } = yes(await call(cartContract).create({ productId: 1, offer: {} }));
    const { checkoutUrl } = yes(await call(checkoutContract).redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
    const { pathname, origin: at } = new URL(checkoutUrl, origin);
    const token = pathname.split('/').at(-1) ?? '';

    const page = await proxy.ask(HOST, 'GET', pathname);
    const placed = yes(
      await call(checkoutContract).placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal }),
    ).data;
    stripe.payPage(placed.nextUrl.split('/').at(-1) ?? '');
    const confirmed = yes(await call(checkoutContract).settle({ token })).data;

    expect({ at, status: page.status, settled: confirmed.status }).toEqual({ at: origin, status: 200, settled: 'paid' });
    await expect.poll(() => mails.taken.join('\n')).toContain('Hillside Wines Pty Ltd');
    expect(mails.taken.join('\n').replace(/=\r?\n/g, '')).toContain(`${origin}/order/`);
  });

  test.each(['/dev/mailbox', '/dev/design', '/api/mailbox', '/api/docs', '/api/openapi.json'])('returns 404 at %s', async (path) => {
    expect((await proxy.ask(HOST, 'GET', path)).status).toBe(404);
  });

  test('logs no warning about its hosts', () => {
    expect(heard).not.toMatch(/requestedHost|is not set/);
  });

  test('stops gracefully: reports not ready, finishes running requests and ends', async () => {
    const body = JSON.stringify({ productId: 1, offer: {} });
    const running = new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: new URL(origin).host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = request({ host: '127.0.0.1', port: server.port, method: 'POST', path: '/api/create-cart', headers, agent: false });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject);
      sent.write(body.slice(0, 10));
      setTimeout(() => sent.end(body.slice(10)), 2_500);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));

    const stopped = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ready = await fetch(`http://127.0.0.1:${server.port}/readyz`);

    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'stopping' }]);
    expect(await running).toBe(200);
    expect(await stopped).toBe(0);
  });
});
