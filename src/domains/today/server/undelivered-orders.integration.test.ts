/** Refused and returned parcels wait in the list of orders and on Today until staff did what follows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { claimOfficeContract } from '#domains/selling/claims/office-contract.ts';
import type { Outcome } from '#domains/selling/orders/model/outcome.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { outcomeOfficeContract } from '#domains/selling/orders/outcomes-contract.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { setOrderStatus } from '#domains/selling/orders/server/order-deps.ts';
import { markSettledOutcomes } from '#domains/selling/orders/server/outcomes/undelivered.repository.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { todayIn } from '#markets/market-day.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { todayOfficeContract } from '../office-contract.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 }, { offerId: 'two', productId: 2, level: 5_000 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const outcomes = () => owner.call(outcomeOfficeContract);
const record = async (shipmentId: string, outcome: Outcome, seen: number | null = null): Promise<number> =>
  yes(
    await outcomes().recordOutcome({
      ...{ shipmentId, outcome, reason: outcome === 'refused' ? 'nobody_home' : '', seen },
      day: todayIn('AU', new Date()),
    }),
  ).id;
const listed = async (): Promise<string[]> =>
  yes(await owner.call(orderOfficeContract).orders({ 'filter[task]': 'undelivered' })).rows.map(({ id }) => id);
/** Returns whether an order waits, however often the job has run. */
async function waits(id: string): Promise<boolean> {
  const before = (await listed()).includes(id);
  await markSettledOutcomes(shop.database, 0);
  expect((await listed()).includes(id)).toBe(before);
  return before;
}

/** Counts the outcomes of a shipment that the job will look at again. */
const unsettled = async (shipmentId: string): Promise<number> =>
  (
    await shop.database.queryMany({
      text: 'select id from delivery_outcomes where shipment_id = $1 and not is_settled',
      values: [shipmentId],
    })
  ).length;

async function sent(cases: readonly number[] = [1], lines: Parameters<typeof shipmentOf>[0] = null) {
  const id = await paidOrder(shop, cases);
  const { id: shipmentId } = await shipOrder(orderDepsOf(shop), id, shipmentOf(lines));
  return { id, shipmentId };
}
const refund = (id: string, input: Parameters<typeof refundOf>[0]) => refundOrder(orderDepsOf(shop), id, refundOf(input));

const MONEY = { outcome: 'refund', amountCents: 1_000 } as const;
const CASES = { outcome: 'replace' as const, cases: [{ position: 0, cases: 1 }] };
/** Grants the last claim about an order. @returns the order that sends its cases again, empty if none does */
async function decide(order: string, decision: typeof MONEY | typeof CASES = MONEY): Promise<string> {
  const claim = await shop.database.queryOne<{ id: string; version: number }>({
    text: 'select id, version from claims where order_id = $1 order by created_at desc limit 1',
    values: [order],
  });
  const { replacement } = yes(
    await owner.call(claimOfficeContract).decideClaim({ ...{ id: '', version: 1, ...claim }, answer: 'Sorry.', ...decision }),
  );
  return replacement?.id ?? '';
}
/** Sends a claim about a line and grants it. */
async function grant(order: string, position: number, decision: typeof MONEY | typeof CASES = MONEY): Promise<string> {
  yes(await shop.call(claimContract).sendClaim({ order, lines: [{ position, problem: 'missing', bottles: 1 }], text: '' }));
  return decide(order, decision);
}

test('a refused or returned parcel is on Today and in the list, one that was delivered is not', async () => {
  const [refused, returned, delivered] = [await sent(), await sent(), await sent()];
  await record(refused.shipmentId, 'refused');
  await record(returned.shipmentId, 'returned');
  await record(delivered.shipmentId, 'delivered');

  expect((await listed()).toSorted()).toEqual([refused.id, returned.id].toSorted());
  const { cards } = yes(await owner.call(todayOfficeContract).today({}));
  expect(cards.find(({ name }) => name === 'undelivered')).toMatchObject({ count: 2, isExact: true });
});

test('its cases were refunded: all of those in the parcel, and not those of another wine', async () => {
  const { id, shipmentId } = await sent(
    [1, 1, 2],
    [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ],
  );
  await record(shipmentId, 'returned');

  await refund(id, { lines: [{ position: 1, quantity: 1 }], restock: true });
  expect(await waits(id)).toBe(true);
  await refund(id, { lines: [{ position: 0, quantity: 1 }], restock: true });
  expect(await waits(id)).toBe(true);
  await refund(id, { lines: [{ position: 0, quantity: 1 }], restock: true });
  expect(await waits(id)).toBe(false);
});

