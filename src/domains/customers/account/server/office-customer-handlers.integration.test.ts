/** The office's customer calls over the real server, by people with different roles. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailHasAccount } from '#domains/customers/identity/server/customer.repository.ts';
import { ADDRESS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { customerOfficeContract } from '../office-contract.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let colleague: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', name: 'Olive', roles: ['Owner'] }));
  colleague = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Manager'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(customerOfficeContract);
const own = ({ id }: Pick<TestCustomer, 'id'>) => ({ customerId: id, market: 'AU' as const });
const read = async ({ id }: Pick<TestCustomer, 'id'>, browser = owner) =>
  yes(await at(browser).customer({ key: String(id), market: 'AU' }));
const activityOf = (id: number) =>
  shop.database.queryMany<{ action: string; actor: string; before: unknown; after: unknown }>({
    text: "select action, actor_name as actor, before, after from activity_log where subject_kind = 'customer' and subject_id = $1 order by id",
    values: [String(id)],
  });
/** An order of an account. */
async function orderOf({ id, email }: TestCustomer): Promise<string> {
  const order = await paidOrder(shop, [1], 'localhost', { email });
  await shop.database.execute({ text: 'update orders set customer_id = $2, email = $3 where id = $1', values: [order, id, email] });
  return order;
}
const codeOf = async (email: string): Promise<string> => /\b\d{6}\b/.exec((await mailTo(shop, email, 'code')).text)?.[0] ?? '';

