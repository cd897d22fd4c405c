import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { perMarket } from '#markets/market.ts';
import { Authenticator } from '#tests/fixtures/authenticator.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, OfficeBrowser, STAFF_PASSWORD, signInAs, type TestStaff } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { ownAccountContract } from '../own-account-contract.ts';
import { signInContract } from '../sign-in-contract.ts';
import { digestOf } from './staff-session.repository.ts';
import { totpCodeOf } from './totp.ts';

let shop: TestShop;

beforeAll(async () => {
  // Without the sample, so that a second factor is required on this machine too.
  shop = await createTestShop({ SAMPLE: 'no' });
});
afterAll(() => shop?.stop());

const newStaff = (options: { readonly roles?: readonly string[]; readonly withTotp?: boolean } = {}): Promise<TestStaff> =>
  createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: ['Orders'], withPassword: true, ...options });

const signIn = (browser: OfficeBrowser) => browser.call(signInContract);
const account = (browser: OfficeBrowser) => browser.call(ownAccountContract);

const actionsOf = async (id: number): Promise<string[]> =>
  (
    await shop.database.queryMany<{ action: string }>({
      text: "select action from activity_log where subject_kind = 'staff' and subject_id = $1 order by id",
      values: [String(id)],
    })
  ).map(({ action }) => action);

/** Signs in by password and authenticator, to the end. */
async function signInFully(staff: TestStaff, browser = new OfficeBrowser(shop), returnTo = '/orders'): Promise<OfficeBrowser> {
  await signIn(browser).signInPassword({ email: staff.email, password: STAFF_PASSWORD, returnTo });
  const done = await signIn(browser).signInTotp({ code: staff.code() });
  if (!done.ok || done.value.step !== 'done') throw new Error('the sign-in did not end');
  expect(await browser.follow(done.value.redirectTo)).toBe(returnTo);
  return browser;
}

