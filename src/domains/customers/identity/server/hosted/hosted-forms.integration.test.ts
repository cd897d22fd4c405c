import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOSTED_ERRORS } from '#domains/customers/identity/messages/hosted.ts';
import { LIMITS } from '#lib/server/throttle.repository.ts';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { linkIn, mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type BrowserSession, type TestClient, visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;
let ada: TestCustomer;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await createTestCustomer(shop, { email: 'ada@example.com', withPassword: true });
});
afterAll(() => shop.stop());

const USING_PASSWORD = '/auth/login/using-password';
const FORGOT = '/auth/login/forgot-password';
const queryOf = ({ location }: BrowserSession): Record<string, string> =>
  Object.fromEntries(new URL(location ?? '', 'http://any').searchParams);
const pathOf = ({ location }: BrowserSession): string => new URL(location ?? '', 'http://any').pathname;
const isSignedIn = async (browser: TestClient): Promise<boolean> => (await browser.get('/auth/login')).location === '/?authenticated=yes';
const tokenOf = (link: string): string => new URLSearchParams(link.split('?')[1]).get('token') ?? '';

const OPEN_JOBS = "select state from pgboss.job where name = 'send-identity-email' and state in ('created', 'active', 'retry')";
/** Waits until every queued email has been sent or skipped. */
const jobsDone = () => expect.poll(() => shop.database.queryMany({ text: OPEN_JOBS })).toEqual([]);

describe('sign in', () => {
  test('asks for the email, then the password, and returns with authenticated=yes [ID-9, ID-10, ID-15]', async () => {
    const browser = visitor(shop);
    const first = await browser.post('/auth/login', { email: ' Ada@Example.com ', returnTo: '/wines?query=shiraz#top' });
    expect(first.status).toBe(303);
    expect(pathOf(first)).toBe(USING_PASSWORD);
    expect(queryOf(first)).toEqual({ email: 'Ada@Example.com', returnTo: '/wines?query=shiraz#top' });
    const second = await browser.post(USING_PASSWORD, {
      email: 'ADA@example.com',
      password: PASSWORD,
      returnTo: '/wines?query=shiraz#top',
    });
    expect(second).toMatchObject({ status: 303, location: '/wines?query=shiraz&authenticated=yes#top' });
    expect(second.headers['set-cookie']?.toString()).toMatch(/cellardoor_session=.*httponly/i);
  });

  test('redirects a signed-in shopper at once [ID-15]', async () => {
    const browser = visitor(shop);
    await browser.post(USING_PASSWORD, { email: ada.email, password: PASSWORD });
    for (const path of ['/auth/login', USING_PASSWORD, '/auth/join'])
      expect(await browser.get(`${path}?returnTo=/cart&autoLogin=true`)).toMatchObject({
        status: 303,
        location: '/cart?authenticated=yes',
      });
  });

  const invalid = [
    { name: 'a wrong password', email: 'ada@example.com', password: 'not-the-password' },
    { name: 'an unknown address', email: 'nobody@example.com', password: PASSWORD },
    { name: 'no password', email: 'ada@example.com', password: '' },
  ];
  test.each(invalid)('responds to $name like to any other [ID-18]', async ({ email, password }) => {
    const response = await visitor(shop).post(USING_PASSWORD, { email, password, returnTo: '/cart' });
    expect(pathOf(response)).toBe(USING_PASSWORD);
    expect(queryOf(response)).toEqual({ error: 'wrong_credentials', email, returnTo: '/cart' });
  });

  test('shows the password step for an unknown address [ID-18]', async () => {
    const response = await visitor(shop).post('/auth/login', { email: 'nobody@example.com' });
    expect(pathOf(response)).toBe(USING_PASSWORD);
  });

  test('ends the session if another customer signs in on the same browser', async () => {
    const [browser, other] = [visitor(shop), await createTestCustomer(shop, { withPassword: true })];
    await browser.post(USING_PASSWORD, { email: ada.email, password: PASSWORD });
    const old = browser.cookies.get('cellardoor_session');
    await browser.post(USING_PASSWORD, { email: other.email, password: PASSWORD });
    expect(browser.cookies.get('cellardoor_session')).not.toBe(old);
    const thief = visitor(shop);
    thief.cookies.set('cellardoor_session', old ?? '');
    thief.cookies.set('cellardoor_session.sig', browser.cookies.get('cellardoor_session.sig') ?? '');
    expect(await isSignedIn(thief)).toBe(false);
  });

  test('gives the same customer a new session id', async () => {
    const browser = visitor(shop);
    await browser.post(USING_PASSWORD, { email: ada.email, password: PASSWORD });
    const planted = browser.cookies.get('cellardoor_session');
    await browser.post(USING_PASSWORD, { email: ada.email, password: PASSWORD });
    expect(browser.cookies.get('cellardoor_session')).not.toBe(planted);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('throttling', () => {
  test('blocks an account after wrong passwords, also for the right one, and says so', async () => {
    const victim = await createTestCustomer(shop, { withPassword: true });
    const browser = visitor(shop);
    const guess = (password: string) => browser.post(USING_PASSWORD, { email: victim.email, password });
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`guess number ${index}`)));
    const codes = responses.map((response) => queryOf(response).error);
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(8);
    expect(codes.filter((code) => code === 'throttled')).toHaveLength(4);
    expect(queryOf(await guess(PASSWORD)).error).toBe('throttled');
    expect((await browser.get(`${USING_PASSWORD}?error=throttled`)).text).toContain(HOSTED_ERRORS.throttled);
    expect(queryOf(await visitor(shop).post(USING_PASSWORD, { email: ada.email, password: 'one slip' })).error).toBe('wrong_credentials');
  });

  test('throttles an address without an account in the same way', async () => {
    const browser = visitor(shop);
    const codes = [];
    for (let index = 0; index < 9; index += 1)
      codes.push(queryOf(await browser.post(USING_PASSWORD, { email: 'ghost@example.com', password: 'x' })).error);
    expect(codes.at(-1)).toBe('throttled');
  });

  test('resets the count after the right password', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const browser = visitor(shop);
    for (let iteration = 0; iteration < 2; iteration += 1) {
      for (let index = 0; index < 7; index += 1) await browser.post(USING_PASSWORD, { email: customer.email, password: 'slip' });
      const response = await browser.post(USING_PASSWORD, { email: customer.email, password: PASSWORD });
      expect(response.location).toBe('/?authenticated=yes');
    }
  });
});

