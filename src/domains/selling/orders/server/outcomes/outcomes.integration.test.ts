/** What became of shipments at the door, over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { outcomeOfficeContract } from '#domains/selling/orders/outcomes-contract.ts';
import { todayIn } from '#markets/market-day.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { shipOrder } from '../ship-order.ts';

const TODAY = todayIn('AU', new Date());

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
  lee = await signInAs(shop, await createTestStaff(shop.database, { email: 'lee@shop.example', name: 'Lee', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(outcomeOfficeContract);
const outcomes = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id })).outcomes;
async function shipped() {
  const id = await paidOrder(shop, [1]);
  const shipment = await shipOrder(orderDepsOf(shop), id, shipmentOf());
  return { id, shipmentId: shipment.id };
}

test('a refusal at the door has a reason, and the return follows it', async () => {
  const { id, shipmentId } = await shipped();
  const refusal = { shipmentId, outcome: 'refused', day: TODAY, seen: null } as const;
  expect(await at(kim).recordOutcome(refusal)).toMatchObject({ ok: false, status: 422, code: 'reason_missing' });

  const refused = yes(await at(kim).recordOutcome({ ...refusal, reason: 'no_proof_of_age' }));
  yes(await at(lee).recordOutcome({ shipmentId, outcome: 'returned', day: TODAY, seen: refused.id }));

  expect(await outcomes(id)).toMatchObject([
    { outcome: 'refused', reason: 'no_proof_of_age', actor: 'Kim' },
    { outcome: 'returned', reason: '', actor: 'Lee' },
  ]);
  expect(await at(kim).undoOutcome({ id: refused.id })).toMatchObject({ ok: false, code: 'not_possible' });
});

test('two people at once: the second learns what the first recorded', async () => {
  const { id, shipmentId } = await shipped();
  const delivered = { shipmentId, outcome: 'delivered', day: TODAY, seen: null } as const;

  const answers = await Promise.all([at(kim).recordOutcome(delivered), at(lee).recordOutcome(delivered)]);

  expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  expect(await outcomes(id)).toHaveLength(1);
});

test('a day before the shipment or in the future is refused', async () => {
  const { shipmentId } = await shipped();
  for (const day of ['2020-01-01', '2099-01-01'])
    expect(await at(kim).recordOutcome({ shipmentId, outcome: 'delivered', day, seen: null })).toMatchObject({ code: 'day_not_possible' });
});

test('the record keeps what was taken back, and has nothing of the buyer', async () => {
  const { id, shipmentId } = await shipped();
  const { order } = yes(await kim.call(orderOfficeContract).order({ id }));
  const { id: outcome } = yes(
    await at(kim).recordOutcome({ shipmentId, outcome: 'refused', reason: 'intoxicated', day: TODAY, seen: null }),
  );
  yes(await at(kim).undoOutcome({ id: outcome }));
  expect(await outcomes(id)).toEqual([]);

  const { csv, rows } = yes(await at(lee).exportOutcomes({ from: TODAY, to: TODAY }));

  expect(rows).toBeGreaterThan(0);
  const line = csv.split('\r\n').find((each) => each.startsWith(`${order.number},`)) ?? '';
  expect(line).toMatch(new RegExp(`^${order.number},AU,${TODAY},Overland Express,refused,intoxicated,${TODAY},Kim,[^,]+,Kim,`));
  for (const personal of [order.email, order.details.lastName, order.details.address]) expect(csv).not.toContain(personal);
});
