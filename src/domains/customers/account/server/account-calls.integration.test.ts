import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS_MISMATCH } from '#domains/selling/checkout/messages/errors.ts';
import type { Client, Result } from '#lib/client.ts';
import { recordMailFailure } from '#lib/mail/suppression.repository.ts';
import { ADDRESS, DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, PASSWORD, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';
import { accountContract } from '../contract.ts';
import { defaultAddressOf } from './address.repository.ts';
import { addInstrument, defaultInstrumentOf } from './instrument.repository.ts';

let shop: TestShop;
let account: Client<typeof accountContract>;

beforeAll(async () => {
  shop = await createTestShop();
  account = shop.call(accountContract);
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500 });
});
afterAll(() => shop.stop());

const outcomeOf = (result: Result<unknown, string>) =>
  result.ok ? 'ok' : { status: result.status, code: result.code, title: result.title };
const card = { gatewayToken: 'card_success', brand: 'Visa', last4: '4242', expiryMonth: 1, expiryYear: 2031 };
const saveCard = (customer: TestCustomer, isDefault = false) =>
  shop.database.transaction((transaction) => addInstrument(transaction, { customerId: customer.id, market: 'AU' }, card, isDefault));

describe('profile', () => {
  test('stores names, phone and birthday, with the phone normalised [ACC-7]', async () => {
    const { bearer } = await createTestCustomer(shop, { tier: 'SILVER' });
    const name = { givenName: 'Zoë 🍷', familyName: "O'Brien <b>&amp;" };
    const saved = yes(await account.saveProfile({ ...name, phone: '+61 412 345 678', birthday: '1980-02-29' }, { bearer })).data;
    expect(saved).toMatchObject({
      given_name: name.givenName,
      family_name: name.familyName,
      name: `${name.givenName} ${name.familyName}`,
      phone: '0412345678',
      user_metadata: { birthday: '1980-02-29' },
      app_metadata: { LOYALTY_TIER_AU: 'SILVER' },
      hasPassword: false,
      providers: [],
    });
    expect(yes(await account.profile({}, { bearer })).data).toEqual(saved);
  });

  test('rejects an invalid phone number [API-10]', async () => {
    const { bearer } = await createTestCustomer(shop);
    expect(outcomeOf(await account.saveProfile({ givenName: 'A', familyName: 'B', phone: '12' }, { bearer }))).toMatchObject({
      code: 'phone_invalid',
      title: 'Enter a 10-digit Australian phone number, like 0412 345 678',
    });
  });

  test('stores consent with other metadata [ACC-15]', async () => {
    const { bearer } = await createTestCustomer(shop);
    await account.saveProfile({ givenName: 'A', familyName: 'B', birthday: '1990-01-01' }, { bearer });
    const saved = yes(await account.saveConsent({ email: true, sms: false }, { bearer })).data;
    expect(saved.user_metadata).toEqual({ birthday: '1990-01-01', marketing_email: true, marketing_sms: false });
  });
});

test.each(['bounce', 'complaint'] as const)('the profile says that email is stopped after a %s [ACC-6]', async (kind) => {
  const customer = await createTestCustomer(shop);
  expect(yes(await account.profile({}, { bearer: customer.bearer })).data.emailProblem).toBeNull();

  const address = customer.email.toUpperCase();
  await recordMailFailure(shop.database, { address, kind, reason: 'unknown user', key: `${kind} ${address}`, at: new Date() });

  expect(yes(await account.profile({}, { bearer: customer.bearer })).data.emailProblem).toBe(kind);
});

