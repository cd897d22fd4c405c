import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type BrowserSession, type TestClient, visitor } from '#tests/fixtures/test-client.ts';
import { startUpstream, UPSTREAM_CLIENT, type Upstream } from '#tests/fixtures/upstream.ts';

let shop: TestShop;
let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
  shop = await createTestShop({
    IDENTITY_PROVIDERS: JSON.stringify([
      { id: 'vineyard', label: 'Vineyard ID', issuer: upstream.issuer, clientId: UPSTREAM_CLIENT.id, clientSecret: UPSTREAM_CLIENT.secret },
      { id: 'away', label: 'Away', issuer: 'http://127.0.0.1:9', clientId: 'x' },
    ]),
  });
  upstream.open(`http://localhost:${shop.running.port}/auth/login/social/vineyard/callback`);
});
afterAll(async () => {
  await shop.stop();
  await upstream.stop();
});

const START = '/auth/login/social/vineyard';
/** Signs in at the provider and returns to the shop. */
async function through(browser: TestClient, returnTo = '/cart'): Promise<BrowserSession> {
  const started = await browser.get(`${START}?returnTo=${encodeURIComponent(returnTo)}`);
  expect(started.status).toBe(303);
  const back = await upstream.visit(started.location ?? '');
  return browser.get(`${back.pathname}${back.search}`);
}
const customers = async (): Promise<number> =>
  Number((await shop.database.queryOne<{ n: number }>({ text: 'select count(*) as n from customers' }))?.n);
const signsIn = async (browser: TestClient): Promise<boolean> => (await browser.get('/auth/login')).location === '/?authenticated=yes';

describe('social sign-in', () => {
  test('creates an account at the first visit and finds it later, also with another email', async () => {
    upstream.account = { sub: 'v-1', email: 'Vera@Example.com', email_verified: true, given_name: 'Vera', family_name: 'Vine' };
    const before = await customers();
    const browser = visitor(shop);
    expect((await through(browser)).location).toBe('/cart?authenticated=yes');
    expect(await signsIn(browser)).toBe(true);
    upstream.account = { ...upstream.account, email: 'vera@elsewhere.example' };
    expect((await through(visitor(shop))).location).toBe('/cart?authenticated=yes');
    expect(await customers()).toBe(before + 1);
    const row = await shop.database.queryOne({
      text: "select email, given_name, email_verified, password_hash from customers where email_key = 'vera@example.com'",
    });
    expect(row).toEqual({ email: 'Vera@Example.com', given_name: 'Vera', email_verified: true, password_hash: null });
  });

  test('is offered for the email of a social account, in calls and on the page [ID-42, ID-49]', async () => {
    const call = shop.call(identityContract);
    expect(await call.checkSocialIdentity({ email: 'VERA@example.com' })).toEqual({
      ok: true,
      value: { isSocial: true, provider: 'vineyard', error: null },
    });
    const step = await visitor(shop).post('/auth/login', { email: 'vera@example.com', returnTo: '/cart' });
    expect(step.location).toBe('/auth/login?only=vineyard&email=vera%40example.com&returnTo=%2Fcart');
    const page = await visitor(shop).get(step.location ?? '');
    expect(page.text).toContain('uses Vineyard ID to sign in');
    expect(page.text).toContain('/auth/login/social/vineyard?returnTo=%2Fcart');
  });

  test('links an account with the same confirmed email, which keeps its password', async () => {
    const { email, id } = await createTestCustomer(shop, { withPassword: true });
    upstream.account = { sub: 'v-2', email: email.toUpperCase(), email_verified: true };
    const browser = visitor(shop);
    expect((await through(browser)).location).toBe('/cart?authenticated=yes');
    const rows = await shop.database.queryMany({ text: 'select provider from customer_identities where customer_id = $1', values: [id] });
    expect(rows).toEqual([{ provider: 'vineyard' }]);
    const step = await visitor(shop).post('/auth/login', { email });
    expect(step.location).toContain('/auth/login/using-password');
    expect((await visitor(shop).post('/auth/login/using-password', { email, password: PASSWORD })).location).toBe('/?authenticated=yes');
  });

  test('removes the password of an account with an unconfirmed email', async () => {
    const { email, id } = await createTestCustomer(shop, { withPassword: true });
    await shop.database.execute({ text: 'update customers set email_verified = false where id = $1', values: [id] });
    upstream.account = { sub: 'v-4', email, email_verified: true };
    await through(visitor(shop));
    expect((await visitor(shop).post('/auth/login/using-password', { email, password: PASSWORD })).location).toContain('wrong_credentials');
  });

  test('rejects an email that the provider has not confirmed', async () => {
    const { email } = await createTestCustomer(shop);
    upstream.account = { sub: 'v-3', email, email_verified: false };
    const browser = visitor(shop);
    expect((await through(browser)).location).toBe('/auth/login?error=social_unverified&returnTo=%2Fcart');
    expect(await signsIn(browser)).toBe(false);
  });

  test('returns to the sign-in page if the shopper declines', async () => {
    upstream.account = null;
    expect((await through(visitor(shop))).location).toBe('/auth/login?error=social_failed&returnTo=%2Fcart');
  });

  test('lets an account set a password by email', async () => {
    await visitor(shop).post('/auth/login/forgot-password', { email: 'vera@example.com' });
    const link = linkIn(await mailTo(shop, 'Vera@Example.com', 'Reset your password'));
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    await visitor(shop).post('/auth/login/reset-password', { token, password: 'a password after all' });
    const back = await visitor(shop).post('/auth/login/using-password', { email: 'vera@example.com', password: 'a password after all' });
    expect(back.location).toBe('/?authenticated=yes');
  });
});

describe('the callback of a provider', () => {
  beforeAll(() => {
    upstream.account = { sub: 'v-9', email: 'nine@example.com', email_verified: true };
  });

  const broken: readonly { name: string; change: (browser: TestClient, back: URL) => void }[] = [
    { name: 'without the cookie', change: (browser) => browser.cookies.delete('cellardoor_social') },
    {
      name: 'a modified cookie',
      change: (browser) => browser.cookies.set('cellardoor_social', `x${browser.cookies.get('cellardoor_social')}`),
    },
    { name: 'with another state', change: (_, back) => back.searchParams.set('state', 'other') },
    { name: 'with another code', change: (_, back) => back.searchParams.set('code', 'other') },
  ];
  test.each(broken)('signs nobody in $name', async ({ change }) => {
    const browser = visitor(shop);
    const started = await browser.get(`${START}?returnTo=/cart`);
    const back = await upstream.visit(started.location ?? '');
    change(browser, back);
    expect((await browser.get(`${back.pathname}${back.search}`)).location).toMatch(/^\/auth\/login\?error=social_failed/);
    expect(await signsIn(browser)).toBe(false);
  });

  test('redirects only to allowed targets [ID-17]', async () => {
    expect((await through(visitor(shop), 'https://evil.example/')).location).toBe('/?authenticated=yes');
  });
});

describe('a provider that', () => {
  const cases = [
    { name: 'an unknown provider', path: '/auth/login/social/unknown' },
    { name: 'cannot be reached', path: '/auth/login/social/away' },
  ];
  test.each(cases)('$name returns to the sign-in page', async ({ path }) => {
    expect((await visitor(shop).get(`${path}?returnTo=/cart`)).location).toBe('/auth/login?error=social_failed&returnTo=%2Fcart');
  });
});
