/** What waits and the figures, over the real server, by people with different roles and markets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportOfficeContract } from '#domains/reports/office-contract.ts';
import { countRecentVisits } from '#domains/reports/server/count-visits.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { raiseAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { todayIn } from '#markets/market-day.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { todayOfficeContract } from '../office-contract.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'one', productId: 1, level: 5_000 },
    { offerId: 'few', productId: 2, level: 3 },
    { offerId: 'none', productId: 3, level: 0 },
  );
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

/** Signs in somebody with a role of Singapore only. */
async function signInToSingapore(
  permissions: readonly ('orders.read' | 'orders.refund' | 'reports.read' | 'inbox.read')[],
): Promise<OfficeBrowser> {
  const name = randomUUID();
  yes(
    await owner
      .call(staffContract)
      .createRole({ name, description: '', permissions: [...permissions], markets: ['SG'], refundLimitCents: 0 }),
  );
  return signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, roles: [name] }));
}

const cardsOf = async (browser: OfficeBrowser) =>
  Object.fromEntries(yes(await browser.call(todayOfficeContract).today({})).cards.map(({ name, ...card }) => [name, card]));
const addEntry = (market: string, formId: string) =>
  shop.database.execute({
    text: "insert into form_submissions (id, form_id, market, page_id, entry, email) values (gen_random_uuid(), $2, $1, 'p', '[]', 'ada@example.com')",
    values: [market, formId],
  });