describe('addresses', () => {
  test('have the first as default, then the chosen one, and the oldest after its removal [ACC-3, ACC-8]', async () => {
    const { bearer, id: customerID } = await createTestCustomer(shop);
    const [first] = yes(await account.saveAddress(ADDRESS, { bearer })).data;
    const two = yes(await account.saveAddress({ ...ADDRESS, address: '2 Queens Parade', isDefault: true }, { bearer })).data;
    expect(two.map(({ address, isDefault }) => [address, isDefault])).toEqual([
      ['2 Queens Parade', true],
      ['1 Queens Parade', false],
    ]);
    const back = yes(await account.defaultAddress({ id: first?.id ?? 0 }, { bearer })).data;
    expect(back.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect(back[0]?.id).toBe(first?.id);
    const remaining = yes(await account.removeAddress({ id: first?.id ?? 0 }, { bearer })).data;
    expect(remaining).toMatchObject([{ address: '2 Queens Parade', isDefault: true }]);
    expect(yes(await account.addresses({ customerID }, { bearer })).data).toEqual(remaining);
    expect(await defaultAddressOf(shop.database, { customerId: customerID, market: 'AU' })).toEqual(remaining[0]);
  });

  test('are changed in place [ACC-8]', async () => {
    const { bearer } = await createTestCustomer(shop);
    const [made] = yes(await account.saveAddress(ADDRESS, { bearer })).data;
    const [changed] = yes(await account.saveAddress({ ...ADDRESS, id: made?.id ?? 0, lastName: 'Murray' }, { bearer })).data;
    expect(changed).toEqual({ ...made, lastName: 'Murray' });
  });

  test('belong to one market', async () => {
    const { bearer, id: customerID } = await createTestCustomer(shop);
    const singapore = shop.call(accountContract, 'sg.localhost');
    yes(await account.saveAddress(ADDRESS, { bearer }));
    const there = { ...ADDRESS, phone: '8123 4567', suburb: '', state: '', postcode: '449032' };
    yes(await singapore.saveAddress(there, { bearer }));
    expect(yes(await account.addresses({ customerID }, { bearer })).data).toHaveLength(1);
    expect(yes(await singapore.addresses({ customerID }, { bearer })).data).toMatchObject([{ postcode: '449032', isDefault: true }]);
  });

  const invalid = [
    { name: 'suburb and postcode that do not match', change: { postcode: '3000' }, code: 'address_mismatch', title: ADDRESS_MISMATCH },
    { name: 'a state of elsewhere', change: { state: 'NSW' }, code: 'address_mismatch', title: ADDRESS_MISMATCH },
    { name: 'no suburb', change: { suburb: '' }, code: 'address_mismatch', title: ADDRESS_MISMATCH },
    { name: 'a phone of ten digits that begins wrongly', change: { phone: '0512345678' }, code: 'address_invalid' },
    { name: 'no street', change: { address: '' }, code: 'address_invalid' },
    { name: 'no name', change: { firstName: ' ' }, code: 'address_invalid' },
  ];
  test.each(invalid)('are rejected: $name', async ({ change, code, title }) => {
    const { bearer } = await createTestCustomer(shop);
    const answer = outcomeOf(await account.saveAddress({ ...ADDRESS, ...change }, { bearer }));
    expect(answer).toMatchObject({ status: 422, code, ...(title ? { title } : {}) });
  });

  test('of another customer cannot be read, changed or removed [ACC-3]', async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const [made] = yes(await account.saveAddress(ADDRESS, { bearer: ada.bearer })).data;
    const id = made?.id ?? 0;
    const { bearer } = bob;
    expect(outcomeOf(await account.saveAddress({ ...ADDRESS, id }, { bearer }))).toMatchObject({ code: 'address_not_found' });
    expect(outcomeOf(await account.removeAddress({ id }, { bearer }))).toMatchObject({ code: 'address_not_found' });
    expect(outcomeOf(await account.defaultAddress({ id }, { bearer }))).toMatchObject({ code: 'address_not_found' });
    expect(yes(await account.addresses({ customerID: ada.id }, { bearer: ada.bearer })).data).toEqual([made]);
  });

  test('have one default after concurrent additions', async () => {
    const { bearer } = await createTestCustomer(shop);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => account.saveAddress({ ...ADDRESS, address: `${index} Lane`, isDefault: true }, { bearer })),
    );
    const rows = yes(await account.profile({}, { bearer })).data;
    const list = yes(await account.addresses({ customerID: Number(rows.app_metadata.BIGCOMMERCE_AU_CUSTOMER_ID) }, { bearer })).data;
    expect(list).toHaveLength(8);
    expect(list.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('stored cards', () => {
  test('show brand and last digits, never the token; the default first, or only it [ACC-4]', async () => {
    const customer = await createTestCustomer(shop);
    const { bearer, id: customerID } = customer;
    const first = await saveCard(customer);
    const second = await saveCard(customer, true);
    const all = yes(await account.instruments({ customerID }, { bearer })).data;
    expect(all.map(({ id, is_default }) => [id, is_default])).toEqual([
      [second, true],
      [first, false],
    ]);
    expect(JSON.stringify(all)).not.toContain('card_success');
    const only = yes(await account.instruments({ customerID, defaultOnly: 'true' }, { bearer })).data;
    expect(only.map(({ id }) => id)).toEqual([second]);
    expect(await defaultInstrumentOf(shop.database, { customerId: customerID, market: 'AU' })).toMatchObject({
      gatewayToken: 'card_success',
    });
    expect(yes(await account.defaultInstrument({ id: first }, { bearer })).data[0]?.id).toBe(first);
    expect(yes(await account.removeInstrument({ id: first }, { bearer })).data).toMatchObject([{ id: second, is_default: true }]);
  });

  test('of another customer cannot be removed or made the default [ACC-4]', async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const id = await saveCard(ada);
    expect(outcomeOf(await account.removeInstrument({ id }, { bearer: bob.bearer }))).toMatchObject({ code: 'instrument_not_found' });
    expect(outcomeOf(await account.defaultInstrument({ id }, { bearer: bob.bearer }))).toMatchObject({ code: 'instrument_not_found' });
  });
});

describe('password', () => {
  test('is changed with the current one, and other devices are signed out [ACC-10]', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const other = await tokenFor(shop, customer);
    const changed = yes(
      await account.changePassword({ currentPassword: PASSWORD, newPassword: 'a longer cellar key' }, { bearer: customer.bearer }),
    );
    expect(changed.data.ended).toBe(1);
    expect(outcomeOf(await account.profile({}, { bearer: other }))).toMatchObject({ code: 'token_invalid' });
    expect(yes(await account.profile({}, { bearer: customer.bearer })).data.email).toBe(customer.email);
    const back = await visitor(shop).post('/auth/login/using-password', { email: customer.email, password: 'a longer cellar key' });
    expect(back.location).toBe('/?authenticated=yes');
    await mailTo(shop, customer.email, 'Your password has been changed');
  });

  const invalid = [
    { name: 'a wrong one', currentPassword: 'not it', newPassword: 'a longer cellar key', code: 'wrong_password' },
    { name: 'a short one', currentPassword: PASSWORD, newPassword: 'short', code: 'password_invalid' },
  ];
  test.each(invalid)('is not changed: $name', async ({ code, ...passwords }) => {
    const { bearer } = await createTestCustomer(shop, { withPassword: true });
    expect(outcomeOf(await account.changePassword(passwords, { bearer }))).toMatchObject({ status: 422, code });
  });

  test('has limited attempts', async () => {
    const { bearer } = await createTestCustomer(shop, { withPassword: true });
    const codes = [];
    for (let index = 0; index < 9; index += 1)
      codes.push(outcomeOf(await account.changePassword({ currentPassword: 'x', newPassword: 'y' }, { bearer })));
    expect(codes.at(-1)).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      title: 'Too many attempts. Please wait 15 minutes and try again.',
    });
  });
});

