/** Claims that the shop decides at once, by the rule of their market. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { claimOfficeContract } from '#domains/selling/claims/office-contract.ts';
import { refundsOf } from '#domains/selling/orders/server/fulfilment.repository.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import type { ClaimSettings } from '#domains/settings/model/groups/claims.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { auditLedgers } from '#domains/system/server/audit-ledgers.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let kim: OfficeBrowser;
let ada: TestCustomer;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Owner'] }));
  ada = await createTestCustomer(shop);
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  await shop.database.execute({ text: 'delete from rate_limit_counters' });
});

const RULE: ClaimSettings = {
  ...{ outcome: 'refund', wrong: false, broken: true, faulty: true, missing: false, late: false, upTo: 50, perYear: 2 },
};
async function setRule(value: ClaimSettings): Promise<void> {
  const { settings } = shop.running.services;
  const basedOn = settings.versions('claims', 'AU')[0]?.revision ?? 0;
  const request = { group: 'claims', scope: 'AU', value, effectiveFrom: null, basedOn, author: 'Kim' };
  expect(await saveSetting({ database: shop.database, sites: DEFAULT_SITES, start: settings.start }, request)).toMatchObject({
    revision: basedOn + 1,
  });
  await expect.poll(() => settings.versions('claims', 'AU')[0]?.revision).toBe(basedOn + 1);
}

const newEmail = (): string => `${randomUUID()}@example.com`;
/** Creates an order that was sent: of a case for $60, unless others are named. */
async function sentOrder(email = newEmail(), productIds: readonly number[] = [1]): Promise<string> {
  const id = await paidOrder(shop, productIds, 'localhost', { email });
  await shipOrder(orderDepsOf(shop), id, shipmentOf());
  return id;
}
type Problem = 'broken' | 'late';
async function claim(order: string, problem: Problem = 'broken', options = {}, bottles = 1) {
  const { claims } = yes(await shop.call(claimContract).sendClaim({ order, lines: [{ position: 0, problem, bottles }] }, options)).data;
  return claims[0];
}
const inOffice = async (id = '') => yes(await kim.call(claimOfficeContract).claim({ id }));

