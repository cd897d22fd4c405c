/** Merging two accounts over the real server: what moves, that sums stay, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { grantCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { ADDRESS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { customerOfficeContract } from '../office-contract.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', name: 'Olive', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(customerOfficeContract);
const own = ({ id }: Pick<TestCustomer, 'id'>) => ({ customerId: id, market: 'AU' as const });
const read = async ({ id }: TestCustomer) => yes(await at(owner).customer({ key: String(id), market: 'AU' }));
const merge = (kept: TestCustomer, other: string, isPreview = false) => at(owner).mergeCustomers({ ...own(kept), with: other, isPreview });

async function orderOf({ id, email }: TestCustomer): Promise<string> {
  const order = await paidOrder(shop, [1], 'localhost', { email });
  await shop.database.execute({ text: 'update orders set customer_id = $2, email = $3 where id = $1', values: [order, id, email] });
  return order;
}

const grant = ({ id }: TestCustomer, cents: number) =>
  shop.database.transaction((transaction) =>
    grantCredit(transaction, { customerId: id, market: 'AU' }, { cents, source: `test:${id}:${cents}`, note: 'Sorry' }),
  );

/** Sums that a merge must not change, over all customers. */
const sums = async () => {
  await refreshSummaries(shop.database);
  return shop.database.queryOne<{ credit: number; orders: number; spent: number; loyalty: number; placed: number }>({
    text: `select (select coalesce(sum(cents), 0)::integer from ledger_entries where account like 'credit:%') as credit,
      (select sum(orders)::integer from customer_summaries) as orders, (select sum(spent_cents)::integer from customer_summaries) as spent,
      (select coalesce(sum(case kind when 'refund' then -cents else cents end), 0)::integer from loyalty_ledger where kind <> 'grant') as loyalty,
      (select count(*)::integer from orders where number is not null) as placed`,
  });
};

/** Two accounts of one person, each with an order, credit, an address and a note. */
async function twoAccounts() {
  const kept = await createTestCustomer(shop);
  const other = await createTestCustomer(shop);
  const orders = [await orderOf(kept), await orderOf(other), await orderOf(other)];
  await grant(kept, 1_000);
  await grant(other, 2_550);
  for (const one of [kept, other]) {
    yes(await at(owner).saveCustomerAddress({ ...own(one), ...ADDRESS, id: null, version: null }));
    yes(await at(owner).addCustomerNote({ ...own(one), text: `Note of ${one.id}` }));
  }
  return { kept, other, orders };
}

describe('merging two accounts', () => {
  test('moves everything once, and no sum changes', async () => {
    const { kept, other, orders } = await twoAccounts();
    // Spending is in the ledger before the sums are taken.
    const preview = yes(await merge(kept, other.email, true));
    expect(preview).toMatchObject({
      kept: { key: String(kept.id) },
      removed: { key: String(other.id), email: other.email },
      orders: 2,
      addresses: 1,
      notes: 1,
      credit: [{ market: 'AU', amount: 25.5 }],
      isDone: false,
    });
    const before = await sums();
    expect(await read(other)).toMatchObject({ totals: { orders: 2 }, credit: { balance: 25.5 } });
    expect(await read(kept)).toMatchObject({ totals: { orders: 1 }, credit: { balance: 10 } });

    const done = yes(await merge(kept, `#${other.id}`));
    expect(done).toEqual({ ...preview, isDone: true });

    const after = await sums();
    expect({ ...after, loyalty: 0 }).toEqual({ ...before, loyalty: 0 });
    const merged = await read(kept);
    expect(merged.totals.orders).toBe(3);
    expect(merged.totals.spent).toBeCloseTo(merged.orders.reduce((sum, { total }) => sum + total, 0));
    expect(merged.orders.map(({ id }) => id).sort()).toEqual([...orders].sort());
    expect(merged.credit).toMatchObject({ balance: 35.5 });
    expect(merged.addresses.map(({ isDefault }) => isDefault).sort()).toEqual([false, true]);
    expect(merged.timeline.filter(({ event }) => event === 'note')).toHaveLength(2);
    expect(merged.loyalty?.spent).toBe(merged.totals.spent);
    expect(await at(owner).customer({ key: String(other.id) })).toMatchObject({ status: 404 });
  });

  test('happens once, however often it is pressed', async () => {
    const { kept, other } = await twoAccounts();
    const answers = await Promise.all(Array.from({ length: 4 }, () => merge(kept, other.email)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok).every((answer) => !answer.ok && [404, 409].includes(answer.status))).toBe(true);
    expect((await read(kept)).credit?.balance).toBe(35.5);
  });

  test('keeps the higher tier of the two', async () => {
    const kept = await createTestCustomer(shop, { tier: 'SILVER' });
    const other = await createTestCustomer(shop, { tier: 'BLACK' });
    const preview = yes(await merge(kept, other.email, true));
    expect(preview.loyalty.find(({ market }) => market === 'AU')).toMatchObject({ from: 'SILVER', to: 'BLACK' });
    expect((await read(kept)).loyalty?.tier).toBe('SILVER');
    yes(await merge(kept, other.email));
    expect((await read(kept)).loyalty?.tier).toBe('BLACK');
  });

  test('refuses the same account, an unknown one, and one that is being used', async () => {
    const kept = await createTestCustomer(shop);
    const refusal = async (other: string) => merge(kept, other);
    expect(await refusal(kept.email)).toMatchObject({ status: 409, code: 'merge_refused', title: expect.stringMatching(/same customer/) });
    expect(await refusal('nobody@example.com')).toMatchObject({ status: 409, title: expect.stringMatching(/couldn’t find/) });
    expect(await refusal('2147483')).toMatchObject({ status: 409, title: expect.stringMatching(/couldn’t find/) });
    expect(await refusal(' ')).toMatchObject({ status: 400 });

    const paying = await createTestCustomer(shop);
    const order = await orderOf(paying);
    await shop.database.execute({
      text: "update orders set status = 'Incomplete', number = null, placed_at = null, reserved_until = now() + interval '10 minutes' where id = $1",
      values: [order],
    });
    expect(await refusal(paying.email)).toMatchObject({ status: 409, title: expect.stringMatching(/is paying for an order/) });
    expect((await read(kept)).totals.orders).toBe(0);
  });
});