describe('signing in by password and authenticator', () => {
  test('leads to the page that was asked for, with a session that the page cannot read', async () => {
    const staff = await newStaff();
    const browser = new OfficeBrowser(shop);

    const step = await signIn(browser).signInPassword({
      email: ` ${staff.email.toUpperCase()} `,
      password: STAFF_PASSWORD,
      returnTo: '/orders',
    });
    expect(step).toMatchObject({ ok: true, value: { step: 'factor', email: staff.email, factors: ['totp'] } });
    const done = await signIn(browser).signInTotp({ code: staff.code() });
    if (!done.ok || done.value.step !== 'done') throw new Error('the sign-in did not end');
    const authorized = await browser.send('GET', done.value.redirectTo);
    const code = await browser.send(
      'GET',
      new URL(String(authorized.headers.location)).pathname + new URL(String(authorized.headers.location)).search,
    );
    const back = new URL(String(code.headers.location));
    const arrived = await browser.send('GET', `${back.pathname}${back.search}`);

    expect(arrived.headers.location).toBe('/orders');
    const cookie = [arrived.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('cellardoor_office='));
    expect(cookie).toMatch(/^cellardoor_office=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    const me = await account(browser).me({});
    expect(me).toMatchObject({
      ok: true,
      value: { email: staff.email, roles: [{ name: 'Orders' }], refundLimitCents: perMarket(() => 20_000) },
    });
    expect(await actionsOf(staff.id)).toEqual(['staff.signed_in']);
  });

  test('works only with the code of the provider, once, in the browser that started', async () => {
    const staff = await newStaff();
    const browser = new OfficeBrowser(shop);
    await signIn(browser).signInPassword({ email: staff.email, password: STAFF_PASSWORD });
    await signIn(browser).signInTotp({ code: staff.code() });
    const authorize = String((await browser.send('GET', '/office/v1/sign-in/authorize')).headers.location);
    const callback = String((await browser.send('GET', authorize.replace(browser.origin, ''))).headers.location).replace(
      browser.origin,
      '',
    );

    const stranger = await new OfficeBrowser(shop).send('GET', callback);
    const forged = await browser.send('GET', callback.replace(/state=[^&]+/, 'state=forged'));

    expect(stranger.headers.location).toBe('/sign-in?error=sign_in_expired');
    expect(forged.headers.location).toBe('/sign-in?error=sign_in_expired');
    expect((await account(browser).me({})).ok).toBe(false);
  });

  test('does not begin the provider’s session before the second factor', async () => {
    const staff = await newStaff();
    const browser = new OfficeBrowser(shop);
    await signIn(browser).signInPassword({ email: staff.email, password: STAFF_PASSWORD });

    expect(await browser.follow('/office/v1/sign-in/authorize')).toBe('/sign-in?error=sign_in_expired');
  });

  test('answers alike for a wrong password, an unknown email, a customer and somebody who is suspended', async () => {
    const staff = await newStaff();
    const suspended = await newStaff();
    await shop.database.execute({ text: "update staff set status = 'suspended' where id = $1", values: [suspended.id] });
    const customer = await createTestCustomer(shop, { withPassword: true, isStaff: true, email: 'sam@cellardoor.example' });
    const attempts = [
      { email: staff.email, password: 'wrong-password' },
      { email: 'nobody@shop.example', password: STAFF_PASSWORD },
      { email: suspended.email, password: STAFF_PASSWORD },
      { email: customer.email, password: PASSWORD },
    ];

    const answers = await Promise.all(attempts.map((attempt) => signIn(new OfficeBrowser(shop)).signInPassword(attempt)));

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ ok: false, status: 422, code: 'sign_in_failed' });
    expect(await actionsOf(staff.id)).toEqual(['staff.sign_in_failed']);
  });

  test('accepts a code once, and none of an earlier time', async () => {
    const staff = await newStaff();
    const browser = await signInFully(staff);
    const [used] = [staff.code()];
    await signIn(browser).signInPassword({ email: staff.email, password: STAFF_PASSWORD });
    await signIn(browser).signInTotp({ code: used });
    const other = new OfficeBrowser(shop);
    await signIn(other).signInPassword({ email: staff.email, password: STAFF_PASSWORD });

    const again = await signIn(other).signInTotp({ code: used });

    expect(again).toMatchObject({ ok: false, code: 'code_wrong' });
  });

  test('locks passwords after eight wrong ones, whether or not the account exists', async () => {
    const staff = await newStaff();
    for (const email of [staff.email, 'no-one@shop.example']) {
      const browser = new OfficeBrowser(shop);
      for (let count = 0; count < 8; count += 1) await signIn(browser).signInPassword({ email, password: 'wrong-password' });

      expect(await signIn(browser).signInPassword({ email, password: STAFF_PASSWORD })).toMatchObject({
        status: 429,
        code: 'too_many_attempts',
      });
    }
    await shop.database.execute({ text: 'delete from rate_limit_counters' });
  });

  test('locks codes after eight wrong ones, however often the password is right', async () => {
    const staff = await newStaff();
    const browser = new OfficeBrowser(shop);
    for (let count = 0; count < 8; count += 1) {
      await signIn(browser).signInPassword({ email: staff.email, password: STAFF_PASSWORD });
      await signIn(browser).signInTotp({ code: '000000' });
    }

    expect(await signIn(browser).signInTotp({ code: staff.code() })).toMatchObject({ status: 429, code: 'too_many_attempts' });
    await shop.database.execute({ text: 'delete from rate_limit_counters' });
  });

  test('is not possible without a second factor', async () => {
    const staff = await newStaff({ withTotp: false });

    const answer = await signIn(new OfficeBrowser(shop)).signInPassword({ email: staff.email, password: STAFF_PASSWORD });

    expect(answer).toMatchObject({ ok: false, status: 403, code: 'factor_missing' });
  });

  test('mails a sign-in from a browser that was not seen before, and none from a known one', async () => {
    const staff = await newStaff();
    const known = await signInFully(staff);
    expect(known.cookies.has('cellardoor_office_device')).toBe(true);
    await signInFully(staff, known);
    // A third code would not be valid yet.
    await shop.database.execute({ text: 'update staff set totp_last_step = 0 where id = $1', values: [staff.id] });
    await signInFully({ ...staff, code: () => totpCodeOf(staff.totpSecret) }, new OfficeBrowser(shop));

    const mail = await mailTo(shop, staff.email, 'New sign-in to the office');
    expect(mail.text).toContain('Firefox on Linux');
    expect(await mailCount(shop, staff.email)).toBe(1);
  });
});

describe('a recovery code', () => {
  test('replaces the second factor once, in any spelling, and is mailed', async () => {
    const staff = await newStaff();
    const codes = await account(await signInAs(shop, staff)).newRecoveryCodes({});
    if (!codes.ok) throw new Error(codes.code);
    const [code = ''] = codes.value.recoveryCodes;
    expect(codes.value.recoveryCodes).toHaveLength(10);
    const browser = new OfficeBrowser(shop);
    await signIn(browser).signInPassword({ email: staff.email, password: STAFF_PASSWORD });

    const done = await signIn(browser).signInRecoveryCode({ code: ` ${code.toUpperCase().replace('-', ' ')}` });
    expect(done).toMatchObject({ ok: true, value: { step: 'done' } });
    const other = new OfficeBrowser(shop);
    await signIn(other).signInPassword({ email: staff.email, password: STAFF_PASSWORD });
    expect(await signIn(other).signInRecoveryCode({ code })).toMatchObject({ ok: false, code: 'code_wrong' });

    await browser.follow('/office/v1/sign-in/authorize');
    await expect.poll(() => mailCount(shop, staff.email)).toBe(2);
    const mails = await readMailbox(shop.database, 200);
    expect(
      mails
        .filter(({ to }) => to === staff.email)
        .map(({ text }) => text)
        .join(' '),
    ).toContain('A recovery code was used');
  });
});