describe('a claim', () => {
  test('waits for staff unless the market has a rule', async () => {
    expect(await claim(await sentOrder())).toMatchObject({ state: 'open' });
  });

  test('within the rule is refunded at once: the buyer is emailed, staff see the rule, the log says the shop', async () => {
    await setRule(RULE);
    const email = newEmail();
    const order = await sentOrder(email);

    const decided = await claim(order);

    expect(decided).toMatchObject({ state: 'refunded', amount: '$10.00' });
    expect((await mailTo(shop, email, 'Your refund of $10.00')).text).toContain('$10.00');
    expect(await inOffice(decided?.id)).toMatchObject({
      ...{ state: 'refunded', amount: 10, decidedBy: 'shop', rule: { problems: ['broken', 'faulty'], upTo: 50, perYear: 2 } },
      history: [
        { who: 'shop', action: 'Refunded the claim' },
        { who: 'shop', action: 'The buyer sent the claim' },
      ],
    });
    expect((await refundsOf(shop.database, order)).map(({ state, amountCents }) => [state, amountCents])).toEqual([['done', 1_000]]);
    expect((await auditLedgers(shop.database)).differences).toEqual([]);
  });

  test.each([
    ['of another kind', { ...RULE }, 'late' as const, true],
    ['for more than the limit', { ...RULE, upTo: 9.99 }, 'broken' as const, true],
    ['about what was not sent', { ...RULE }, 'broken' as const, false],
    ['of a guest, if the rule gives credit', { ...RULE, outcome: 'credit' as const }, 'broken' as const, true],
  ])('%s waits for staff', async (_name, rule, problem, isSent) => {
    await setRule(rule);
    const order = isSent ? await sentOrder() : await paidOrder(shop, [1], 'localhost', { email: newEmail() });
    const waiting = await claim(order, problem);
    expect(waiting).toMatchObject({ state: 'open', amount: null });
    expect(await inOffice(waiting?.id)).toMatchObject({ rule: null });
  });

  test('about bottles that were refunded, claimed before or not sent waits for staff', async () => {
    await setRule({ ...RULE, upTo: 500, perYear: 9 });
    const refunded = await sentOrder(newEmail(), [1, 2]);
    await refundOrder(orderDepsOf(shop), refunded, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
    expect(await claim(refunded)).toMatchObject({ state: 'open' });

    const twice = await sentOrder(newEmail(), [1, 2]);
    expect(await claim(twice, 'broken', {}, 4)).toMatchObject({ state: 'refunded', amount: '$40.00' });
    expect(await claim(twice, 'broken', {}, 3)).toMatchObject({ state: 'open' });

    const partly = await paidOrder(shop, [1, 1], 'localhost', { email: newEmail() });
    await shipOrder(orderDepsOf(shop), partly, shipmentOf([{ position: 0, quantity: 1 }]));
    expect(await claim(partly, 'broken', {}, 7)).toMatchObject({ state: 'open' });
  });

  test('about bottles that were sent is decided, although others were taken out of the order', async () => {
    await setRule(RULE);
    const order = await paidOrder(shop, [1, 1], 'localhost', { email: newEmail() });
    await shipOrder(orderDepsOf(shop), order, shipmentOf([{ position: 0, quantity: 1 }]));
    await refundOrder(orderDepsOf(shop), order, refundOf({ lines: [{ position: 0, quantity: 1 }] }));

    expect(await claim(order)).toMatchObject({ state: 'refunded', amount: '$10.00' });
  });

  test('of a customer gets store credit once, if the rule says so', async () => {
    await setRule({ ...RULE, outcome: 'credit' });
    const order = await sentOrder();
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [order, ada.id] });

    const decided = await claim(order, 'broken', { bearer: await tokenFor(shop, ada) });

    expect(decided).toMatchObject({ state: 'credited', amount: '$10.00' });
    const entries = await shop.database.queryMany<{ cents: number }>({
      text: 'select cents from ledger_entries where source = $1',
      values: [`claim:${decided?.id}`],
    });
    expect(entries).toEqual([{ cents: 1_000 }]);
  });

  /** Sends claims at once: each has come as far as it can before the first refund is written. */
  const claimAtOnce = (orders: readonly string[], options = {}) =>
    shop.database
      .transaction(async (transaction) => {
        await transaction.execute({ text: 'lock table order_refunds in share row exclusive mode' });
        const claims = orders.map((order) => claim(order, 'broken', options));
        const countWaiting = async () =>
          (await transaction.queryOne<{ count: number }>({ text: 'select count(*)::int as count from pg_locks where not granted' }))?.count;
        await expect.poll(countWaiting).toBeGreaterThanOrEqual(orders.length);
        return { claims };
      })
      .then(({ claims }) => Promise.all(claims));

  test('of a buyer whose claims of the year are used up waits, also if several orders are claimed at once', async () => {
    await setRule(RULE);
    const name = randomUUID();
    const orders = [
      await sentOrder(`${name}@example.com`),
      await sentOrder(`${name}+wine@example.com`),
      await sentOrder(`${name}@example.com`),
    ];

    const claims = await claimAtOnce(orders);

    expect(claims.map((one) => one?.state).sort()).toEqual(['open', 'refunded', 'refunded']);
  });

  test('of a customer whose claims of the year are used up waits, also if each order has another address', async () => {
    await setRule({ ...RULE, perYear: 1 });
    const eva = await createTestCustomer(shop);
    const orders = [await sentOrder(), await sentOrder()];
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = any($1)', values: [orders, eva.id] });

    const claims = await claimAtOnce(orders, { bearer: await tokenFor(shop, eva) });

    expect(claims.map((one) => one?.state).sort()).toEqual(['open', 'refunded']);
  });

  test('whose order has an open dispute waits for staff', async () => {
    await setRule(RULE);
    const order = await sentOrder();
    await shop.database.execute({
      text: "insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, status_before) values ('sandbox', $2, $1, 100, 'x', 'open', 'Shipped')",
      values: [order, randomUUID()],
    });
    expect(await claim(order)).toMatchObject({ state: 'open' });
    expect(await refundsOf(shop.database, order)).toEqual([]);
  });

  test('is decided once if it is sent twice, and by staff if the gateway refuses the refund', async () => {
    await setRule(RULE);
    const order = await sentOrder();
    const options = { idempotencyKey: randomUUID() };
    const [first] = await Promise.all([claim(order, 'broken', options), claim(order, 'broken', options)]);
    expect(await refundsOf(shop.database, order)).toHaveLength(1);
    await shop.database.execute({ text: "update order_refunds set state = 'refused' where order_id = $1", values: [order] });

    const open = await inOffice(first?.id);

    expect(open).toMatchObject({ state: 'open', rule: null });
    const decided = await kim
      .call(claimOfficeContract)
      .decideClaim({ id: open.id, version: open.version, outcome: 'refund', amountCents: 500 });
    expect(yes(decided)).toMatchObject({ state: 'refunded', decidedBy: 'Kim', rule: null });
  });
});