describe('successful sign-ins', () => {
  const errorOf = async (email: string, password: string) => queryOf(await visitor(shop).post(USING_PASSWORD, { email, password })).error;

  test('are limited to ten per account and minute, concurrent ones too, and wrong passwords do not count', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    await shop.database.execute({ text: "delete from rate_limit_counters where kind like 'sign_in_%'" });
    for (const _ of [1, 2, 3]) expect(await errorOf(customer.email, 'a slip')).toBe('wrong_credentials');

    const errors = [];
    for (let index = 0; index < 12; index += 1) errors.push(await errorOf(customer.email, PASSWORD));

    expect(errors.filter((error) => error === undefined)).toHaveLength(10);
    expect(errors.slice(10)).toEqual(['sign_ins_throttled', 'sign_ins_throttled']);
    await shop.database.execute({ text: "update rate_limit_counters set window_ends_at = now() where kind like 'sign_in_%'" });
    expect(await errorOf(customer.email, PASSWORD)).toBeUndefined();
  });

  test('are limited to sixty per client address and minute', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    expect(await errorOf(customer.email, PASSWORD)).toBeUndefined();
    await shop.database.execute({ text: "update rate_limit_counters set count = 60 where kind = 'sign_in_by_client'" });
    expect(await errorOf(customer.email, PASSWORD)).toBe('sign_ins_throttled');
    await shop.database.execute({ text: "delete from rate_limit_counters where kind like 'sign_in_%'" });
    expect(await errorOf(customer.email, PASSWORD)).toBeUndefined();
  });
});

describe('throttling by client address', () => {
  const cases = [
    { kind: 'password_by_client', path: USING_PASSWORD, fields: { password: 'a guess' } },
    { kind: 'mail_by_client', path: FORGOT, fields: {} },
    { kind: 'mail_by_client', path: '/auth/join', fields: { given_name: 'Mary', family_name: 'Shelley', password: 'a modern prometheus' } },
    { kind: 'mail_by_client', path: '/auth/verify-email/again', fields: {} },
  ] as const;
  test.each(cases)('limits $path across many accounts', async ({ kind, path, fields }) => {
    const errorFor = async (email: string) => queryOf(await visitor(shop).post(path, { ...fields, email })).error;
    expect(await errorFor(`${randomUUID()}@example.com`)).not.toBe('throttled');
    await shop.database.execute({ text: 'update rate_limit_counters set count = $2 where kind = $1', values: [kind, LIMITS[kind]] });
    expect(await errorFor(`${randomUUID()}@example.com`)).toBe('throttled');
    await shop.database.execute({ text: 'delete from rate_limit_counters where kind = $1', values: [kind] });
    expect(await errorFor(`${randomUUID()}@example.com`)).not.toBe('throttled');
  });
});

