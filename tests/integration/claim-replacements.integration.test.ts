/** Cases of a claim that are sent again: the order without a charge, stock, mail, and what is left to claim. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readReport } from '#cli/report.repository.ts';
import { updatePopularity } from '#domains/catalogue/server/popularity.repository.ts';
import { readDaySales } from '#domains/reports/server/sales.repository.ts';
import { countBoughtBefore } from '#domains/selling/cart/server/cart-contents.repository.ts';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { claimOfficeContract } from '#domains/selling/claims/office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { auditLedgers } from '#domains/system/server/audit-ledgers.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { errorOf } from '#tests/fixtures/cart-shop.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  const staffed = async (name: string) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, name, roles: ['Owner'] }));
  [kim, lee] = [await staffed('Kim'), await staffed('Lee')];
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  await shop.database.execute({ text: 'delete from rate_limit_counters' });
  await shop.stock({ offerId: 'one', productId: 1, level: 100 });
});

const office = (browser = kim) => browser.call(claimOfficeContract);
const oneCase = [{ position: 0, cases: 1 }];

/** Creates an order of two cases at $69.90, one line, with a claim about it. */
async function claimedOrder({ isSent = true, email = `${randomUUID()}@example.com` } = {}) {
  const order = await paidOrder(shop, [1, 1], 'localhost', { email });
  if (isSent) await shipOrder(orderDepsOf(shop), order, shipmentOf());
  return { ...(await claimAgain(order)), order, email };
}
async function claimAgain(order: string) {
  yes(await shop.call(claimContract).sendClaim({ order, lines: [{ position: 0, problem: 'broken', bottles: 1 }] }));
  const row = await shop.database.queryOne<{ id: string }>({
    text: 'select id from claims where order_id = $1 order by created_at desc limit 1',
    values: [order],
  });
  return read(row?.id ?? '');
}
const read = async (id: string) => yes(await office().claim({ id }));
const replace = (id: string, version: number, cases = oneCase, browser = kim) =>
  office(browser).decideClaim({ id, version, outcome: 'replace', cases, answer: 'Sorry about that.' });
const stock = async () =>
  (await shop.database.queryOne<{ level: number; reserved: number }>({
    text: "select level, reserved from stock_levels where product_id = 1 and market = 'AU'",
  })) ?? { level: 0, reserved: 0 };
const setLevel = (level: number) =>
  shop.database.execute({
    text: `with changed as (update stock_levels set level = $1 where product_id = 1 and market = 'AU' returning level - (select level from stock_levels where product_id = 1 and market = 'AU') as by)
      insert into stock_movements (product_id, market, kind, quantity, level) select 1, 'AU', 'adjustment', by, $1 from changed where by <> 0`,
    values: [level],
  });
const officeOrder = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));