describe('sessions', () => {
  test('are listed with their device, and revoked one by one or all but the current one [ACC-11]', async () => {
    const customer = await createTestCustomer(shop);
    const { bearer } = customer;
    const others = [await tokenFor(shop, customer), await tokenFor(shop, customer)];
    const list = yes(await account.sessions({}, { bearer })).data;
    expect(list).toHaveLength(3);
    expect(list.filter(({ isThis }) => isThis)).toHaveLength(1);
    const one = list.find(({ isThis }) => !isThis);
    expect(yes(await account.endSessions({ id: one?.id }, { bearer })).data.ended).toBe(1);
    expect(yes(await account.endSessions({}, { bearer })).data.ended).toBe(1);
    expect(yes(await account.sessions({}, { bearer })).data).toMatchObject([{ isThis: true }]);
    for (const token of others) expect(outcomeOf(await account.profile({}, { bearer: token }))).toMatchObject({ code: 'token_invalid' });
  });

  test('of another customer cannot be revoked', async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const [session] = yes(await account.sessions({}, { bearer: ada.bearer })).data;
    expect(yes(await account.endSessions({ id: session?.id }, { bearer: bob.bearer })).data.ended).toBe(0);
    expect(yes(await account.sessions({}, { bearer: ada.bearer })).data).toHaveLength(1);
  });
});

