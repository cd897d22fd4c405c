/** Claims by producer, carrier and reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { todayIn } from '#markets/market-day.ts';
import { errorOf } from '#tests/fixtures/cart-shop.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { addDays } from '../model/date-range.ts';
import { reportOfficeContract } from '../office-contract.ts';

let shop: TestShop;
let kim: OfficeBrowser;
const today = todayIn('AU', new Date());
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const report = async (from = addDays(today, -6), to = today) =>
  yes(await kim.call(reportOfficeContract).claimReport({ market: 'AU', from, to })).rows;
type Line = readonly [position: number, problem: string, bottles: number];

/** Creates an order of two wines that was sent, one of Fox Hill and one of Crane, and a claim about it. */
async function claim(
  lines: readonly Line[],
  decided: { state: string; cents: number | null } = { state: 'open', cents: null },
  carrier = 'Overland',
) {
  const order = await paidOrder(shop, [1, 2]);
  await shop.database.execute({
    text: `update order_lines set summary = summary || jsonb_build_object('brand', case position when 0 then 'Fox Hill' else 'Crane' end, 'packSize', 6),
      list_cents = case position when 0 then 6000 else 12000 end, discount_cents = 0 where order_id = $1`,
    values: [order],
  });
  await shipOrder(orderDepsOf(shop), order, { ...shipmentOf(), carrier });
  await shop.database.execute({
    text: `with claim as (insert into claims (order_id, market, state, amount_cents) values ($1, 'AU', $2, $3) returning id)
      insert into claim_lines (claim_id, position, problem, bottles) select claim.id, l.position, l.problem, l.bottles from claim,
        jsonb_to_recordset($4::jsonb) as l (position int, problem text, bottles int)`,
    values: [
      order,
      decided.state,
      decided.cents,
      JSON.stringify(lines.map(([position, problem, bottles]) => ({ position, problem, bottles }))),
    ],
  });
}
const named = (rows: Awaited<ReturnType<typeof report>>, group: string, name: string) =>
  rows.find((row) => row.group === group && row.name === name);

describe('the report about claims', () => {
  test('is empty without claims', async () => {
    expect(await report()).toEqual([]);
  });

  test('counts claims and cases, divides their cost among the wines, and compares them with what was sent', async () => {
    await claim([[0, 'broken', 3]], { state: 'refunded', cents: 3_000 });
    await claim(
      [
        [0, 'broken', 6],
        [1, 'faulty', 6],
      ],
      { state: 'replaced', cents: 9_000 },
      'Swift',
    );
    await claim([[1, 'late', 6]], { state: 'declined', cents: null });
    await claim([[1, 'late', 6]], { state: 'credited', cents: 500 });

    const rows = await report();

    expect(named(rows, 'producer', 'Fox Hill')).toEqual({
      ...{ group: 'producer', name: 'Fox Hill', claims: 2, cases: 1.5, sent: 4, refunded: 30, credited: 0, replaced: 30 },
    });
    expect(named(rows, 'producer', 'Crane')).toMatchObject({ claims: 3, cases: 3, sent: 4, refunded: 0, credited: 5, replaced: 60 });
    expect(named(rows, 'carrier', 'Overland')).toMatchObject({ claims: 3, cases: 2.5, sent: 6, refunded: 30, credited: 5, replaced: 0 });
    expect(named(rows, 'carrier', 'Swift')).toMatchObject({ claims: 1, cases: 2, sent: 2, replaced: 90 });
    expect(named(rows, 'problem', 'broken')).toMatchObject({ claims: 2, cases: 1.5, sent: 8 });
    expect(named(rows, 'total', '')).toMatchObject({ claims: 4, cases: 4.5, sent: 8, refunded: 30, credited: 5, replaced: 90 });
    expect(rows.filter(({ group }) => group === 'producer').map(({ name }) => name)).toEqual(['Crane', 'Fox Hill']);
  });

  test('leaves out other days, and costs nothing while a claim waits again', async () => {
    await shop.database.execute({ text: "update claims set created_at = created_at - interval '40 days' where state <> 'replaced'" });
    await shop.database.execute({
      text: `update claims set replacement_id = (select id from orders where number is not null order by placed_at limit 1) where state = 'replaced'`,
    });
    await shop.database.execute({ text: "update orders set status = 'Cancelled' where id in (select replacement_id from claims)" });
    expect(named(await report(), 'total', '')).toMatchObject({ claims: 1, cases: 2, refunded: 0, credited: 0, replaced: 0 });
    expect(named(await report(addDays(today, -45), addDays(today, -35)), 'total', '')).toMatchObject({ claims: 3, cases: 2.5, sent: 0 });
  });

  test('names the carrier that sent the wine first, and only claims of the market', async () => {
    await shop.database.execute({
      text: `with again as (insert into order_shipments (order_id, key, carrier, actor) select order_id, 'again', 'Later', 'Sam' from claims returning id, order_id)
        insert into order_shipment_lines select again.id, l.position, 1 from again join order_lines l on l.order_id = again.order_id`,
    });
    const carriers = (await report()).filter(({ group }) => group === 'carrier').map(({ name }) => name);
    expect(carriers).toEqual(['Swift']);
    expect(yes(await kim.call(reportOfficeContract).claimReport({ market: 'SG', from: addDays(today, -6), to: today })).rows).toEqual([]);
  });

  test('is for a range of days in one’s markets, with the permission for reports', async () => {
    const calls = kim.call(reportOfficeContract);
    expect(errorOf(await calls.claimReport({ market: 'AU', from: today, to: addDays(today, -1) }))).toMatchObject({
      status: 422,
      code: 'range_invalid',
    });
    const packer = await signInAs(shop, await createTestStaff(shop.database, { email: 'packer@shop.example', roles: ['Cellar'] }));
    expect(errorOf(await packer.call(reportOfficeContract).claimReport({ market: 'AU', from: today, to: today }))).toMatchObject({
      status: 403,
    });
  });
});
