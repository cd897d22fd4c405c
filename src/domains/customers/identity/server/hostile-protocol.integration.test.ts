/** Tests hostile input in URLs and forms of the OpenID protocol and of the hosted pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIENCE, createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { MALICIOUS_STRINGS } from '#tests/fixtures/malicious-strings.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type BrowserSession, type TestClient, visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;
let signedIn: TestClient;
let guest: TestClient;
let callback: string;

beforeAll(async () => {
  shop = await createTestShop();
  callback = `http://localhost:${shop.running.port}/auth-callback`;
  const { email } = await createTestCustomer(shop, { withPassword: true });
  [signedIn, guest] = [visitor(shop), visitor(shop)];
  await signedIn.post('/auth/login/using-password', { email, password: PASSWORD });
});
afterAll(() => shop.stop());

const CLIENT = { client_id: 'cellardoor-web' };
const VERIFIER = 'v'.repeat(43);
/** Returns the parameters of a valid authorisation request of a signed-in browser, for tests to modify. */
const authorization = (): Record<string, string> => ({
  ...CLIENT,
  scope: 'openid profile email offline_access',
  redirect_uri: callback,
  audience: AUDIENCE,
  response_type: 'code',
  response_mode: 'query',
  state: 'state',
  nonce: 'nonce',
  code_challenge: VERIFIER,
  code_challenge_method: 'S256',
  prompt: 'none',
});
const MORE = ['max_age', 'login_hint', 'screen_hint', 'ui_locales', 'acr_values', 'resource', 'claims', 'id_token_hint', 'auth0Client'];
const POSTS = (): readonly { readonly path: string; readonly valid: Readonly<Record<string, string>> }[] => [
  { path: '/oauth/token', valid: { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'x', redirect_uri: callback } },
  {
    path: '/oauth/token',
    valid: { ...CLIENT, grant_type: 'authorization_code', code: 'x', code_verifier: VERIFIER, redirect_uri: callback },
  },
  { path: '/oauth/revoke', valid: { ...CLIENT, token: 'x', token_type_hint: 'refresh_token' } },
];
const PAGES = [
  '/auth/login',
  '/auth/login/using-password',
  '/auth/join',
  '/auth/login/forgot-password',
  '/auth/login/reset-password',
  '/auth/verify-email',
  '/auth-callback',
];
const PAGE_PARAMETERS = [
  'email',
  'returnTo',
  'error',
  'notice',
  'sent',
  'done',
  'token',
  'only',
  'given_name',
  'family_name',
  'autoLogin',
  'code',
  'state',
];

const withField = (valid: Readonly<Record<string, string>>, field: string, text: string): string =>
  `${new URLSearchParams({ ...valid, [field]: text })}`;
/** Returns true for a server error, or for injected markup that would run. */
const hasError = ({ status, text, location }: BrowserSession): boolean =>
  status >= 500 ||
  /server_error/.test(`${location} ${text}`) ||
  text.includes('<script>alert(1)') ||
  text.includes('" onmouseover="alert(1)');

describe.each(MALICIOUS_STRINGS)('$name', ({ text }) => {
  test('in each parameter of the protocol and of the pages is refused or taken, never a fault', async () => {
    const violations: unknown[] = [];
    const inspect = async (where: string, request: Promise<BrowserSession>): Promise<void> => {
      const response = await request;
      if (hasError(response)) violations.push([where, response.status, response.location, response.text.slice(0, 200)]);
    };
    for (const field of [...Object.keys(authorization()), ...MORE])
      for (const mode of ['query', 'web_message'])
        await inspect(
          `authorize ${field}`,
          signedIn.get(`/authorize?${withField({ ...authorization(), response_mode: mode }, field, text)}`),
        );
    for (const { path, valid } of POSTS())
      for (const field of Object.keys(valid)) await inspect(`${path} ${field}`, guest.post(path, { ...valid, [field]: text }));
    for (const field of ['client_id', 'returnTo', 'post_logout_redirect_uri', 'state'])
      await inspect(`logout ${field}`, guest.get(`/v2/logout?${withField({ ...CLIENT, returnTo: '/' }, field, text)}`));
    for (const page of PAGES)
      await inspect(page, guest.get(`${page}?${new URLSearchParams(PAGE_PARAMETERS.map((name): [string, string] => [name, text]))}`));
    expect(violations).toEqual([]);
  });
});