describe('a customer in the office', () => {
  test('shows orders and spending as they are, less what was refunded', async () => {
    const customer = await createTestCustomer(shop);
    const id = await orderOf(customer);
    const { totals, orders, timeline } = await read(customer);
    expect(orders.map((order) => order.id)).toEqual([id]);
    expect(totals).toMatchObject({ orders: 1, spent: orders[0]?.total, average: orders[0]?.total });
    expect(timeline.map(({ event }) => event).sort()).toEqual(['joined', 'order']);

    await shop.database.execute({
      text: `insert into order_refunds (order_id, key, amount_cents, gateway_cents, state, actor) values ($1, 'test', 500, 500, 'done', 'Sam')`,
      values: [id],
    });
    expect((await read(customer)).totals.spent).toBe((orders[0]?.total ?? 0) - 5);
  });

  test('is a guest until they join, with the details of the last order', async () => {
    await paidOrder(shop, [1], 'localhost', { email: 'Guest@Example.com', firstName: 'Gus', lastName: 'Guest' });
    const [row] = yes(await at(owner).customers({ q: 'guest@example.com' })).rows;
    expect(row).toMatchObject({ kind: 'guest', name: 'Gus Guest', orders: 1, tier: null });
    const guest = yes(await at(owner).customer({ key: row?.key ?? '', market: 'AU' }));
    expect(guest).toMatchObject({ kind: 'guest', loyalty: null, credit: null, addresses: [], canSendMail: false });
    expect(guest.orders).toHaveLength(1);
  });

  test('has its details changed once, and a second person reads who was first', async () => {
    const customer = await createTestCustomer(shop);
    const { version } = await read(customer);
    const fields = { givenName: 'Grace', familyName: 'Murray', phone: '0412 345 678' };
    const changed = yes(await at(colleague).saveContact({ ...own(customer), version, ...fields }));
    expect(changed).toMatchObject({ familyName: 'Murray', phone: '0412345678' });

    const late = await at(owner).saveContact({ ...own(customer), version, ...fields, familyName: 'Brewster' });
    expect(late).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Kim changed this just now/),
    });
    expect(
      yes(await at(owner).saveContact({ ...own(customer), ...fields, version: changed.version, familyName: 'Brewster' })),
    ).toMatchObject({
      familyName: 'Brewster',
    });
    // The log names fields, never values: it cannot be erased.
    expect(await activityOf(customer.id)).toEqual([
      { action: 'customer.changed', actor: 'Kim', before: null, after: { fields: ['name', 'phone'] } },
      { action: 'customer.changed', actor: 'Olive', before: null, after: { fields: ['name'] } },
    ]);
  });

  test('says so if the customer changed the details', async () => {
    const customer = await createTestCustomer(shop);
    const { version } = await read(customer);
    await shop.database.execute({
      text: "update customers set given_name = 'Admiral', updated_at = now() where id = $1",
      values: [customer.id],
    });
    expect(await at(owner).saveContact({ ...own(customer), version, givenName: 'Grace' })).toMatchObject({
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^The customer changed this/),
    });
  });

  test('refuses a phone number of elsewhere and text that cannot be stored', async () => {
    const customer = await createTestCustomer(shop);
    const { version } = await read(customer);
    expect(await at(owner).saveContact({ ...own(customer), version, phone: '12' })).toMatchObject({ status: 422, code: 'phone_invalid' });
    for (const wrong of [{ givenName: 'a\0b' }, { givenName: 'x'.repeat(61) }, { version: 'x' }, { customerId: 0 }])
      expect(await at(owner).saveContact({ ...own(customer), version, ...wrong })).toMatchObject({ ok: false, status: 400 });
  });

  test('has addresses added, changed with their version, and deleted', async () => {
    const customer = await createTestCustomer(shop);
    const added = yes(await at(owner).saveCustomerAddress({ ...own(customer), ...ADDRESS, id: null, version: null }));
    const [address] = added.addresses;
    if (!address) throw new Error('no address');
    expect(address).toMatchObject({ suburb: 'Clifton Hill', isDefault: true });
    const { id, version } = address;
    const moved = { ...ADDRESS, address: '2 Queens Parade' };
    const changed = yes(await at(owner).saveCustomerAddress({ ...own(customer), ...moved, id, version }));
    expect(changed.addresses[0]?.address).toBe('2 Queens Parade');

    expect(await at(colleague).saveCustomerAddress({ ...own(customer), ...ADDRESS, id, version })).toMatchObject({
      status: 409,
      title: expect.stringMatching(/^Olive changed this/),
    });
    expect(await at(colleague).removeCustomerAddress({ ...own(customer), id, version })).toMatchObject({ code: 'changed_meanwhile' });
    expect(await at(owner).saveCustomerAddress({ ...own(customer), ...ADDRESS, postcode: '2000', id: null, version: null })).toMatchObject({
      status: 422,
      code: 'address_invalid',
    });
    const now = changed.addresses[0]?.version ?? '';
    expect(yes(await at(owner).removeCustomerAddress({ ...own(customer), id, version: now })).addresses).toEqual([]);
    expect(await at(owner).removeCustomerAddress({ ...own(customer), id, version: now })).toMatchObject({ code: 'address_not_found' });
  });

  test('never reaches an address of another customer', async () => {
    const [one, other] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const { addresses } = yes(await at(owner).saveCustomerAddress({ ...own(one), ...ADDRESS, id: null, version: null }));
    const { id = 0, version = '' } = addresses[0] ?? {};
    expect(await at(owner).saveCustomerAddress({ ...own(other), ...ADDRESS, id, version })).toMatchObject({ code: 'address_not_found' });
    expect(await at(owner).removeCustomerAddress({ ...own(other), id, version })).toMatchObject({ code: 'address_not_found' });
    expect((await read(one)).addresses).toHaveLength(1);
  });

  test('gets a new email address only with the code that went there', async () => {
    const customer = await createTestCustomer(shop);
    const email = 'new-address@example.com';
    expect(await at(owner).startCustomerEmail({ ...own(customer), email: customer.email.toUpperCase() })).toMatchObject({
      code: 'email_same',
    });
    const taken = await createTestCustomer(shop);
    expect(await at(owner).startCustomerEmail({ ...own(customer), email: taken.email })).toMatchObject({
      status: 409,
      code: 'email_taken',
    });

    expect(yes(await at(owner).startCustomerEmail({ ...own(customer), email }))).toMatchObject({
      pendingEmail: email,
      email: customer.email,
    });
    const code = await codeOf(email);
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await at(owner).finishCustomerEmail({ ...own(customer), code: wrong })).toMatchObject({ status: 422, code: 'code_wrong' });
    const changed = yes(await at(owner).finishCustomerEmail({ ...own(customer), code }));
    expect(changed).toMatchObject({ email, pendingEmail: null, sessions: [] });
    expect(await at(owner).finishCustomerEmail({ ...own(customer), code })).toMatchObject({ status: 409, code: 'code_ended' });
    expect(linkIn(await mailTo(shop, customer.email, 'email'))).toContain('undo');
  });

  test('gets a link for a new password, but not without end', async () => {
    const customer = await createTestCustomer(shop);
    yes(await at(owner).sendPasswordReset(own(customer)));
    expect((await mailTo(shop, customer.email, 'password')).text).toMatch(/https?:\/\//);
    for (let sent = 0; sent < 20; sent += 1) {
      const again = await at(owner).sendPasswordReset(own(customer));
      if (again.ok) continue;
      expect(again).toMatchObject({ status: 429, code: 'too_many_mails' });
      return;
    }
    throw new Error('twenty mails were sent');
  });

  test('is signed out on one device and on all', async () => {
    const customer = await createTestCustomer(shop);
    await tokenFor(shop, customer);
    await tokenFor(shop, customer);
    const { sessions } = await read(customer);
    expect(sessions).toHaveLength(3);
    const [first] = sessions;
    const left = yes(await at(owner).endCustomerSessions({ ...own(customer), id: first?.id ?? '' })).sessions;
    expect(left.map(({ id }) => id)).not.toContain(first?.id);
    expect(left).toHaveLength(2);
    expect(yes(await at(owner).endCustomerSessions({ ...own(customer), id: null })).sessions).toEqual([]);
  });

  test('is excluded from the loyalty programme with a reason, and included again', async () => {
    const customer = await createTestCustomer(shop, { tier: 'GOLD' });
    const seen = await read(customer);
    const version = seen.loyalty?.version ?? '';
    const exclude = { ...own(customer), version, isExcluded: true, reason: 'Trade customer' };
    const excluded = yes(await at(owner).setLoyalty(exclude));
    expect(excluded.loyalty).toMatchObject({ isExcluded: true, exclusionNote: 'Olive: Trade customer', tier: 'GOLD' });
    const include = { ...own(customer), version: excluded.loyalty?.version ?? '', isExcluded: false };
    expect(await at(owner).setLoyalty({ ...include, reason: ' ' })).toMatchObject({ status: 400 });
    expect(yes(await at(owner).setLoyalty({ ...include, reason: 'Asked to' })).loyalty).toMatchObject({ isExcluded: false, version });
  });

  test('is not excluded by somebody who did not see what a colleague decided', async () => {
    const customer = await createTestCustomer(shop);
    const version = (await read(customer)).loyalty?.version ?? '';
    yes(await at(owner).setLoyalty({ ...own(customer), version, isExcluded: true, reason: 'Trade customer' }));

    expect(await at(colleague).setLoyalty({ ...own(customer), version, isExcluded: true, reason: 'Staff' })).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Olive changed this just now/),
    });
    expect((await read(customer)).loyalty?.exclusionNote).toBe('Olive: Trade customer');
  });

  test('keeps notes, which the log does not repeat', async () => {
    const customer = await createTestCustomer(shop);
    const noted = yes(await at(colleague).addCustomerNote({ ...own(customer), text: ' Allergic to sulphites. ' }));
    expect(noted.timeline[0]).toMatchObject({ event: 'note', actor: 'Kim', note: 'Allergic to sulphites.' });
    expect(JSON.stringify(await activityOf(customer.id))).not.toContain('sulphites');
    expect(await at(colleague).addCustomerNote({ ...own(customer), text: '  ' })).toMatchObject({ status: 400 });
  });
});

