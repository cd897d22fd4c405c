import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, Result } from '#lib/client.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { identityContract } from '../contract.ts';

let shop: TestShop;
let identity: Client<typeof identityContract>;

beforeAll(async () => {
  shop = await createTestShop();
  identity = shop.call(identityContract);
});
afterAll(() => shop.stop());

const outcomeOf = (result: Result<unknown, string>) =>
  result.ok ? 'ok' : { status: result.status, code: result.code, title: result.title };
const yes = <V>(result: Result<V, string>): V => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.value;
};

describe('existence checks', () => {
  test('find an email address in any spelling [ID-40, ID-41, ACCESS-16]', async () => {
    const { email } = await createTestCustomer(shop, { email: 'Jürgen@Example.com' });
    for (const typed of [email, 'JÜRGEN@example.com', ' jürgen@example.com ', 'ju\u0308rgen@example.com'])
      expect(await identity.validateEmail({ email: typed })).toEqual({ ok: true, value: { status: true } });
    for (const typed of ['nobody@example.com', 'jürgen', ''])
      expect(await identity.validateEmail({ email: typed })).toEqual({ ok: true, value: { status: false } });
    expect(yes(await identity.getUserMetadata({ email }))).toEqual({ email });
    expect(yes(await identity.getUserMetadata({ email: 'nobody@example.com' }))).toEqual({});
  });

  test('report no social sign-in if no provider is configured [ID-42]', async () => {
    const { email } = await createTestCustomer(shop);
    expect(yes(await identity.checkSocialIdentity({ email }))).toEqual({ isSocial: false, provider: null, error: null });
  });
});

describe('metadata', () => {
  test('sets names and listed keys and leaves others unchanged [ID-38]', async () => {
    const { bearer } = await createTestCustomer(shop);
    const one = { given_name: 'Anaïs', user_metadata: JSON.stringify({ marketing_email: true, preferred_wines: ['Shiraz'] }) };
    yes(await identity.updateMetadata(one, { bearer }));
    const { data } = yes(await identity.updateMetadata({ user_metadata: JSON.stringify({ marketing_email: false }) }, { bearer }));
    expect(data).toMatchObject({
      given_name: 'Anaïs',
      family_name: 'Hopper',
      user_metadata: { marketing_email: false, preferred_wines: ['Shiraz'] },
    });
    expect(yes(await identity.userWithMetadata({}, { bearer })).data).toEqual(data);
  });

  test("sets a guest's cart as the market's cart id, and clears it [ID-38]", async () => {
    const { bearer } = await createTestCustomer(shop);
    const cart = await shop.database.queryOne<{ id: string }>({ text: "insert into carts (market) values ('AU') returning id" });
    const saved = yes(await identity.updateMetadata({ app_metadata: JSON.stringify({ BIGCOMMERCE_AU_CART_ID: cart?.id }) }, { bearer }));
    expect(saved.data.app_metadata.BIGCOMMERCE_AU_CART_ID).toBe(cart?.id);
    const cleared = yes(await identity.updateMetadata({ app_metadata: '{"BIGCOMMERCE_AU_CART_ID":""}' }, { bearer }));
    expect(cleared.data.app_metadata).not.toHaveProperty('BIGCOMMERCE_AU_CART_ID');
  });

  test("rejects another customer's cart [ID-38]", async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const cart = await shop.database.queryOne<{ id: string }>({
      text: "insert into carts (market, customer_id) values ('AU', $1) returning id",
      values: [ada.id],
    });
    const app_metadata = JSON.stringify({ BIGCOMMERCE_AU_CART_ID: cart?.id });
    expect(outcomeOf(await identity.updateMetadata({ app_metadata }, { bearer: bob.bearer }))).toMatchObject({
      status: 422,
      code: 'metadata_refused',
    });
    yes(await identity.updateMetadata({ app_metadata }, { bearer: ada.bearer }));
  });

  const invalid = [
    { name: 'the tier', input: { app_metadata: '{"LOYALTY_TIER_AU":"BLACK"}' } },
    { name: 'the tier beside a cart', input: { app_metadata: '{"BIGCOMMERCE_AU_CART_ID":"","LOYALTY_TIER_AU":"BLACK"}' } },
    { name: 'the customer id', input: { app_metadata: '{"BIGCOMMERCE_AU_CUSTOMER_ID":1}' } },
    { name: "another market's cart", input: { app_metadata: '{"BIGCOMMERCE_SG_CART_ID":""}' } },
    { name: 'an invalid cart id', input: { app_metadata: JSON.stringify({ BIGCOMMERCE_AU_CART_ID: randomUUID() }) } },
    { name: 'an unlisted key', input: { user_metadata: '{"is_admin":true}' } },
    { name: 'a prototype', input: { user_metadata: '{"__proto__":{"marketing_email":true}}' } },
    { name: 'no JSON', input: { user_metadata: '{' } },
    { name: 'a list', input: { user_metadata: '[]' } },
    { name: 'a text with a NUL', input: { user_metadata: '{"preferred_wines":["a\\u0000b"]}' } },
  ];
  test.each(invalid)('rejects $name and changes nothing [ID-38, ID-39]', async ({ input }) => {
    const { bearer } = await createTestCustomer(shop);
    const before = yes(await identity.userWithMetadata({}, { bearer }));
    expect(outcomeOf(await identity.updateMetadata({ given_name: 'Changed', ...input }, { bearer }))).toMatchObject({
      status: 422,
      code: 'metadata_refused',
    });
    expect(yes(await identity.userWithMetadata({}, { bearer }))).toEqual(before);
  });
});

