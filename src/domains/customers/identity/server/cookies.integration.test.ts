import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let ada: TestCustomer;
beforeAll(async () => {
  shop = await createTestShop({
    PUBLIC_URL: 'https://shop.example',
    SITES: 'shop.example=AU wine',
    DEMO: 'yes',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  ada = await createTestCustomer(shop, { withPassword: true });
});
afterAll(() => shop.stop());

/** Returns the `set-cookie` headers of a response. */
const cookiesOf = (headers: Readonly<Record<string, string | string[] | undefined>>): string[] => [headers['set-cookie'] ?? []].flat();
const asProxy = { host: 'shop.example', 'x-forwarded-proto': 'https', origin: 'https://shop.example' };

const signIn = () =>
  send(
    shop.running.port,
    'shop.example',
    'POST',
    '/auth/login/using-password',
    { ...asProxy, 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams({ email: ada.email, password: PASSWORD, returnTo: '/' }).toString(),
  );
const pairs = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0]).join('; ');

describe('under https', () => {
  test('binds the session cookie to the host', async () => {
    const cookies = cookiesOf((await signIn()).headers);

    expect(cookies.map((line) => line.split('=')[0])).toEqual(['__Host-cellardoor_session', '__Host-cellardoor_session.sig']);
    for (const line of cookies) expect(line).toMatch(/; path=\/; .*secure; httponly/i);
    for (const line of cookies) expect(line).not.toMatch(/domain=/i);

    const cookie = pairs(cookies);
    const again = await shop.get('/auth/login', { ...asProxy, cookie });
    expect([again.status, again.headers.location]).toEqual([303, '/?authenticated=yes']);

    const out = await shop.get('/v2/logout', { ...asProxy, cookie });
    expect(out.headers['clear-site-data']).toBeUndefined();
    const deleted = cookiesOf(out.headers);
    expect(deleted.map((line) => line.split('=')[0])).toEqual(['__Host-cellardoor_session', '__Host-cellardoor_session.sig']);
    for (const line of deleted) expect(line).toMatch(/expires=Thu, 01 Jan 1970.*secure/i);
    expect((await shop.get('/auth/login', { ...asProxy, cookie })).status).toBe(200);
  });

  test('binds cookies of pending sign-ins to their path', async () => {
    const query = new URLSearchParams({
      client_id: 'cellardoor-web',
      redirect_uri: 'https://shop.example/auth-callback',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 'x',
    });
    const cookies = cookiesOf((await shop.get(`/authorize?${query}`, asProxy)).headers);

    const ofProgress = cookies.filter((line) => /interaction|resume/.test(line));
    expect(ofProgress.length).toBeGreaterThan(0);
    for (const line of ofProgress) expect(line).toMatch(/^__Secure-cellardoor_(interaction|resume)(\.sig)?=.*; secure/i);
  });
});