describe('the data of a person', () => {
  test('is exported with the notes of staff, and the export is in the log', async () => {
    const customer = await createTestCustomer(shop);
    yes(await at(owner).addCustomerNote({ ...own(customer), text: 'Prefers reds' }));
    const { data } = yes(await at(owner).exportCustomer(own(customer)));
    expect(JSON.stringify(data)).toContain(customer.email);
    expect(JSON.stringify(data.notes)).toContain('Prefers reds');
    expect((await activityOf(customer.id)).at(-1)?.action).toBe('customer.data_exported');
  });

  test('is erased with the address of the account, and nobody finds it afterwards', async () => {
    const customer = await createTestCustomer(shop);
    yes(await at(owner).addCustomerNote({ ...own(customer), text: 'Erase me' }));
    expect(await at(owner).eraseCustomer({ ...own(customer), email: 'other@example.com' })).toMatchObject({
      status: 422,
      code: 'email_differs',
    });
    yes(await at(owner).eraseCustomer({ ...own(customer), email: customer.email.toUpperCase() }));
    expect(await emailHasAccount(shop.database, customer.email)).toBe(false);
    expect(await at(owner).customer({ key: String(customer.id) })).toMatchObject({ status: 404 });
    expect(yes(await at(owner).customers({ q: customer.email })).total).toBe(0);
    expect(await at(owner).eraseCustomer({ ...own(customer), email: customer.email })).toMatchObject({ status: 404 });
  });

  test('needs a fresh second factor', async () => {
    const customer = await createTestCustomer(shop);
    const staff = await createTestStaff(shop.database, { email: 'old@shop.example', roles: ['Owner'] });
    const stale = await signInAs(shop, staff, { isSteppedUp: false });
    const { email } = customer;
    for (const call of [
      at(stale).exportCustomer(own(customer)),
      at(stale).eraseCustomer({ ...own(customer), email }),
      at(stale).mergeCustomers({ ...own(customer), with: email }),
      at(stale).exportCustomers({}),
    ])
      expect(await call).toMatchObject({ status: 403, code: 'step_up_required' });
    yes(await at(stale).customer({ key: String(customer.id) }));
  });

  test('is not exported, erased or merged by someone who works in one of its markets only', async () => {
    const customer = await createTestCustomer(shop, { tier: 'GOLD' });
    const other = await createTestCustomer(shop);
    const single = await staffOf('AU');
    yes(await at(single).customer({ key: String(customer.id), market: 'AU' }));
    expect(await at(single).exportCustomer(own(customer))).toMatchObject({ status: 403, code: 'other_markets' });
    expect(await at(single).eraseCustomer({ ...own(customer), email: customer.email })).toMatchObject({ code: 'other_markets' });
    expect(await at(single).mergeCustomers({ ...own(other), with: customer.email })).toMatchObject({ code: 'other_markets' });
  });
});