describe('target of a sign-in', () => {
  const cases = [
    { returnTo: '/cart', leads: '/cart?authenticated=yes' },
    { returnTo: 'https://evil.example/', leads: '/?authenticated=yes' },
    { returnTo: '//evil.example/', leads: '/?authenticated=yes' },
    { returnTo: '/\\evil.example', leads: '/?authenticated=yes' },
    { returnTo: '/\t/evil.example', leads: '/?authenticated=yes' },
    { returnTo: 'javascript:alert(1)', leads: '/?authenticated=yes' },
    { returnTo: 'http://localhost@evil.example/', leads: '/?authenticated=yes' },
    { returnTo: '/%2F/evil.example', leads: '/%2F/evil.example?authenticated=yes' },
  ];
  test.each(cases)('redirects from $returnTo only if the target is allowed [ID-17]', async ({ returnTo, leads }) => {
    const response = await visitor(shop).post(USING_PASSWORD, { email: ada.email, password: PASSWORD, returnTo });
    expect(response.location).toBe(leads);
  });

  test('reaches another site of the shop from a page, because forms may only redirect to this origin [ID-17]', async () => {
    const returnTo = `http://sg.localhost:${shop.running.port}/wines`;
    const response = await visitor(shop).post(USING_PASSWORD, { email: ada.email, password: PASSWORD, returnTo });
    expect(response.status).toBe(200);
    expect(response.text).toContain(`content="0;url=${returnTo}?authenticated=yes"`);
  });
});

