import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST, OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { createOfficeApp } from './create-office-app.ts';

let shop: TestShop;
let root: string;

beforeAll(async () => {
  shop = await createTestShop();
  root = await mkdtemp(join(tmpdir(), 'office-'));
  await mkdir(join(root, 'build/office/assets'), { recursive: true });
  await writeFile(join(root, 'build/office/assets/main-abc123.js'), 'export {};');
  await writeFile(join(root, 'build/office/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(
    join(root, 'build/office/index.html'),
    '<!doctype html><meta name="application-name" content="Cellardoor" /><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Office</title><script type="module" src="/assets/main-abc123.js"></script>',
  );
});
afterAll(async () => {
  await shop?.stop();
  await rm(root, { recursive: true, force: true });
});

/** Saves the name of the first site. */
async function saveName(name: string): Promise<void> {
  const { settings } = shop.running.services;
  const value = { ...settings.current().read(IDENTITY, 'au-wine'), name };
  const basedOn = settings.versions(IDENTITY.id, 'au-wine')[0]?.revision ?? 0;
  const request = { group: IDENTITY.id, scope: 'au-wine', value, effectiveFrom: null, basedOn, author: 'Ada' };
  expect(await saveSetting({ database: shop.database, sites: DEFAULT_SITES, start: settings.start }, request)).toMatchObject({
    revision: basedOn + 1,
  });
  await settings.refresh();
}

const ask = (host: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(shop.running.port, host, 'GET', path, headers);

describe('the host of a request', () => {
  test('decides between shop and office', async () => {
    const office = await ask(OFFICE_HOST, '/office/v1/sign-in');
    const elsewhere = await ask('localhost', '/office/v1/sign-in');

    expect(office.status).toBe(200);
    expect(elsewhere.status).toBe(404);
  });

  test('keeps calls and pages of the shop away from the office', async () => {
    for (const { method, path } of Object.values(cartContract)) {
      const [office, own] = await Promise.all([OFFICE_HOST, 'localhost'].map((host) => send(shop.running.port, host, method, path)));

      expect(own?.headers['content-type'], path).toContain('json');
      expect(office?.text, path).not.toBe(own?.text);
      // The page of the office, if it is built, or nothing.
      expect([200, 404, 503], path).toContain(office?.status);
      if (office?.status === 200) expect(office.headers['content-type'], path).toContain('text/html');
    }
  });

  test('is compared without port and case', async () => {
    const response = await send(shop.running.port, 'OFFICE.localhost', 'GET', '/office/v1/me');

    expect(response.status).toBe(401);
  });

  test('may be forwarded only by a configured proxy', async () => {
    const response = await ask('localhost', '/office/v1/sign-in', { 'x-forwarded-host': OFFICE_HOST });

    expect(response.status).toBe(404);
  });
});

test('the metrics count requests to the office', async () => {
  await ask(OFFICE_HOST, '/office/v1/me');

  const { text } = await ask('localhost', '/metrics');

  expect(text).toMatch(/cellardoor_http_request_duration_seconds_count\{method="GET",route="\/office\/v1\/me",status="4xx"\} [1-9]/);
});

describe('a call of the office', () => {
  test('is answered as JSON that nobody stores', async () => {
    const { status, headers, text } = await ask(OFFICE_HOST, '/office/v1/me');

    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(JSON.parse(text)).toEqual({ status: 401, title: 'Sign in to continue.', code: 'sign_in_required' });
  });

  test('gets a JSON error at an unknown address, for a wrong method and for a body that is not JSON', async () => {
    const browser = new OfficeBrowser(shop);

    const unknown = await browser.send('GET', '/office/v1/nothing', { accept: 'text/html' });
    const method = await browser.send('DELETE', '/office/v1/me');
    const body = await browser.send('POST', '/office/v1/sign-in/password', { 'content-type': 'text/xml' }, '<a/>');

    expect(JSON.parse(unknown.text)).toMatchObject({ status: 404, code: 'not_found' });
    expect(JSON.parse(method.text)).toMatchObject({ status: 404, code: 'not_found' });
    expect(JSON.parse(body.text)).toMatchObject({ status: 415, code: 'not_json' });
  });

  test('names the field of invalid input', async () => {
    const browser = new OfficeBrowser(shop);

    const response = await browser.raw({ method: 'POST', path: '/office/v1/sign-in/totp' }, { code: 'abc' });

    expect(JSON.parse(response.text)).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(response.text).toContain('Code must be the six digits');
  });

  test.each([
    ['another origin', { origin: 'http://localhost:3000' }],
    ['a site below the same name', { origin: 'http://evil.office.localhost' }],
    ['another site without an origin', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a navigation', { 'sec-fetch-mode': 'navigate' }],
  ])('is refused from %s', async (_name, headers) => {
    const staff = await createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: ['Owner'] });
    const browser = await signInAs(shop, staff);
    const { origin = browser.origin, ...others } = headers as Record<string, string>;
    const sent = { 'content-type': 'application/json', ...others, ...(origin === '' ? {} : { origin }) };

    const response = await send(
      shop.running.port,
      OFFICE_HOST,
      'POST',
      '/office/v1/me/name',
      { ...sent, cookie: `cellardoor_office=${browser.cookies.get('cellardoor_office')}` },
      JSON.stringify({ name: 'Mallory' }),
    );

    expect(JSON.parse(response.text)).toMatchObject({ status: 403, code: 'cross_site' });
  });
});

describe('a public shop that is not set up', () => {
  const HOST = 'office.shop.example';
  let closed: TestShop;
  beforeAll(async () => {
    closed = await createTestShop({
      PUBLIC_URL: 'https://shop.example',
      SITES: 'shop.example=AU wine',
      OFFICE_URL: `https://${HOST}`,
      SHUTDOWN_DRAIN_SECONDS: '0',
    });
  });
  afterAll(() => closed?.stop());

  test('is closed to shoppers, and open to staff', async () => {
    expect((await closed.get('/', {}, 'shop.example')).status).toBe(503);
    expect((await closed.get('/office/v1/sign-in', {}, HOST)).status).toBe(200);
  });

  test('binds cookies of the office to its host and to https', async () => {
    const body = JSON.stringify({ returnTo: '/' });
    const json = { 'content-type': 'application/json', origin: `https://${HOST}` };

    const { headers } = await send(closed.running.port, HOST, 'POST', '/office/v1/sign-in/passkey/options', json, body);

    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-cellardoor_office_sign_in=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('prints the link for its first owner with the public address', async () => {
    expect(await closed.running.createFirstRunLink()).toMatch(/^https:\/\/office\.shop\.example\/invitation\?token=/);
  });
});

describe('the application of the office', () => {
  const build = () => createOfficeApp(shop.running.services, `http://${OFFICE_HOST}`, root);

  test('is served for every path that is not a call, with a policy of its own', async () => {
    const office = await build();

    const page = await office.inject({ url: '/orders/1000001?tab=notes', headers: { host: OFFICE_HOST, accept: 'text/html' } });
    const policy = String(page.headers['content-security-policy']);
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];

    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(nonce.length).toBeGreaterThan(20);
    expect(page.body).toContain(`nonce="${nonce}"`);
    await office.close();
  });

  test('names the shop to people who are not signed in yet', async () => {
    const office = await build();
    await saveName('Orchard "& Sons"');

    const page = await office.inject({ url: '/sign-in', headers: { host: OFFICE_HOST } });

    expect(page.body).toContain('content="Orchard &#34;&#38; Sons&#34;"');
    await saveName('Cellardoor');
    await office.close();
  });

  test('uses another nonce in each response', async () => {
    const office = await build();

    const [one, two] = await Promise.all([1, 2].map(() => office.inject({ url: '/', headers: { host: OFFICE_HOST } })));

    expect(one?.headers['content-security-policy']).not.toBe(two?.headers['content-security-policy']);
    await office.close();
  });

  test('has assets that are stored for a year, and none beside them', async () => {
    const office = await build();

    const asset = await office.inject({ url: '/assets/main-abc123.js', headers: { host: OFFICE_HOST } });
    const missing = await office.inject({ url: '/assets/main-000000.js', headers: { host: OFFICE_HOST } });

    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['cache-control']).toBe('no-store');
    const icon = await office.inject({ url: '/icon.svg', headers: { host: OFFICE_HOST } });
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' });
    await office.close();
  });

  test('says that it is not built', async () => {
    const office = await createOfficeApp(shop.running.services, `http://${OFFICE_HOST}`, join(root, 'nothing'));

    const page = await office.inject({ url: '/', headers: { host: OFFICE_HOST } });

    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('npm run build');
    await office.close();
  });
});