/** Somebody with all permissions of a manager in one market. */
async function staffOf(market: 'AU' | 'SG'): Promise<OfficeBrowser> {
  const name = `Manager ${market}`;
  await shop.database.execute({
    text: `insert into roles (name, permissions, markets) select $1, permissions, array[$2] from roles where name = 'Manager'
      and not exists (select 1 from roles where name = $1)`,
    values: [name, market],
  });
  return signInAs(shop, await createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: [name] }));
}

describe('a customer of another market', () => {
  test('does not exist, whatever is asked about them', async () => {
    const customer = await createTestCustomer(shop);
    await orderOf(customer);
    const singapore = await staffOf('SG');
    const calls = at(singapore);
    const { version } = await read(customer);
    const { email } = customer;
    for (const market of ['AU', 'SG'] as const) {
      const scope = { customerId: customer.id, market };
      const answers = await Promise.all([
        calls.customer({ key: String(customer.id), market }),
        calls.saveContact({ ...scope, version, givenName: 'X' }),
        calls.saveCustomerAddress({ ...scope, ...ADDRESS, id: null, version: null }),
        calls.removeCustomerAddress({ ...scope, id: 1, version }),
        calls.startCustomerEmail({ ...scope, email: 'x@example.com' }),
        calls.finishCustomerEmail({ ...scope, code: '123456' }),
        calls.sendPasswordReset(scope),
        calls.endCustomerSessions({ ...scope, id: null }),
        calls.setLoyalty({ ...scope, version: '0'.repeat(32), isExcluded: true, reason: 'x' }),
        calls.addCustomerNote({ ...scope, text: 'x' }),
        calls.exportCustomer(scope),
        calls.eraseCustomer({ ...scope, email }),
        calls.mergeCustomers({ ...scope, with: email, isPreview: true }),
      ]);
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, status: 404, code: 'not_found' });
    }
    expect(yes(await calls.customers({ q: email })).total).toBe(0);
    expect(yes(await calls.exportCustomers({ q: email })).rows).toBe(0);
    const [guest] = yes(await at(owner).customers({ 'filter[kind]': 'guest', 'filter[market]': 'AU' })).rows;
    expect(await calls.customer({ key: guest?.key ?? '' })).toMatchObject({ status: 404 });
    expect((await read(customer)).sessions).toHaveLength(1);
  });
});