describe('a passkey', () => {
  /** Adds a passkey to a person who is signed in. */
  async function addPasskey(browser: OfficeBrowser, device: Authenticator): Promise<void> {
    const start = await account(browser).startPasskey({});
    if (!start.ok) throw new Error(start.code);
    const added = await account(browser).addPasskey({ response: device.create(start.value.options), name: 'Laptop' });
    expect(added).toMatchObject({ ok: true, value: { name: 'Laptop' } });
  }

  test('signs in without email and password, and counts as second factor', async () => {
    const staff = await newStaff({ withTotp: false });
    const owner = await signInAs(shop, staff);
    const device = new Authenticator(owner.origin);
    await addPasskey(owner, device);
    const browser = new OfficeBrowser(shop);

    const start = await signIn(browser).signInPasskeyOptions({ returnTo: '/stock' });
    if (!start.ok) throw new Error(start.code);
    const done = await signIn(browser).signInPasskey({ response: device.get(start.value.options) });
    if (!done.ok || done.value.step !== 'done') throw new Error('the passkey was refused');

    expect(await browser.follow(done.value.redirectTo)).toBe('/stock');
    const me = await account(browser).me({});
    expect(me.ok && me.value.session?.stepUpUntil).toBeTruthy();
  });

  test('is refused for another challenge, from another origin, without verification and when it is repeated', async () => {
    const staff = await newStaff();
    const owner = await signInAs(shop, staff);
    const device = new Authenticator(owner.origin);
    await addPasskey(owner, device);
    const options = async (browser: OfficeBrowser) => {
      const start = await signIn(browser).signInPasskeyOptions({});
      if (!start.ok) throw new Error(start.code);
      return start.value.options;
    };
    const browser = new OfficeBrowser(shop);
    const refused = { ok: false, code: 'passkey_refused' };

    const earlier = device.get(await options(new OfficeBrowser(shop)));
    await options(browser);
    expect(await signIn(browser).signInPasskey({ response: earlier })).toMatchObject(refused);
    const elsewhere = device.get(await options(browser), { origin: 'http://evil.localhost' });
    expect(await signIn(browser).signInPasskey({ response: elsewhere })).toMatchObject(refused);
    const unverified = device.get(await options(browser), { isVerified: false });
    expect(await signIn(browser).signInPasskey({ response: unverified })).toMatchObject(refused);
    const right = device.get(await options(browser));
    expect(await signIn(browser).signInPasskey({ response: right })).toMatchObject({ ok: true });
    expect(await signIn(browser).signInPasskey({ response: right })).toMatchObject({ ok: false });
  });

  test('of a colleague does not replace the second factor of the person whose password was given', async () => {
    const [victim, mallory] = await Promise.all([newStaff(), newStaff()]);
    const owner = await signInAs(shop, mallory);
    const device = new Authenticator(owner.origin);
    await addPasskey(owner, device);
    const browser = new OfficeBrowser(shop);
    await signIn(browser).signInPassword({ email: victim.email, password: STAFF_PASSWORD });

    const start = await signIn(browser).signInPasskeyOptions({});
    if (!start.ok) throw new Error(start.code);

    expect(await signIn(browser).signInPasskey({ response: device.get(start.value.options) })).toMatchObject({ code: 'passkey_refused' });
  });
});