test('cases that were taken out before the parcel left do not count as refunded', async () => {
  const id = await paidOrder(shop, [1, 1]);
  await refund(id, { lines: [{ position: 0, quantity: 1 }] });
  const { id: shipmentId } = await shipOrder(orderDepsOf(shop), id, shipmentOf());
  await record(shipmentId, 'refused');

  expect(await waits(id)).toBe(true);
  await refund(id, { all: true });
  expect(await waits(id)).toBe(false);
});

test('an amount was refunded after it came back, not before', async () => {
  const { id, shipmentId } = await sent();
  await refund(id, { amountCents: 500 });
  await record(shipmentId, 'refused');
  expect(await waits(id)).toBe(true);

  await refund(id, { amountCents: 700 });

  expect(await waits(id)).toBe(false);
});

test('it was delivered later, and waits again if that is taken back', async () => {
  const { id, shipmentId } = await sent();
  const refused = await record(shipmentId, 'refused');
  const delivered = await record(shipmentId, 'delivered', refused);
  expect(await waits(id)).toBe(false);

  yes(await outcomes().undoOutcome({ id: delivered }));
  expect(await waits(id)).toBe(true);
  yes(await outcomes().undoOutcome({ id: refused }));
  expect(await waits(id)).toBe(false);
});

test('staff say that the order has arrived, once they sent it again', async () => {
  const { id, shipmentId } = await sent();
  await record(shipmentId, 'returned');

  await setOrderStatus(orderDepsOf(shop), id, 'Completed', 'Sam');

  expect(await waits(id)).toBe(false);
});

test('a parcel that comes back after the order was completed waits', async () => {
  const { id, shipmentId } = await sent();
  await setOrderStatus(orderDepsOf(shop), id, 'Completed', 'Sam');

  await record(shipmentId, 'returned');

  expect(await waits(id)).toBe(true);
});

test('a claim about its wines was granted, and not one about other wines', async () => {
  const id = await paidOrder(shop, [1, 2]);
  const first = await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));
  await shipOrder(orderDepsOf(shop), id, shipmentOf());
  await record(first.id, 'returned');

  await grant(id, 1);
  expect(await waits(id)).toBe(true);
  await grant(id, 0);
  expect(await waits(id)).toBe(false);
});

test('a claim waits again if the gateway refused its refund', async () => {
  const { id, shipmentId } = await sent();
  await record(shipmentId, 'returned');
  await grant(id, 0);
  expect((await listed()).includes(id)).toBe(false);

  await shop.database.execute({ text: "update order_refunds set state = 'refused' where order_id = $1", values: [id] });

  expect(await waits(id)).toBe(true);
  await decide(id);
  expect(await waits(id)).toBe(false);
});

test('a claim waits again if what is sent for it was cancelled', async () => {
  const { id, shipmentId } = await sent();
  await record(shipmentId, 'returned');
  const replacement = await grant(id, 0, CASES);
  expect(await waits(id)).toBe(false);

  await cancelOrder(orderDepsOf(shop), replacement, { reason: 'The buyer wants money.', actor: 'Sam' });

  expect(await waits(id)).toBe(true);
});

test('what is sent for a claim settles it for good once it was sent', async () => {
  const { id, shipmentId } = await sent();
  await record(shipmentId, 'returned');
  const replacement = await grant(id, 0, CASES);
  await markSettledOutcomes(shop.database, 0);
  expect(await unsettled(shipmentId)).toBe(1);

  await shipOrder(orderDepsOf(shop), replacement, shipmentOf());
  await shop.database.transaction(async (transaction) => {
    await transaction.execute({ text: 'alter table order_events disable trigger user' });
    await transaction.execute({ text: "update order_events set at = at - interval '2 hours' where order_id = $1", values: [id] });
    await transaction.execute({ text: 'alter table order_events enable trigger user' });
  });
  await markSettledOutcomes(shop.database);
  expect(await unsettled(shipmentId)).toBe(1);
  await markSettledOutcomes(shop.database, 0);

  expect(await unsettled(shipmentId)).toBe(0);
  expect(await waits(id)).toBe(false);
});

test('nothing is marked while somebody may still take back what settled it', async () => {
  const { id, shipmentId } = await sent();
  await record(shipmentId, 'returned');
  await refund(id, { all: true });

  await markSettledOutcomes(shop.database);

  expect(await unsettled(shipmentId)).toBe(1);
});
