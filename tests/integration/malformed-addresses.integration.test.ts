import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let shop: TestShop;
let publicShop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ TRUSTED_PROXIES: '127.0.0.1' });
  publicShop = await createTestShop({
    PUBLIC_URL: 'https://shop.example',
    SITES: 'shop.example=AU wine, sg.shop.example=SG wine',
    DEMO: 'yes',
  });
  await shop.stock({ offerId: 'seen', productId: 1, brand: 'Old House', name: 'Seen' });
});
afterAll(async () => {
  await shop.stop();
  await publicShop.stop();
});

/** Sends a request exactly as it is written. */
const sendRaw = (port: number, text: string): Promise<{ status: number; head: string; body: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const response = Buffer.concat(chunks).toString('utf8');
      const [head = '', ...body] = response.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: body.join('\r\n\r\n') });
    });
  });

const rawPage = (target: string, host = `localhost:${shop.running.port}`) =>
  sendRaw(shop.running.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${BROWSER.accept}\r\nConnection: close\r\n\r\n`);

describe('a malformed URL', () => {
  test.each([
    '//',
    '///',
    '//evil.example/wines',
    '/\\evil.example/wines',
    '/%',
    '/wines/%',
    '/wines/%ff',
    '/wines/a/b%0Ac/d',
    '/%E0%A4%A',
    '/.//x',
    '/./wines',
    '/x/../wines',
    '/x/%2e%2e/account',
    '/account/..',
    '/wines//old-house/seen',
    '/wines\\old-house\\seen',
    '/wines#top',
    '//wines.data',
    '/auth//login',
    '/auth/login/social/%',
    '/api//cart',
    '/api/%',
    'http://evil.example/wines',
    'wines',
  ])('%s returns a page with a message', async (target) => {
    const { status, head, body } = await rawPage(target);

    expect([400, 404]).toContain(status);
    expect(head).toMatch(/content-type: text\/html; charset=utf-8/i);
    expect(head).toMatch(/cache-control: no-store/i);
    expect(head).toMatch(/content-security-policy: /i);
    expect(body).not.toMatch(/old-house\/seen|Seen/);
  });

  test.each([
    { name: 'a port beyond the last', host: 'localhost:99999' },
    { name: 'port 0', host: 'sg.localhost:0' },
    { name: 'a port in words', host: 'localhost:http' },
    { name: 'a user', host: 'admin@localhost' },
  ])('returns a 400 page for $name in Host', async ({ host }) => {
    const { status, head } = await rawPage('/wines', host);

    expect(status).toBe(400);
    expect(head).toMatch(/content-type: text\/html/i);
  });

  test.each(['localhost:99999', 'local host', 'localhost/evil'])('returns a 400 page for the forwarded host %j', async (host) => {
    const response = await shop.get('/wines', { ...BROWSER, 'x-forwarded-host': host });

    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  });

  test('returns a page for a parameter that is too long', async () => {
    const { status, head } = await rawPage(`/pictures/bottle/${'x'.repeat(600)}.png`);

    expect([400, 404, 414]).toContain(status);
    expect(head).toMatch(/content-type: text\/html/i);
  });

  test('returns JSON to programs', async () => {
    for (const path of ['/api//cart', '/api/%', '/1/indexes//query']) {
      const response = await shop.get(path, { accept: 'application/json' });

      expect([path, response.status]).toEqual([path, 400]);
      expect(JSON.parse(response.text)).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });

  test('serves the page of a URL that names the request’s host', async () => {
    const { status, head } = await rawPage(`http://localhost:${shop.running.port}/wines`);

    expect(status).toBe(200);
    expect(head).toMatch(/s-maxage/);
  });

  test('returns a page for headers that are too long', async () => {
    const { status, head } = await sendRaw(
      shop.running.port,
      `GET /wines?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );

    expect(status).toBe(431);
    expect(head).toMatch(/content-type: text\/html/i);
  });
});

describe('a request', () => {
  test('does not set the protocol unless it is http or https', async () => {
    const robots = (proto: string) => shop.get('/robots.txt', { 'x-forwarded-proto': proto });

    expect((await robots('https')).text).toMatch(/Sitemap: https:\/\/localhost:\d+\/sitemap\.xml/);
    for (const proto of ['javascript', 'ftp', 'https://evil.example/', 'x y'])
      expect((await robots(proto)).text).toMatch(/Sitemap: http:\/\/localhost:\d+\/sitemap\.xml/);
  });

  test('does not set the port of a public host', async () => {
    const page = await publicShop.get('/wines', { host: 'sg.shop.example:6666' });

    expect(page.status).toBe(200);
    expect(page.text).toContain('<link rel="canonical" href="https://sg.shop.example/wines"');
    expect(page.text).not.toContain('6666');
  });

  test('does not set the host of a reset link', async () => {
    const browser = visitor(publicShop);
    await browser.post(
      '/auth/login/forgot-password',
      { email: 'ada@example.com' },
      { host: 'sg.shop.example:6666', origin: 'https://sg.shop.example' },
    );

    const links = await publicShop.database.queryMany<{ origin: string }>({ text: 'select origin from verification_tokens' });

    expect(links).toEqual([{ origin: 'https://sg.shop.example' }]);
  });
});