describe('cases that are sent again', () => {
  test('are an order without a charge that the cellar packs and sends, named in both timelines and emailed', async () => {
    const { id, version, order, email, number, lines, left } = await claimedOrder();
    expect(lines).toMatchObject([{ position: 0, sendable: 2 }]);
    const before = await stock();

    const decided = yes(await replace(id, version));

    expect(decided).toMatchObject({ state: 'replaced', amount: 60, left: left - 60, decidedBy: 'Kim', lines: [{ sendable: 1 }] });
    expect(await stock()).toEqual({ level: before.level - 1, reserved: before.reserved });
    const { replacement } = decided;
    const sent = await officeOrder(replacement?.id ?? '');
    expect(sent).toMatchObject({
      order: { status: 'Awaiting Fulfillment', email },
      lines: [{ quantity: 1, unshipped: 1, paid: 0 }],
      payment: { paid: 0 },
      actions: { canShip: true, canCancel: true, canRefund: false },
    });
    expect(sent.timeline).toMatchObject([{ event: 'replaces', detail: `#${number}`, orderId: order, actor: 'Kim' }]);
    expect((await officeOrder(order)).timeline).toContainEqual(
      expect.objectContaining({ event: 'replaced', detail: `#${replacement?.number}`, orderId: replacement?.id }),
    );
    const mail = await mailTo(shop, email, 'again');
    expect(mail.text).toContain('1 case.');
    expect(mail.text).toContain('Sorry about that.');
    yes(
      await kim.call(orderOfficeContract).shipOrder({ id: replacement?.id ?? '', version: sent.version, carrier: 'Overland', lines: null }),
    );
    expect((await officeOrder(replacement?.id ?? '')).order.status).toBe('Shipped');
    expect((await auditLedgers(shop.database)).differences).toEqual([]);
  });

  test('are refused with what is available if there is too little, and nothing is stored', async () => {
    const { id, version, order } = await claimedOrder();
    await setLevel(1);

    const refused = errorOf(await replace(id, version, [{ position: 0, cases: 2 }]));

    expect(refused).toMatchObject({
      status: 409,
      code: 'action_refused',
      title: expect.stringMatching(/1 case is available, and 2 are needed/),
    });
    expect(await stock()).toEqual({ level: 1, reserved: 0 });
    expect(await read(id)).toMatchObject({ state: 'open', replacement: null });
    expect((await officeOrder(order)).timeline.filter(({ event }) => event === 'replaced')).toEqual([]);
    await setLevel(0);
    expect(errorOf(await replace(id, version))).toMatchObject({ title: expect.stringMatching(/sold out/) });
  });

  test('are taken once if two people decide at once', async () => {
    const { id, version } = await claimedOrder();
    const before = await stock();

    const answers = await Promise.all([replace(id, version), replace(id, version, oneCase, lee)]);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'changed_meanwhile' });
    expect((await stock()).level).toBe(before.level - 1);
  });

  test('and refunds and credit never come to more than was bought', async () => {
    const first = await claimedOrder();
    const { order, left } = first;
    yes(await replace(first.id, first.version));
    const second = await claimAgain(order);
    expect(second.left).toBeCloseTo(left - 60);
    expect(errorOf(await replace(second.id, second.version, [{ position: 0, cases: 2 }]))).toMatchObject({
      title: expect.stringMatching(/1 case can be sent again/),
    });
    const overLeft = { id: second.id, version: second.version, outcome: 'refund', amountCents: Math.round((left - 60) * 100) + 1 } as const;
    expect(errorOf(await office().decideClaim(overLeft))).toMatchObject({ code: 'action_refused' });
    yes(await office().decideClaim({ ...overLeft, amountCents: 1_000 }));
    const third = await claimAgain(order);
    expect(errorOf(await replace(third.id, third.version))).toMatchObject({ title: expect.stringMatching(/of what was paid is left/) });
  });

  test('open the claim and give the cases back to stock if their order is cancelled', async () => {
    const { id, version, left } = await claimedOrder();
    const before = await stock();
    const { replacement } = yes(await replace(id, version));

    await cancelOrder(orderDepsOf(shop), replacement?.id ?? '', { reason: 'The buyer wants money.', actor: 'Sam' });

    const open = await read(id);
    expect(open).toMatchObject({ state: 'open', left, replacement: null, lines: [{ sendable: 2 }] });
    expect(await stock()).toEqual(before);
    expect(yes(await office().decideClaim({ id, version: open.version, outcome: 'refund', amountCents: 500 }))).toMatchObject({
      state: 'refunded',
    });
    expect((await auditLedgers(shop.database)).differences).toEqual([]);
  });

  test.each(['order_lines', 'stock_movements', 'claim_replacement_lines', 'order_events', 'claims', 'activity_log'])(
    'leave no trace if the shop stops while it writes %s, and can then be decided',
    async (table) => {
      const { id, version, order } = await claimedOrder();
      const before = await stock();
      const orders = async () => (await shop.database.queryMany({ text: 'select id from orders where number is not null' })).length;
      const placed = await orders();
      await shop.database.execute({
        text: "create or replace function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$",
      });
      await shop.database.execute({
        text: `create trigger stop_here before insert or update on ${table} for each row execute function stop_here()`,
      });

      const answer = await replace(id, version).catch(() => null);
      await shop.database.execute({ text: `drop trigger stop_here on ${table}` });

      expect(answer?.ok ?? false).toBe(false);
      expect([await stock(), await orders(), await read(id)]).toMatchObject([
        before,
        placed,
        { state: 'open', version, replacement: null },
      ]);
      expect(yes(await replace(id, version)).state).toBe('replaced');
      expect((await officeOrder(order)).timeline.filter(({ event }) => event === 'replaced')).toHaveLength(1);
    },
  );

  test('are refused before the order was sent, without cases, and for wines that were not reported', async () => {
    const { id, version } = await claimedOrder({ isSent: false });
    expect(errorOf(await replace(id, version))).toMatchObject({ title: expect.stringMatching(/not been sent yet/) });
    expect(errorOf(await replace(id, version, []))).toMatchObject({ status: 422, code: 'cases_missing' });
    expect(errorOf(await replace(id, version, [{ position: 3, cases: 1 }]))).toMatchObject({
      title: expect.stringMatching(/that the buyer reported/),
    });
  });

  test('count against the refund limit of a role', async () => {
    const { id, version } = await claimedOrder();
    const staff = await createTestStaff(shop.database, { email: `${randomUUID()}@shop.example`, roles: ['Orders'] });
    await shop.database.execute({ text: "update roles set refund_limit_cents = 1000 where name = 'Orders'" });
    expect(errorOf(await replace(id, version, oneCase, await signInAs(shop, staff)))).toMatchObject({ status: 403, code: 'over_limit' });
    expect((await read(id)).state).toBe('open');
  });

  test('are collected in store with a code of their own if the order was', async () => {
    const { id, version, order } = await claimedOrder();
    const collection = { name: 'Cellar door', address: '1 Vine Street', state: 'VIC', hours: 'Mon to Fri', bring: '', code: 'K7M4PA' };
    await shop.database.execute({
      text: "update orders set details = details || jsonb_build_object('collectFrom', 'Cellar door', 'collection', $2::jsonb) where id = $1",
      values: [order, JSON.stringify(collection)],
    });

    const { replacement } = yes(await replace(id, version));

    const stored = await shop.database.queryOne<{ collection: typeof collection }>({
      text: "select details -> 'collection' as collection from orders where id = $1",
      values: [replacement?.id],
    });
    expect(stored?.collection).toEqual({ ...collection, code: expect.stringMatching(/^[A-Z0-9]{6}$/) });
    expect(stored?.collection.code).not.toBe(collection.code);
  });

  test('are no payment for the buyer, no sale, and leave the limit per customer as it is', async () => {
    const { id, version, email } = await claimedOrder();
    const day = todayIn('AU', new Date());
    const figures = async () => {
      const [sales] = await readDaySales(shop.database, { market: 'AU', timeZone: timeZoneOf('AU'), from: day, to: day });
      const { revenue } = await readReport(shop.database, new Date(Date.now() - 3_600_000));
      const bought = await countBoughtBefore(shop.database, { id: randomUUID(), customer_id: 0, email }, 'AU', [1]);
      await updatePopularity(shop.database);
      const offer = await shop.database.queryOne<{ popularity: number }>({ text: "select popularity from offers where offer_id = 'one'" });
      return { sales: sales?.orders, revenue, bought: bought.get(1), popularity: offer?.popularity };
    };
    const before = await figures();
    expect(before.bought).toBe(2);
    const { replacement } = yes(await replace(id, version));
    expect(await figures()).toEqual(before);
    const view = await officeOrder(replacement?.id ?? '');
    expect(view.order.timeline.map(({ event }) => event)).toEqual(['drafted']);
    await cancelOrder(orderDepsOf(shop), replacement?.id ?? '', { reason: 'The buyer wants money.', actor: 'Sam' });
    yes(await office().decideClaim({ id, version: (await read(id)).version, outcome: 'refund', amountCents: 500 }));
    expect(await figures()).toMatchObject({ bought: before.bought, popularity: before.popularity });
  });
});
