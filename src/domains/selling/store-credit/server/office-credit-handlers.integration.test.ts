/** The office's store credit calls over the real server, by people with different roles. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeHold, recordEntry } from '#lib/server/ledger.repository.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { creditOfficeContract } from '../office-contract.ts';
import { creditAccount } from './credit.repository.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let accounts: OfficeBrowser;
let reader: OfficeBrowser;
let singapore: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  const person = async (name: string, role: string) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, name, roles: [role] }));
  await shop.database.execute({
    text: "insert into roles (name, permissions, markets) select 'Singapore', permissions, array['SG'] from roles where name = 'Manager'",
  });
  owner = await person('Olive', 'Owner');
  accounts = await person('Ace', 'Accounts');
  reader = await person('Rita', 'Read-only');
  singapore = await person('Sing', 'Singapore');
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(creditOfficeContract);

async function newCustomer(): Promise<{ readonly customerId: number; readonly market: 'AU'; readonly email: string }> {
  const { id } = await createTestCustomer(shop);
  const row = await shop.database.queryOne<{ email: string }>({ text: 'select email from customers where id = $1', values: [id] });
  return { customerId: id, market: 'AU', email: row?.email ?? '' };
}
type Customer = Awaited<ReturnType<typeof newCustomer>>;

const read = async ({ customerId, market }: Customer, browser = owner) => yes(await at(browser).credit({ customerId, market }));
const GRANT = { market: 'AU' as const, amountCents: 2_000, note: 'Sorry', reason: 'A broken bottle' };
const give = async (customer: Customer, browser = owner, amountCents = GRANT.amountCents) =>
  yes(await at(browser).grantCredit({ ...GRANT, amountCents, emails: [customer.email] }));
const spend = (customer: Customer, cents: number) =>
  shop.database.transaction((transaction) =>
    recordEntry(transaction, { account: creditAccount(customer), kind: 'spend', cents: -cents, source: `test:${randomUUID()}` }),
  );
const activityOf = ({ customerId, market }: Customer) =>
  shop.database.queryMany<{ action: string; actor_name: string }>({
    text: "select action, actor_name from activity_log where subject_kind = 'credit' and subject_id = $1 order by id",
    values: [`${market}:${customerId}`],
  });

describe('store credit', () => {
  test('is given once per press, with a note for the customer and a reason for staff', async () => {
    const ada = await newCustomer();
    const idempotencyKey = randomUUID();
    const input = { ...GRANT, emails: [ada.email.toUpperCase()] };
    const pressed = await Promise.all(Array.from({ length: 4 }, () => at(accounts).grantCredit(input, { idempotencyKey })));
    expect(pressed.every(({ ok }) => ok)).toBe(true);
    expect(await read(ada)).toMatchObject({
      balance: 20,
      held: 0,
      entries: [{ kind: 'grant', amount: 20, balance: 20, note: 'Sorry', author: 'Ace', reason: 'A broken bottle' }],
    });
    expect(await activityOf(ada)).toEqual([{ action: 'credit.granted', actor_name: 'Ace' }]);
  });

  test('is given to several after a preview: all of them or none', async () => {
    const people = [await newCustomer(), await newCustomer(), await newCustomer()];
    const emails = people.map(({ email }) => email);
    const preview = yes(await at(accounts).previewGrant({ market: 'AU', amountCents: 2_000, emails: [...emails, 'nobody@example.com'] }));
    expect(preview).toMatchObject({ unknown: ['nobody@example.com'], total: 60, isOverLimit: false, needsStepUp: false, limit: 500 });
    expect(preview.customers.map(({ customerId, balance }) => [customerId, balance])).toEqual(
      people.map(({ customerId }) => [customerId, 0]),
    );

    expect(await at(accounts).grantCredit({ ...GRANT, emails: [...emails, 'nobody@example.com'] })).toMatchObject({
      ok: false,
      status: 422,
      code: 'unknown_customers',
      title: expect.stringMatching(/nobody@example\.com/),
    });
    for (const person of people) expect((await read(person)).balance).toBe(0);
    expect(yes(await at(accounts).grantCredit({ ...GRANT, emails })).total).toBe(60);
    for (const person of people) expect((await read(person)).balance).toBe(20);
  });

  test('is given up to the limit of a role for all together, and above $500 after a second factor', async () => {
    const people = [await newCustomer(), await newCustomer()];
    const emails = people.map(({ email }) => email);
    const input = { ...GRANT, emails, amountCents: 25_001 };
    expect(yes(await at(accounts).previewGrant({ market: 'AU', amountCents: 25_001, emails }))).toMatchObject({
      isOverLimit: true,
      needsStepUp: true,
    });
    expect(await at(accounts).grantCredit(input)).toMatchObject({
      ok: false,
      status: 403,
      code: 'over_limit',
      title: expect.stringMatching(/\$500\.00 at once/),
    });
    const tired = await signInAs(shop, await createTestStaff(shop.database, { email: 'tired@shop.example', roles: ['Owner'] }), {
      isSteppedUp: false,
    });
    expect(await at(tired).grantCredit(input)).toMatchObject({ ok: false, code: 'step_up_required' });
    for (const person of people) expect((await read(person)).entries).toEqual([]);
    expect((await at(owner).grantCredit(input)).ok).toBe(true);
    expect(await at(reader).grantCredit(input)).toMatchObject({ ok: false, code: 'permission_missing' });
  });

  test.each([{ amountCents: 0 }, { amountCents: 500_001 }, { emails: [] }, { reason: ' ' }, { note: 'a\0b' }])(
    'is not given with %j',
    async (wrong) => {
      const ada = await newCustomer();
      expect(await at(owner).grantCredit({ ...GRANT, emails: [ada.email], ...wrong })).toMatchObject({
        ok: false,
        status: 400,
        code: 'invalid_input',
      });
    },
  );

  test('is taken back as far as it was not spent, by someone who saw the latest entries', async () => {
    const ada = await newCustomer();
    await give(ada);
    const { version } = await read(ada);
    await spend(ada, 500);
    const take = { customerId: ada.customerId, market: ada.market, amountCents: 1_000, reason: 'Given twice' };
    expect(await at(accounts).takeBackCredit({ ...take, version })).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^The shop changed this/),
    });
    const current = await read(ada);
    expect(await at(accounts).takeBackCredit({ ...take, amountCents: 1_501, version: current.version })).toMatchObject({
      ok: false,
      code: 'too_little',
      title: expect.stringMatching(/^Only \$15\.00/),
    });
    await shop.database.transaction((transaction) =>
      placeHold(transaction, { account: creditAccount(ada), key: randomUUID(), kind: 'spend', cents: 600 }),
    );
    expect(await at(accounts).takeBackCredit({ ...take, version: current.version })).toMatchObject({
      code: 'too_little',
      title: expect.stringMatching(/\$9\.00/),
    });

    const answers = await Promise.all(
      Array.from({ length: 3 }, () => at(accounts).takeBackCredit({ ...take, amountCents: 900, version: current.version })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const left = await read(ada);
    expect(left).toMatchObject({ balance: 6, held: 6 });
    expect(left.entries.at(-1)).toMatchObject({ kind: 'reversal', amount: -9, author: 'Ace', reason: 'Given twice' });
    expect((await activityOf(ada)).map(({ action }) => action)).toEqual(['credit.granted', 'credit.taken_back']);
  });

  test('is taken back within the limit of a role', async () => {
    const ada = await newCustomer();
    await give(ada, owner, 60_000);
    const { version } = await read(ada);
    const take = { customerId: ada.customerId, market: ada.market, version, amountCents: 50_001, reason: 'Given twice' };
    expect(await at(accounts).takeBackCredit(take)).toMatchObject({ ok: false, code: 'over_limit' });
    expect(yes(await at(owner).takeBackCredit(take)).balance).toBe(99.99);
  });
});

describe('the list of store credit', () => {
  test('finds entries by customer, kind, amount and day, pages through them and exports them', async () => {
    const ada = await newCustomer();
    await give(ada);
    await spend(ada, 500);
    const list = async (input: Parameters<ReturnType<typeof at>['creditEntries']>[0]) => yes(await at(reader).creditEntries(input)).rows;
    expect((await list({ q: ada.email.slice(0, 12) })).map(({ kind }) => kind)).toEqual(['spend', 'grant']);
    expect((await list({ 'filter[customer]': ada.customerId, 'filter[kind]': 'spend' })).map(({ amount }) => amount)).toEqual([-5]);
    expect(await list({ 'filter[customer]': ada.customerId, 'filter[amount]': '10..' })).toHaveLength(1);
    expect(await list({ 'filter[customer]': ada.customerId, 'filter[at]': '2020-01-01' })).toEqual([]);
    const all = await list({ limit: 200 });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = yes(await at(reader).creditEntries({ limit: 3, ...(cursor === undefined ? {} : { cursor }) }));
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(await at(reader).creditEntries({ cursor: 'bm90aGluZw' })).toMatchObject({ ok: false, code: 'cursor_invalid' });

    const page = yes(await at(accounts).exportCredit({ 'filter[customer]': ada.customerId }));
    expect(page.rows).toBe(2);
    expect(page.csv).toContain(`AU,${ada.customerId},`);
    expect(await at(reader).exportCredit({})).toMatchObject({ ok: false, code: 'permission_missing' });
  });

  test('finds customers by the beginnings of their names and address', async () => {
    const { database } = shop;
    const customer = await newCustomer();
    const { customerId, email } = customer;
    await database.execute({
      text: "update customers set given_name = 'Zoë Ann', family_name = 'O''Brien' where id = $1",
      values: [customerId],
    });
    await give(customer);
    await spend(customer, 500);
    const found = async (q: string) =>
      yes(await at(reader).creditEntries({ q })).rows.filter((row) => row.customerId === customerId).length;
    expect(await Promise.all(['zoë', 'ZO an', "o'br", "o'brien zoë ann", email].map(found))).toEqual([2, 2, 2, 2, 2]);
    expect(await Promise.all(['oë', 'brien', 'zoë bea', "'", ':*', '\\'].map(found))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('sums what is outstanding as the ledger does', async () => {
    const row = await shop.database.queryOne<{ cents: number }>({
      text: "select coalesce(sum(cents), 0)::integer as cents from ledger_entries where account like 'credit:AU:%'",
    });
    const { markets } = yes(await at(reader).creditLiability({}));
    expect(markets.find(({ market }) => market === 'AU')?.outstanding).toBe((row?.cents ?? 0) / 100);
  });
});

describe('store credit of another market', () => {
  test('does not exist for staff of one market', async () => {
    const ada = await newCustomer();
    await give(ada);
    const calls = at(singapore);
    const missing = { ok: false, status: 404, code: 'not_found' };
    const { customerId, market, email } = ada;
    const { version } = await read(ada);
    expect(await calls.credit({ customerId, market })).toMatchObject(missing);
    expect(await calls.credit({ customerId, market: 'SG' })).toMatchObject(missing);
    expect(await calls.previewGrant({ market, emails: [email], amountCents: 1 })).toMatchObject(missing);
    expect(await calls.grantCredit({ ...GRANT, emails: [email] })).toMatchObject(missing);
    expect(await calls.takeBackCredit({ customerId, market, version, amountCents: 1, reason: 'x' })).toMatchObject(missing);
    // Someone who never was in Singapore has no account there.
    expect(yes(await calls.previewGrant({ market: 'SG', emails: [email], amountCents: 1 })).unknown).toEqual([email]);
    expect(yes(await calls.creditEntries({ 'filter[customer]': customerId })).rows).toEqual([]);
    expect(yes(await calls.exportCredit({ 'filter[customer]': customerId })).rows).toBe(0);
    expect(yes(await calls.creditLiability({})).markets.map((sum) => sum.market)).toEqual(['SG']);
  });
});

describe('balances of store credit', () => {
  test('add up and are never negative, whatever happens at once', async () => {
    const people = [await newCustomer(), await newCustomer()];
    const [ada, bob] = people;
    if (!ada || !bob) throw new Error('two customers are needed');
    const work = Array.from({ length: 30 }, (_, turn) => async () => {
      const one = turn % 2 === 0 ? ada : bob;
      if (turn % 3 === 0) await at(owner).grantCredit({ ...GRANT, emails: [bob.email, ada.email], amountCents: 1_000 });
      if (turn % 3 === 1) await spend(one, 700);
      if (turn % 3 === 2) {
        const { version } = await read(one);
        await at(owner).takeBackCredit({ customerId: one.customerId, market: 'AU', version, amountCents: 300, reason: 'x' });
      }
    });
    await Promise.all(work.map((run) => run()));
    const wrong = await shop.database.queryMany<{ id: string }>({
      text: `select a.id from ledger_accounts a left join ledger_entries e on e.account = a.id group by a.id, a.balance_cents, a.entries
        having a.balance_cents <> coalesce(sum(e.cents), 0) or a.entries <> count(e.id) or a.balance_cents < 0`,
    });
    expect(wrong).toEqual([]);
    for (const person of people) {
      const { entries, balance } = await read(person);
      expect(entries.at(-1)?.balance).toBe(balance);
      expect(entries.every((entry) => entry.balance >= 0)).toBe(true);
    }
  });
});
