import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '#lib/client.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { createTestCustomer, PASSWORD, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type BrowserSession, visitor } from '#tests/fixtures/test-client.ts';
import { identityContract } from '../contract.ts';

let shop: TestShop;
let identity: Client<typeof identityContract>;
beforeAll(async () => {
  shop = await createTestShop();
  identity = shop.call(identityContract);
});
afterAll(() => shop.stop());

const UNDO = '/auth/undo-email-change';
const queryOf = ({ location }: BrowserSession): Record<string, string> =>
  Object.fromEntries(new URL(location ?? '', 'http://any').searchParams);
const tokenOf = (link: string): string => new URLSearchParams(link.split('?')[1]).get('token') ?? '';
const codeOf = async (to: string): Promise<string> => /\b\d{6}\b/.exec((await mailTo(shop, to, 'Your Cellardoor code')).text)?.[0] ?? '';
/** Waits for a code that is not among the earlier ones. */
const newCodeOf = (to: string, earlier: readonly string[]): Promise<string> =>
  vi.waitFor(
    async () => {
      const mails = (await readMailbox(shop.database, 200)).filter((mail) => mail.to === to);
      const code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '').find((found) => found !== '' && !earlier.includes(found));
      if (code === undefined) throw new Error('no new code yet');
      return code;
    },
    { timeout: 60_000, interval: 50 },
  );
const emailOf = async (id: number) => shop.database.queryOne({ text: 'select email from customers where id = $1', values: [id] });

/** Sets the age of every sign-in of a customer. */
const age = (id: number, minutes: number) =>
  shop.database.execute({
    text: 'update sessions set authenticated_at = now() - make_interval(mins => $2) where customer_id = $1',
    values: [id, minutes],
  });

async function changeTo(customer: TestCustomer, email: string): Promise<string> {
  await identity.changeEmailStep2({ email }, { bearer: customer.bearer });
  const done = await identity.changeEmailStep3({ code: await codeOf(email) }, { bearer: customer.bearer });
  expect(done.ok).toBe(true);
  return linkIn(await mailTo(shop, customer.email, 'Your email address has been changed'));
}

describe('starting a change of email', () => {
  const cases = [
    { name: 'a sign-in of four minutes', minutes: 4, given: {}, status: 200 },
    { name: 'a sign-in of six minutes', minutes: 6, given: {}, status: 403, code: 'recent_sign_in_required' },
    { name: 'the password, however old the sign-in', minutes: 6_000, given: { password: PASSWORD }, status: 200 },
    { name: 'a wrong password', minutes: 6, given: { password: 'not the password' }, status: 422, code: 'wrong_password' },
    { name: 'an empty password', minutes: 6, given: { password: '' }, status: 422, code: 'wrong_password' },
  ];
  test.each(cases)('with $name responds with $status [ID-44]', async ({ minutes, given, status, code }) => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    await age(customer.id, minutes);

    const result = await identity.changeEmailStep2({ email: `to-${customer.email}`, ...given }, { bearer: customer.bearer });

    expect(result.ok ? { status: 200 } : { status: result.status, code: result.code }).toEqual(code ? { status, code } : { status });
  });

  test('requires a recent sign-in of an account without a password', async () => {
    const customer = await createTestCustomer(shop);
    await age(customer.id, 6);

    const result = await identity.changeEmailStep2({ email: 'social@example.com', password: 'anything' }, { bearer: customer.bearer });

    expect(result).toMatchObject({ ok: false, status: 403, code: 'recent_sign_in_required' });
  });

  test('does not reveal to an old session whether an address has an account', async () => {
    const [customer, other] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    await age(customer.id, 6);

    const result = await identity.changeEmailStep2({ email: other.email }, { bearer: customer.bearer });

    expect(result).toMatchObject({ ok: false, code: 'recent_sign_in_required' });
  });
});

describe('an address that another account takes at the same time', () => {
  test('goes to one of two concurrent changes, and the other gets a 409 [ID-45]', async () => {
    for (const name of ['race-a', 'race-b', 'race-c']) {
      const email = `${name}@example.com`;
      const customers = [await createTestCustomer(shop), await createTestCustomer(shop)] as const;
      const codes: string[] = [];
      for (const customer of customers) {
        expect(await identity.changeEmailStep2({ email }, { bearer: customer.bearer })).toMatchObject({ ok: true });
        codes.push(await newCodeOf(email, codes));
      }

      const results = await Promise.all(
        customers.map(({ bearer }, index) => identity.changeEmailStep3({ code: codes[index] ?? '' }, { bearer })),
      );

      expect(results.map((result) => (result.ok ? 200 : [result.status, result.code])).sort()).toEqual([200, [409, 'email_taken']]);
    }
  });

  test('gets a 409 if an account that joins is committed during the change [ID-45]', async () => {
    const email = 'joins-first@example.com';
    const customer = await createTestCustomer(shop);
    await identity.changeEmailStep2({ email }, { bearer: customer.bearer });
    const code = await codeOf(email);

    const changing = await shop.database.transaction(async (transaction) => {
      await transaction.execute({ text: 'insert into customers (email, email_key) values ($1, $1)', values: [email] });
      const step3 = identity.changeEmailStep3({ code }, { bearer: customer.bearer });
      await vi.waitFor(async () => {
        const waiting = await shop.database.queryOne({
          text: "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update customers set email%'",
        });
        expect(waiting).not.toBeNull();
      });
      return { step3 };
    });

    expect(await changing.step3).toMatchObject({ ok: false, status: 409, code: 'email_taken' });
  });
});