describe('forms from other sites', () => {
  const headers = [
    { name: 'another origin', headers: { origin: 'https://evil.example' } },
    { name: 'a hidden origin', headers: { origin: 'null' } },
  ];
  test.each(headers)('rejects $name', async ({ headers }) => {
    const browser = visitor(shop);
    const response = await browser.post(USING_PASSWORD, { email: ada.email, password: PASSWORD }, headers);
    expect(response.status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });
});

describe('join', () => {
  const form = { given_name: 'Mary', family_name: 'Shelley', password: 'a modern prometheus', marketing_email: 'yes' };

  test('sends a link that creates the account and signs in [ID-11]', async () => {
    const browser = visitor(shop);
    const email = 'mary@example.com';
    const sent = await browser.post('/auth/join', { ...form, email, returnTo: '/wines' });
    expect(sent.location).toBe('/auth/join?sent=yes&email=mary%40example.com');
    expect(await isSignedIn(browser)).toBe(false);
    const link = linkIn(await mailTo(shop, email, 'Confirm your email'));
    expect((await browser.get(link)).text).toContain('Confirm my email');
    expect((await browser.get(link)).text).toContain('Confirm my email');
    const opened = await browser.post('/auth/verify-email', { token: tokenOf(link) });
    expect(opened.location).toBe('/wines?authenticated=yes');
    expect(await isSignedIn(browser)).toBe(true);
    const row = await shop.database.queryOne({
      text: 'select given_name, family_name, email_verified, user_metadata from customers where email = $1',
      values: [email],
    });
    expect(row).toEqual({ given_name: 'Mary', family_name: 'Shelley', email_verified: true, user_metadata: { marketing_email: true } });
    expect((await visitor(shop).post(USING_PASSWORD, { email, password: form.password })).location).toBe('/?authenticated=yes');
    expect(queryOf(await browser.post('/auth/verify-email', { token: tokenOf(link) }))).toEqual({ error: 'link_ended' });
  });

  test('responds the same if the address has an account; only the email differs', async () => {
    const existing = await visitor(shop).post('/auth/join', { ...form, email: 'ada@example.com' });
    const fresh = await visitor(shop).post('/auth/join', { ...form, email: 'fresh@example.com' });
    expect(existing.location?.replace('ada', '')).toBe(fresh.location?.replace('fresh', ''));
    await mailTo(shop, 'ada@example.com', 'You already have an account');
    expect((await visitor(shop).post(USING_PASSWORD, { email: ada.email, password: PASSWORD })).location).toBe('/?authenticated=yes');
  });

  const invalid = [
    { name: 'a short password', change: { password: 'short' }, error: 'password_short' },
    { name: 'a password of everybody', change: { password: 'Password123' }, error: 'password_common' },
    { name: 'a password of one letter', change: { password: 'aaaaaaaaaaaa' }, error: 'password_common' },
    {
      name: 'the address as password',
      change: { email: 'longenough@example.com', password: 'longenough@example.com' },
      error: 'password_common',
    },
    { name: 'a password of three hundred', change: { password: 'ab c'.repeat(100) }, error: 'password_long' },
    { name: 'no name', change: { given_name: ' ' }, error: 'name_missing' },
    { name: 'a name with a link', change: { given_name: 'Win at evil.example/prize' }, error: 'name_link' },
    { name: 'a name with a NUL', change: { family_name: 'She\0lley' }, error: 'name_long' },
    { name: 'no address', change: { email: 'mary' }, error: 'email_invalid' },
  ];
  test.each(invalid)('rejects $name', async ({ change, error }) => {
    const response = await visitor(shop).post('/auth/join', { ...form, email: 'new@example.com', ...change });
    expect(queryOf(response).error).toBe(error);
    expect(response.location).not.toContain('password=');
  });
});

describe('resending the verification', () => {
  const AGAIN = '/auth/verify-email/again';
  const sent = (email: string) => `/auth/verify-email?sent=yes&email=${encodeURIComponent(email)}`;

  test('replaces the link of a join', async () => {
    const email = 'percy@example.com';
    const browser = visitor(shop);
    await browser.post('/auth/join', { given_name: 'Percy', family_name: 'Shelley', email, password: 'west wind in autumn' });
    const first = linkIn(await mailTo(shop, email, 'Confirm your email'));
    await shop.database.execute({
      text: "update verification_tokens set expires_at = now() - interval '1 hour' where email = $1",
      values: [email],
    });
    expect((await visitor(shop).get(first)).text).toContain('Resend confirmation email');
    expect((await visitor(shop).post(AGAIN, { email: 'Percy@Example.com' })).location).toBe(sent('Percy@Example.com'));
    await expect.poll(() => mailCount(shop, email)).toBe(2);
    const second = linkIn(await mailTo(shop, email, 'Confirm your email'));
    expect(queryOf(await visitor(shop).post('/auth/verify-email', { token: tokenOf(first) })).error).toBe('link_ended');
    const opened = await browser.post('/auth/verify-email', { token: tokenOf(second) });
    expect(opened.location).toBe('/?authenticated=yes');
  });

  test('confirms the email of an account [ID-48]', async () => {
    const { email, id } = await createTestCustomer(shop, { withPassword: true });
    await shop.database.execute({ text: 'update customers set email_verified = false where id = $1', values: [id] });
    expect((await visitor(shop).post(AGAIN, { email })).location).toBe(sent(email));
    const link = linkIn(await mailTo(shop, email, 'Confirm your email'));
    expect(queryOf(await visitor(shop).post('/auth/verify-email', { token: tokenOf(link) }))).toEqual({ done: 'yes' });
    const row = await shop.database.queryOne({ text: 'select email_verified from customers where id = $1', values: [id] });
    expect(row).toEqual({ email_verified: true });
  });

  test('responds the same if there is nothing to confirm, and sends no email', async () => {
    for (const email of ['nobody.here@example.com', (await createTestCustomer(shop)).email]) {
      expect((await visitor(shop).post(AGAIN, { email })).location).toBe(sent(email));
      await jobsDone();
      expect(await mailCount(shop, email)).toBe(0);
    }
  });

  test('is limited and requires an address', async () => {
    const responses = [];
    for (let index = 0; index < 6; index += 1) responses.push(await visitor(shop).post(AGAIN, { email: 'often@example.com' }));
    expect(responses.map((response) => queryOf(response).error)).toEqual([...Array.from({ length: 5 }), 'throttled']);
    expect(queryOf(await visitor(shop).post(AGAIN, { email: 'often' })).error).toBe('email_invalid');
  });
});

describe('a forgotten password', () => {
  test('is replaced with the emailed link, which opening does not use up, which works once and revokes all sessions [ID-12, ID-47]', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const elsewhere = visitor(shop);
    await elsewhere.post(USING_PASSWORD, { email: customer.email, password: PASSWORD });
    const browser = visitor(shop);
    const sent = await browser.post(FORGOT, { email: customer.email.toUpperCase(), returnTo: '/cart' });
    expect(pathOf(sent)).toBe(FORGOT);
    // Sent to the address as stored in the account, however it was typed.
    const link = linkIn(await mailTo(shop, customer.email, 'Reset your password'));
    expect((await browser.get(link)).text).toContain('Save password');
    const short = await browser.post('/auth/login/reset-password', { token: tokenOf(link), password: 'short' });
    expect(queryOf(short)).toEqual({ token: tokenOf(link), error: 'password_short' });
    const saved = await browser.post('/auth/login/reset-password', { token: tokenOf(link), password: 'another cellar key' });
    expect(queryOf(saved)).toEqual({ notice: 'password_changed', email: customer.email, returnTo: '/cart' });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(queryOf(await browser.post(USING_PASSWORD, { email: customer.email, password: PASSWORD })).error).toBe('wrong_credentials');
    const back = await browser.post(USING_PASSWORD, { email: customer.email, password: 'another cellar key' });
    expect(back.location).toBe('/?authenticated=yes');
    expect(queryOf(await browser.post('/auth/login/reset-password', { token: tokenOf(link), password: 'a third cellar key' })).error).toBe(
      'link_ended',
    );
    await mailTo(shop, customer.email, 'Your password has been changed');
  });

  test('responds the same to an unknown address, and sends no email [ID-12]', async () => {
    const existing = await visitor(shop).post(FORGOT, { email: ada.email });
    const unknown = await visitor(shop).post(FORGOT, { email: 'zoe@example.com' });
    expect(existing.location?.replace('ada', '')).toBe(unknown.location?.replace('zoe', ''));
    await jobsDone();
    await mailTo(shop, ada.email, 'Reset your password');
    expect(await mailCount(shop, 'zoe@example.com')).toBe(0);
  });

  test('has a link that expires after an hour', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    await visitor(shop).post(FORGOT, { email: customer.email });
    const link = linkIn(await mailTo(shop, customer.email, 'Reset your password'));
    await shop.database.execute({ text: "update verification_tokens set expires_at = expires_at - interval '61 minutes'" });
    const response = await visitor(shop).post('/auth/login/reset-password', { token: tokenOf(link), password: 'another cellar key' });
    expect(response.location).toBe(`${FORGOT}?error=link_ended`);
  });

  test('revokes earlier links, and limits emails per address', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const responses = [];
    for (let index = 0; index < 6; index += 1) responses.push(await visitor(shop).post(FORGOT, { email: customer.email }));
    expect(responses.map((response) => queryOf(response).error)).toEqual([...Array.from({ length: 5 }), 'throttled']);
    const rows = await shop.database.queryMany({ text: 'select 1 from verification_tokens where email = $1', values: [customer.email] });
    expect(rows).toHaveLength(1);
  });

  test('stores no token in the table of links', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    await visitor(shop).post(FORGOT, { email: customer.email });
    const token = tokenOf(linkIn(await mailTo(shop, customer.email, 'Reset your password')));
    const rows = await shop.database.queryMany<{ row: string }>({
      text: "select to_jsonb(l)::text as row from verification_tokens l union all select to_jsonb(j)::text from pgboss.job j where name = 'send-identity-email'",
    });
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });
});