describe('orders and account deletion', () => {
  /** Creates a paid order of a customer, as one-click or a signed-in checkout does. */
  const order = async (customer: TestCustomer): Promise<string> => {
    const shopper = await buyer(shop, [1], 'localhost', { email: customer.email });
    const placed = yes(await shopper.placeOrder());
    await shopper.pay(placed.data.nextUrl);
    const { nextUrl } = yes(await shopper.settle()).data;
    const id = nextUrl.split('/').at(-1) ?? '';
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, customer.id] });
    return id;
  };

  test('lists orders, newest first, and reads one with its history [ACC-5]', async () => {
    const customer = await createTestCustomer(shop);
    const { bearer } = customer;
    const [one, two] = [await order(customer), await order(customer)];
    const list = yes(await account.orders({}, { bearer }));
    expect(list.more).toBe(false);
    expect(list.data.map(({ id, statusGroup, cases, names }) => ({ id, statusGroup, cases, names }))).toEqual(
      [two, one].map((id) => ({ id, statusGroup: 'paid', cases: 1, names: ['Wine plenty'] })),
    );
    const read = yes(await account.order({ id: one }, { bearer })).data;
    expect(read).toMatchObject({ id: one, details: { firstName: DETAILS.firstName } });
    expect(read.timeline[0]?.event).toBe('drafted');
    const below = yes(await account.orders({ before: list.data[0]?.number }, { bearer })).data;
    expect(below.map(({ id }) => id)).toEqual([one]);
    expect(DATE_OF_BIRTH).toBeTypeOf('string');
  });

  test("responds with 404 to another customer's order", async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const id = await order(ada);
    expect(outcomeOf(await account.order({ id }, { bearer: bob.bearer }))).toMatchObject({ status: 404, code: 'order_not_found' });
    expect(outcomeOf(await account.order({ id: randomUUID() }, { bearer: bob.bearer }))).toMatchObject({ code: 'order_not_found' });
  });

  test('exports all personal data [ACC-12]', async () => {
    const customer = await createTestCustomer(shop);
    const { bearer } = customer;
    await order(customer);
    yes(await account.saveAddress(ADDRESS, { bearer }));
    const { data } = yes(await account.myData({}, { bearer }));
    expect(data).toMatchObject({
      account: { email: customer.email, given_name: 'Grace', addresses: [{ address: ADDRESS.address }] },
      orders: [{ email: customer.email, details: { lastName: 'Hopper' }, lines: [{ name: 'Wine plenty' }] }],
      carts: [],
    });
    expect(JSON.stringify(data)).not.toContain('argon2');
  });

  test('deletes the account with the password, revokes every token and anonymises orders [ACC-13]', async () => {
    const customer = await createTestCustomer(shop, { withPassword: true });
    const { bearer, id, email } = customer;
    const id1 = await order(customer);
    const id2 = await order(customer);
    await shop.database.execute({ text: "update orders set status = 'Completed' where id = $1", values: [id1] });
    yes(await account.saveAddress(ADDRESS, { bearer }));
    expect(outcomeOf(await account.remove({ confirm: true, password: 'no' }, { bearer }))).toMatchObject({ code: 'wrong_password' });
    yes(await account.remove({ confirm: true, password: PASSWORD }, { bearer }));
    await expect.poll(async () => outcomeOf(await account.profile({}, { bearer }))).toMatchObject({ code: 'token_invalid' });
    const remaining = await shop.database.queryMany({
      text: `select 'customer' as what from customers where id = $1 union all select 'address' from customer_addresses where customer_id = $1
        union all select 'sign-in' from sessions where customer_id = $1 union all select 'order' from orders where customer_id = $1`,
      values: [id],
    });
    expect(remaining).toEqual([]);
    const orders = await shop.database.queryMany<{ id: string; email: string; details: Record<string, unknown> }>({
      text: 'select id, email, details from orders where id = any($1) order by status',
      values: [[id1, id2]],
    });
    // The order in transit keeps its recipient until it is delivered.
    expect(orders.map((row) => [row.id, row.email])).toEqual([
      [id2, email],
      [id1, ''],
    ]);
    expect(orders[1]?.details).toMatchObject({ firstName: '', lastName: '', phone: '', address: '', state: 'VIC', postcode: '3068' });
    expect((await visitor(shop).post('/auth/login/using-password', { email, password: PASSWORD })).location).toContain('wrong_credentials');
  });
});