describe('after a change of email', () => {
  test('other sessions are revoked, and the current one stays', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const elsewhere = await tokenFor(shop, customer);

    await changeTo(customer, 'moved@example.com');

    expect(await identity.userWithMetadata({}, { bearer: elsewhere })).toMatchObject({ ok: false, code: 'token_invalid' });
    expect(await identity.userWithMetadata({}, { bearer: customer.bearer })).toMatchObject({ ok: true });
  });

  test('the link in the email to the old address undoes it, revokes all sessions and requires a new password', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const link = await changeTo(customer, 'thief@example.com');
    await shop.database.execute({
      text: "insert into customer_identities (provider, provider_subject, customer_id) values ('example', 'thief', $1)",
      values: [customer.id],
    });
    const owner = visitor(shop);

    const page = await owner.get(link);
    expect(page.text).toContain('Change my email back');
    expect(await emailOf(customer.id)).toEqual({ email: 'thief@example.com' });
    const undone = await owner.post(UNDO, { token: tokenOf(link) });

    expect(undone.location).toContain('/auth/login/reset-password?');
    expect(queryOf(undone).notice).toBe('email_restored');
    expect(await emailOf(customer.id)).toEqual({ email: customer.email });
    // A verified token is cached for a second.
    await expect.poll(() => identity.userWithMetadata({}, { bearer: customer.bearer })).toMatchObject({ ok: false });
    expect(
      await shop.database.queryMany({ text: 'select 1 from customer_identities where customer_id = $1', values: [customer.id] }),
    ).toEqual([]);
    const old = await owner.post('/auth/login/using-password', { email: customer.email, password: PASSWORD });
    expect(queryOf(old).error).toBe('wrong_credentials');
    await owner.post('/auth/login/reset-password', { token: queryOf(undone).token ?? '', password: 'another cellar key' });
    const back = await owner.post('/auth/login/using-password', { email: customer.email, password: 'another cellar key' });
    expect(back.location).toBe('/?authenticated=yes');
    expect(queryOf(await owner.post(UNDO, { token: tokenOf(link) }))).toEqual({ error: 'link_ended' });
  });

  test('the link of a later change does not restore the later address', async () => {
    const customer = await createTestCustomer(shop);
    const first = await changeTo(customer, 'second@example.com');
    const second = await changeTo({ ...customer, email: 'second@example.com' }, 'third@example.com');

    await visitor(shop).post(UNDO, { token: tokenOf(first) });
    const late = await visitor(shop).post(UNDO, { token: tokenOf(second) });

    expect(queryOf(late)).toEqual({ error: 'link_ended' });
    expect(await emailOf(customer.id)).toEqual({ email: customer.email });
  });

  test('the link is valid for seven days', async () => {
    const [early, late] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const links = [await changeTo(early, 'early@example.com'), await changeTo(late, 'late@example.com')];
    const pass = (id: number, hours: number) =>
      shop.database.execute({
        text: 'update verification_tokens set expires_at = expires_at - make_interval(hours => $2) where customer_id = $1',
        values: [id, hours],
      });
    await pass(early.id, 7 * 24 - 1);
    await pass(late.id, 7 * 24);

    const responses = [];
    for (const link of links) responses.push(queryOf(await visitor(shop).post(UNDO, { token: tokenOf(link) })));

    expect(responses[0]?.notice).toBe('email_restored');
    expect(responses[1]).toEqual({ error: 'link_ended' });
  });

  test('an undo does not take an address from another account', async () => {
    const customer = await createTestCustomer(shop);
    const link = await changeTo(customer, 'gone@example.com');
    await createTestCustomer(shop, { email: customer.email.toUpperCase() });

    const response = await visitor(shop).post(UNDO, { token: tokenOf(link) });

    expect(queryOf(response)).toEqual({ error: 'email_taken' });
    expect(await emailOf(customer.id)).toEqual({ email: 'gone@example.com' });
  });
});