describe('a session', () => {
  test('ends after 30 minutes without a request, after 12 hours, and at the sign-out', async () => {
    const staff = await newStaff();
    const [idle, old, left] = await Promise.all([1, 2, 3].map(() => signInAs(shop, staff)));
    if (!idle || !old || !left) throw new Error('no sessions');
    const age = (browser: OfficeBrowser, change: string) =>
      shop.database.execute({
        text: `update staff_sessions set ${change} where token_hash = $1`,
        values: [sessionHash(browser)],
      });
    await age(idle, "last_seen_at = now() - interval '30 minutes'");
    await age(old, 'expires_at = now()');
    await account(left).signOut({});

    for (const browser of [idle, old, left]) expect(await account(browser).me({})).toMatchObject({ status: 401, code: 'sign_in_required' });
    expect(left.cookies.has('cellardoor_office')).toBe(false);
  });

  test('slides with each request', async () => {
    const browser = await signInAs(shop, await newStaff());
    await shop.database.execute({
      text: "update staff_sessions set last_seen_at = now() - interval '29 minutes' where token_hash = $1",
      values: [sessionHash(browser)],
    });

    await account(browser).me({});

    const row = await shop.database.queryOne<{ isFresh: boolean }>({
      text: `select last_seen_at > now() - interval '1 minute' as "isFresh" from staff_sessions where token_hash = $1`,
      values: [sessionHash(browser)],
    });
    expect(row?.isFresh).toBe(true);
  });

  test('is listed, and can be ended from another one', async () => {
    const staff = await newStaff();
    const [here, there] = await Promise.all([signInAs(shop, staff), signInAs(shop, staff)]);

    const sessions = await account(here).mySessions({});
    if (!sessions.ok) throw new Error(sessions.code);
    expect(sessions.value.rows.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const other = sessions.value.rows.find(({ isCurrent }) => !isCurrent);
    expect(await account(here).endMySession({ id: other?.id })).toMatchObject({ ok: true, value: { endedSessions: 1 } });

    expect((await account(there).me({})).ok).toBe(false);
    expect((await account(here).me({})).ok).toBe(true);
  });

  test('of a colleague cannot be ended as one’s own', async () => {
    const [kim, lee] = await Promise.all([newStaff(), newStaff()]);
    const [own, theirs] = await Promise.all([signInAs(shop, kim), signInAs(shop, lee)]);
    const sessions = await account(theirs).mySessions({});
    if (!sessions.ok) throw new Error(sessions.code);

    const ended = await account(own).endMySession({ id: sessions.value.rows[0]?.id });

    expect(ended).toMatchObject({ ok: true, value: { endedSessions: 0 } });
    expect((await account(theirs).me({})).ok).toBe(true);
  });

  test('of the shop opens nothing in the office', async () => {
    const customer = await createTestCustomer(shop, { isStaff: true });
    const browser = new OfficeBrowser(shop);
    browser.headers.authorization = `Bearer ${customer.bearer}`;

    expect(await account(browser).me({})).toMatchObject({ status: 401, code: 'sign_in_required' });
  });
});

describe('a step-up', () => {
  test('is asked for by sensitive calls, and lasts ten minutes', async () => {
    const staff = await newStaff();
    const browser = await signInAs(shop, staff, { isSteppedUp: false });
    expect(await account(browser).newRecoveryCodes({})).toMatchObject({ status: 403, code: 'step_up_required' });

    const confirmed = await account(browser).stepUpTotp({ code: staff.code() });
    expect(confirmed.ok).toBe(true);
    expect((await account(browser).newRecoveryCodes({})).ok).toBe(true);
    await shop.database.execute({
      text: "update staff_sessions set step_up_at = now() - interval '10 minutes' where token_hash = $1",
      values: [sessionHash(browser)],
    });

    expect(await account(browser).newRecoveryCodes({})).toMatchObject({ code: 'step_up_required' });
  });

  test('by the password is refused to whoever has a second factor', async () => {
    const browser = await signInAs(shop, await newStaff(), { isSteppedUp: false });

    expect(await account(browser).stepUpPassword({ password: STAFF_PASSWORD })).toMatchObject({ code: 'wrong_password' });
  });
});

describe('one’s own factors', () => {
  test('cannot be removed down to none', async () => {
    const staff = await newStaff();
    const browser = await signInAs(shop, staff);

    expect(await account(browser).removeTotp({})).toMatchObject({ status: 409, code: 'last_factor' });
    expect(await account(browser).myFactors({})).toMatchObject({ ok: true, value: { hasPassword: true, passkeys: [] } });
  });

  test('are mailed when they change, and a new password ends the other sessions', async () => {
    const staff = await newStaff();
    const [here, there] = await Promise.all([signInAs(shop, staff), signInAs(shop, staff)]);

    expect(await account(here).changeMyPassword({ password: 'short' })).toMatchObject({ status: 422, code: 'password_refused' });
    expect(await account(here).changeMyPassword({ password: 'a longer pass for the office' })).toMatchObject({
      ok: true,
      value: { endedSessions: 1 },
    });

    expect((await account(there).me({})).ok).toBe(false);
    const mail = await mailTo(shop, staff.email, 'Your office account was changed');
    expect(mail.text).toContain('password was changed');
  });
});

function sessionHash(browser: OfficeBrowser): string {
  return digestOf(browser.cookies.get('cellardoor_office') ?? '');
}