describe('group and contact', () => {
  test('have the tier, and STAFF for staff [ID-32, ID-46]', async () => {
    const gold = await createTestCustomer(shop, { tier: 'GOLD' });
    const staff = await createTestCustomer(shop, { isStaff: true });
    expect(yes(await identity.customerGroup({ customerID: gold.id }, { bearer: gold.bearer }))).toEqual({ id: 4, name: 'GOLD' });
    expect(yes(await identity.customerGroup({ customerID: staff.id }, { bearer: staff.bearer }))).toEqual({ id: 7, name: 'STAFF' });
    expect(yes(await identity.hubspotContact({}, { bearer: gold.bearer })).properties).toMatchObject({
      loyalty_eligible_for_loyalty: 'true',
      loyalty_tier: 'Gold',
      email: gold.email,
    });
    expect(yes(await identity.customerIdByEmail({ email: gold.email.toUpperCase() }, { bearer: gold.bearer }))).toEqual([{ id: gold.id }]);
  });
});

describe('a change of email', () => {
  const codeOf = async (to: string): Promise<string> => /\b\d{6}\b/.exec((await mailTo(shop, to, 'Your Cellardoor code')).text)?.[0] ?? '';
  const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('requires the code sent to the new address, and notifies the old one [ID-44]', async () => {
    const { bearer, email: old } = await createTestCustomer(shop);
    const email = 'new.address@example.com';
    expect(yes(await identity.changeEmailStep2({ email }, { bearer })).data).toEqual({ email, minutes: 10 });
    const { data } = yes(await identity.changeEmailStep3({ code: await codeOf(email) }, { bearer }));
    expect(data).toMatchObject({ email, email_verified: true });
    expect(yes(await identity.validateEmail({ email: old })).status).toBe(false);
    expect((await mailTo(shop, old, 'Your email address has been changed')).text).toContain('n…@example.com');
    expect(outcomeOf(await identity.changeEmailStep3({ code: '000000' }, { bearer }))).toMatchObject({ code: 'code_ended' });
  });

  test('to an address with an account is a 409 with a message [ID-45]', async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const sent = await fetch(`http://localhost:${shop.running.port}/api/change-email__step-2`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: bob.email.toUpperCase() }),
    });
    const title = 'This e-mail belongs to another account. Please choose a different one.';
    expect(sent.status).toBe(409);
    expect(await sent.json()).toEqual({ status: 409, code: 'email_taken', title, message: title });
  });

  test('to an address that was taken after step two is a 409 in step three [ID-45]', async () => {
    const { bearer } = await createTestCustomer(shop);
    const email = 'contested@example.com';
    yes(await identity.changeEmailStep2({ email }, { bearer }));
    const code = await codeOf(email);
    await createTestCustomer(shop, { email: 'Contested@example.com' });
    expect(outcomeOf(await identity.changeEmailStep3({ code }, { bearer }))).toMatchObject({ status: 409, code: 'email_taken' });
  });

  test('allows five attempts, concurrent ones included', async () => {
    const { bearer } = await createTestCustomer(shop);
    const email = 'guessed@example.com';
    yes(await identity.changeEmailStep2({ email }, { bearer }));
    const code = await codeOf(email);
    const attempts = await Promise.all(Array.from({ length: 7 }, () => identity.changeEmailStep3({ code: other(code) }, { bearer })));
    const codes = attempts.map((result) => (result.ok ? 'ok' : result.code));
    expect(codes.filter((found) => found === 'code_wrong')).toHaveLength(4);
    expect(codes.filter((found) => found === 'code_ended')).toHaveLength(3);
    expect(outcomeOf(await identity.changeEmailStep3({ code }, { bearer }))).toMatchObject({ code: 'code_ended' });
  });

  test('expires after ten minutes', async () => {
    const { bearer } = await createTestCustomer(shop);
    const email = 'too.late@example.com';
    yes(await identity.changeEmailStep2({ email }, { bearer }));
    const code = await codeOf(email);
    await shop.database.execute({ text: "update email_changes set expires_at = expires_at - interval '11 minutes'" });
    expect(outcomeOf(await identity.changeEmailStep3({ code }, { bearer }))).toMatchObject({ code: 'code_ended' });
  });

  test("with another customer's code changes nothing", async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const email = 'mine.alone@example.com';
    yes(await identity.changeEmailStep2({ email }, { bearer: ada.bearer }));
    const code = await codeOf(email);
    expect(outcomeOf(await identity.changeEmailStep3({ code }, { bearer: bob.bearer }))).toMatchObject({ code: 'code_ended' });
  });

  test('to the same address is rejected', async () => {
    const { bearer, email } = await createTestCustomer(shop);
    expect(outcomeOf(await identity.changeEmailStep2({ email: email.toUpperCase() }, { bearer }))).toMatchObject({ code: 'email_same' });
  });
});