describe('what waits', () => {
  test('has each kind of work that the person may see', async () => {
    await paidOrder(shop, [1]);
    await addEntry('AU', 'tasting');
    await addEntry('SG', 'events');

    const cards = await cardsOf(owner);

    expect(cards.to_send?.count).toBe(1);
    expect(cards.low_stock).toMatchObject({ count: 2, items: [{ title: 'Test House Wine few 2022', count: 3 }, { count: 3 }] });
    expect(cards.form_entries?.items.map(({ title }) => title).toSorted()).toEqual(['events', 'tasting']);
    expect(Object.keys(cards)).toHaveLength(13);
  });

  test('is limited to the permissions and markets of the person', async () => {
    const cards = await cardsOf(await signInToSingapore(['orders.read', 'inbox.read']));

    expect(Object.keys(cards)).toEqual(['to_send', 'to_decide', 'undelivered', 'claims', 'disputes', 'refunds_refused', 'form_entries']);
    expect(cards.to_send?.count).toBe(0);
    expect(cards.form_entries?.items.map(({ title }) => title)).toEqual(['events']);
  });

  test('has the evidence dates of disputes', async () => {
    const id = await paidOrder(shop, [1]);
    await shop.database.execute({
      text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, evidence_due_at, status_before)
        values ('sandbox', 'd1', $1, 6000, 'fraudulent', 'open', '2026-12-24T10:00:00Z', 'Awaiting Fulfillment')`,
      values: [id],
    });

    const { disputes } = await cardsOf(owner);

    expect(disputes).toMatchObject({ count: 1, dueAt: '2026-12-24T10:00:00.000Z', items: [] });
  });

  test('is resolved once, by people of all markets, and logged', async () => {
    await raiseAlert(shop.database, {
      gateway: 'sandbox',
      subject: 'pay_9',
      kind: 'stray_payment',
      amountCents: 1_250,
      detail: 'No order.',
    });
    const alert = (await cardsOf(owner)).failed_payments?.items[0];
    expect(alert).toMatchObject({ title: 'pay_9', amount: 12.5 });
    const elsewhere = await signInToSingapore(['orders.refund']);
    expect((await cardsOf(elsewhere)).failed_payments?.count).toBe(0);

    const id = alert?.id ?? '';
    expect(await elsewhere.call(todayOfficeContract).resolvePaymentAlert({ id })).toMatchObject({ ok: false, status: 404 });
    expect(await owner.call(todayOfficeContract).resolvePaymentAlert({ id })).toMatchObject({ ok: true });
    expect(await owner.call(todayOfficeContract).resolvePaymentAlert({ id })).toMatchObject({ ok: false, status: 404 });

    const logged = await shop.database.queryMany({ text: "select subject_id from activity_log where action = 'payment_alert.resolved'" });
    expect(logged).toEqual([{ subject_id: id }]);
  });
});

describe('sales', () => {
  const today = (): string => todayIn('AU', new Date());
  const salesOf = async (from: string, to: string) => yes(await owner.call(reportOfficeContract).sales({ market: 'AU', from, to }));

  test('are net of refunds, and unpaid orders are none', async () => {
    const before = await salesOf(today(), today());
    const id = await paidOrder(shop, [1]);
    const other = await paidOrder(shop, [1]);
    const { charge_cents: charged = 0 } =
      (await shop.database.queryOne<{ charge_cents: number }>({ text: 'select charge_cents from orders where id = $1', values: [id] })) ??
      {};
    await refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: 1_234 }));
    await shop.database.execute({ text: "update orders set status = 'Declined' where id = $1", values: [other] });

    const after = await salesOf(today(), today());

    expect(after.total.orders - before.total.orders).toBe(1);
    expect(Math.round((after.total.revenue - before.total.revenue) * 100)).toBe(charged - 1_234);
    expect(Math.round((after.total.refunds - before.total.refunds) * 100)).toBe(1_234);
    expect(after.hours.reduce((sum, orders) => sum + orders, 0)).toBe(after.total.orders);
  });

  test('are of the day on the clock of the market, on both sides of daylight saving', async () => {
    const moves = ['2025-10-04T13:59:00Z', '2025-10-04T14:01:00Z', '2025-10-05T12:59:00Z', '2025-10-05T13:01:00Z'];
    for (const at of moves) {
      const id = await paidOrder(shop, [1]);
      await shop.database.execute({ text: 'update orders set placed_at = $2 where id = $1', values: [id, at] });
    }

    const { days } = await salesOf('2025-10-03', '2025-10-06');

    // Melbourne: midnight is 14:00 UTC before the clocks go forward on 5 October, and 13:00 UTC after.
    expect(days.map(({ day, orders }) => [day, orders])).toEqual([
      ['2025-10-03', 0],
      ['2025-10-04', 1],
      ['2025-10-05', 2],
      ['2025-10-06', 1],
    ]);
  });

  test('never mix markets, and another market does not exist', async () => {
    const elsewhere = await signInToSingapore(['reports.read']);
    const range = { from: today(), to: today() };

    const own = yes(await elsewhere.call(reportOfficeContract).sales({ market: 'SG', ...range }));

    expect([own.currency, own.total]).toEqual(['SGD', { orders: 0, revenue: 0, refunds: 0, usual: null }]);
    expect(await elsewhere.call(reportOfficeContract).sales({ market: 'AU', ...range })).toMatchObject({ ok: false, status: 404 });
    expect(await elsewhere.call(reportOfficeContract).visits({ market: 'AU', ...range })).toMatchObject({ ok: false, status: 404 });
  });

  test.each([
    ['2026-11-02', '2026-11-01', 422],
    ['2024-01-01', '2026-11-01', 422],
    ['2026-02-30', '2026-11-01', 400],
    ['x', '2026-11-01', 400],
  ])('refuse %s to %s', async (from, to, status) => {
    const response = await owner.send('GET', `/office/v1/reports/sales?market=AU&from=${from}&to=${to}`);
    expect(response.status).toBe(status);
  });
});

describe('visits', () => {
  const event = (visitor: string, name: string | null, properties: object = {}, daysAgo = 0) =>
    shop.database.execute({
      text: `insert into analytics_events (day, message_id, type, name, anonymous_id, market, happened_at, event)
        select (now() - make_interval(days => $5))::date, gen_random_uuid()::text, 'track', $2, $1, 'AU', now() - make_interval(days => $5), jsonb_build_object('properties', $3::jsonb) where $4::boolean`,
      values: [visitor, name, JSON.stringify(properties), true, daysAgo],
    });

  test('are counted by how far they came, and as an order only if their cart became one', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const next = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await shop.database.execute({
      text: `create table if not exists analytics_events_test partition of analytics_events for values from ('${day}') to ('${next}')`,
    });
    const id = await paidOrder(shop, [1]);
    const cart = await shop.database.queryOne<{ cart_id: string }>({ text: 'select cart_id from orders where id = $1', values: [id] });
    await event('looks', null);
    await event('looks', null);
    await event('views', 'Product Viewed');
    await event('buys', 'Checkout Started', { cart_id: cart?.cart_id });
    await event('leaves', 'Checkout Started', { cart_id: randomUUID() });
    await event('seeks', 'Search', { query: ' Retsina ', hits_returned: 0 });
    await event('seeks', 'Search', { query: 'retsina', hits_returned: 0 });
    await event('seeks', 'Search', { query: 'shiraz', hits_returned: 12 });

    await countRecentVisits(shop.database, 1);
    await countRecentVisits(shop.database, 2);

    const range = { market: 'AU', from: todayIn('AU', new Date()), to: todayIn('AU', new Date()) } as const;
    const report = yes(await owner.call(reportOfficeContract).visits(range));
    expect(report.steps).toEqual({ visits: 5, viewed: 3, added: 2, checkouts: 2, orders: 1 });
    expect(report.searches).toMatchObject([{ query: 'retsina', times: 2 }]);
  });
});