describe('an unknown address', () => {
  const MAIL = /^(insert into rate_limit_counters|delete from verification_tokens where email_key|insert into verification_tokens)/;
  const forms = [
    { path: USING_PASSWORD, fields: { password: 'not the password' }, asks: /^insert into rate_limit|from customers c where c\.email_key/ },
    { path: FORGOT, fields: {}, asks: MAIL },
    { path: '/auth/join', fields: { given_name: 'Mary', family_name: 'Shelley', password: 'a modern prometheus' }, asks: MAIL },
    { path: '/auth/verify-email/again', fields: {}, asks: MAIL },
  ];
  test.each(forms)('runs the same statements for $path as a known one', async ({ path, fields, asks }) => {
    const statementsFor = async (email: string): Promise<string[]> => {
      const run = vi.spyOn(pg.Client.prototype, 'query');
      const response = await visitor(shop).post(path, { ...fields, email });
      const texts = run.mock.calls.map(([statement]) => String((statement as { text?: string }).text ?? statement).replace(/\s+/g, ' '));
      run.mockRestore();
      expect(response.status).toBe(303);
      // Background jobs run other statements at the same time.
      return texts.filter((text) => asks.test(text));
    };
    const customer = await createTestCustomer(shop, { withPassword: true });
    await jobsDone();
    const unknown = await statementsFor('nobody.at.all@example.com');
    expect(unknown.length).toBeGreaterThan(1);
    expect(await statementsFor(customer.email)).toEqual(unknown);
  });
});
