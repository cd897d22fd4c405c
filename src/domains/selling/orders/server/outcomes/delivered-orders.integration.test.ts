/** What a buyer sees of a delivery, and the order that it completes, over the real server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderContract } from '#domains/selling/orders/contract.ts';
import type { Outcome } from '#domains/selling/orders/model/outcome.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { outcomeOfficeContract } from '#domains/selling/orders/outcomes-contract.ts';
import { trackingContract } from '#domains/selling/orders/tracking-contract.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { recordDispute } from '../disputes.ts';
import { setOrderStatus } from '../order-deps.ts';
import { refundOrder } from '../refund-order.ts';
import { shipOrder } from '../ship-order.ts';

const TODAY = todayIn('AU', new Date());
const ON = `Delivered on ${formatDay('AU', TODAY)}`;

let shop: TestShop;
let kim: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
});
afterAll(() => shop?.stop());

const at = () => kim.call(outcomeOfficeContract);
const record = async (shipmentId: string, outcome: Outcome = 'delivered'): Promise<number> =>
  yes(await at().recordOutcome({ shipmentId, outcome, reason: outcome === 'refused' ? 'nobody_home' : '', day: TODAY, seen: null })).id;
const orderOf = async (id: string) => yes(await shop.call(orderContract).order({ id })).data;
const statusOf = async (id: string) => (await orderOf(id)).status;
const pageOf = async (id: string) => (await send(shop.running.port, 'localhost', 'GET', `/order/${id}`)).text;
const trackedOf = async (id: string) => {
  const { email, number } = await orderOf(id);
  return yes(await shop.call(trackingContract).trackOrder({ email, number: String(number) })).data.status;
};
const eventsOf = (id: string) =>
  shop.database.queryMany<{ actor: string; to: string }>({
    text: "select actor, data ->> 'to' as to from order_events where order_id = $1 and event = 'marked' order by id",
    values: [id],
  });

const dispute = (orderId: string, status: 'open' | 'won') =>
  recordDispute(shop.database, {
    ...{ gateway: 'test', id: `dp-${orderId}`, orderId, amountCents: 6_990 },
    ...{ reason: 'product_not_received', status, evidenceDueAt: null },
  });

/** Sends an order, each case alone. */
async function sent(cases: number) {
  const id = await paidOrder(shop, Array<number>(cases).fill(1), 'localhost', { email: `${randomUUID()}@example.com` });
  const shipments: string[] = [];
  for (let index = 0; index < cases; index += 1)
    shipments.push((await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]))).id);
  return { id, shipments };
}

test('the page shows each delivery, and the order is completed with the last one', async () => {
  const { id, shipments } = await sent(2);
  const [first = '', second = ''] = shipments;

  await record(first);
  expect((await orderOf(id)).shipments.map(({ deliveredOn }) => deliveredOn)).toEqual([TODAY, undefined]);
  expect(await statusOf(id)).toBe('Shipped');
  expect(await pageOf(id)).toContain(ON);
  expect(await pageOf(id)).not.toContain(`<b>${ON}`);
  expect(await trackedOf(id)).toMatch(/^Sent on /);

  await record(second);
  expect(await orderOf(id)).toMatchObject({ status: 'Completed', statusGroup: 'delivered' });
  expect(await pageOf(id)).toContain(`<b>${ON}`);
  expect(await trackedOf(id)).toBe(ON);
  expect(await eventsOf(id)).toEqual([{ actor: 'Kim', to: 'Completed' }]);
});

test.each(['refused', 'returned'] as const)('buyers do not see that a parcel was %s, and the order is not completed', async (outcome) => {
  const { id, shipments } = await sent(2);

  await record(shipments[0] ?? '', outcome);
  await record(shipments[1] ?? '');

  expect(await statusOf(id)).toBe('Shipped');
  expect((await orderOf(id)).shipments.map(({ deliveredOn }) => deliveredOn)).toEqual([undefined, TODAY]);
  expect(await trackedOf(id)).toMatch(/^Sent on /);
  expect(JSON.stringify(await orderOf(id))).not.toMatch(/refused|returned|nobody_home/);
});

test('a delivery of a part completes nothing', async () => {
  const id = await paidOrder(shop, [1, 1]);
  const { id: shipmentId } = await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));

  await record(shipmentId);

  expect(await statusOf(id)).toBe('Partially Shipped');
});

test('a delivery that is taken back takes the completion back, and both are in the activity log', async () => {
  const { id, shipments } = await sent(1);
  const delivered = await record(shipments[0] ?? '');

  yes(await at().undoOutcome({ id: delivered }));

  expect(await orderOf(id)).toMatchObject({ status: 'Shipped', shipments: [{ carrier: 'Overland Express' }] });
  expect((await orderOf(id)).timeline.map(({ event }) => event)).not.toContain('marked');
  expect(await pageOf(id)).not.toContain(ON);
  const logged = await shop.database.queryMany({
    text: `select action, before ->> 'status' as before, after ->> 'status' as after from activity_log
      where subject_id = $1 and action like 'order.outcome%' order by id`,
    values: [id],
  });
  expect(logged).toEqual([
    { action: 'order.outcome_recorded', before: 'Shipped', after: 'Completed' },
    { action: 'order.outcome_undone', before: 'Completed', after: 'Shipped' },
  ]);
});

test('a delivery is not taken back once something else happened to the completed order', async () => {
  const { id, shipments } = await sent(1);
  const delivered = await record(shipments[0] ?? '');
  const refuse = { refund: async () => ({ id: null, status: 'refused', reason: 'No.' }) as const };
  await refundOrder(orderDepsOf(shop, refuse), id, refundOf({ amountCents: 500 }));

  expect(await at().undoOutcome({ id: delivered })).toMatchObject({ ok: false, status: 409, code: 'order_changed' });
  expect(await statusOf(id)).toBe('Completed');
  expect(yes(await kim.call(orderOfficeContract).order({ id })).outcomes).toHaveLength(1);
});

test('what staff set or refunded stays when a delivery is taken back', async () => {
  const [marked, refunded] = [await sent(1), await sent(1)];
  await setOrderStatus(orderDepsOf(shop), marked.id, 'Completed', 'Sam');
  const [first, second] = [await record(marked.shipments[0] ?? ''), await record(refunded.shipments[0] ?? '')];
  await refundOrder(orderDepsOf(shop), refunded.id, refundOf({ amountCents: 500 }));

  for (const outcome of [first, second]) yes(await at().undoOutcome({ id: outcome }));

  expect(await statusOf(marked.id)).toBe('Completed');
  expect(await statusOf(refunded.id)).toBe('Partially Refunded');
});

test('a dispute that is won completes the order if every parcel was delivered since', async () => {
  const { id, shipments } = await sent(2);
  const [first = '', second = ''] = shipments;
  await record(first);
  await dispute(id, 'open');
  const delivered = await record(second);
  expect(await statusOf(id)).toBe('Disputed');

  await dispute(id, 'won');

  expect(await statusOf(id)).toBe('Completed');
  expect(await eventsOf(id)).toEqual([{ actor: 'shop', to: 'Completed' }]);
  yes(await at().undoOutcome({ id: delivered }));
  expect(await statusOf(id)).toBe('Shipped');
});

test('a dispute that is won does not complete an order of which a delivery was taken back, until it is delivered', async () => {
  const { id, shipments } = await sent(1);
  const delivered = await record(shipments[0] ?? '');
  await dispute(id, 'open');
  yes(await at().undoOutcome({ id: delivered }));

  await dispute(id, 'won');

  expect(await statusOf(id)).toBe('Shipped');
  expect(await pageOf(id)).not.toContain('Your order has arrived');
  await record(shipments[0] ?? '');
  expect(await statusOf(id)).toBe('Completed');
});

test('a delivery is not taken back after a dispute, or a status that was taken back, gave the order its completion back', async () => {
  const [disputed, marked] = [await sent(1), await sent(1)];
  const [first, second] = [await record(disputed.shipments[0] ?? ''), await record(marked.shipments[0] ?? '')];
  await dispute(disputed.id, 'open');
  await dispute(disputed.id, 'won');
  const event = await setOrderStatus(orderDepsOf(shop), marked.id, 'Disputed', 'Sam');
  yes(await kim.call(orderOfficeContract).restoreOrders({ changes: [{ id: marked.id, event, entry: null }] }));

  for (const outcome of [first, second])
    expect(await at().undoOutcome({ id: outcome })).toMatchObject({ status: 409, code: 'order_changed' });

  expect([await statusOf(disputed.id), await statusOf(marked.id)]).toEqual(['Completed', 'Completed']);
});

test('a status that staff set stays when a dispute is won', async () => {
  const { id, shipments } = await sent(1);
  await setOrderStatus(orderDepsOf(shop), id, 'Completed', 'Sam');
  await dispute(id, 'open');
  await record(shipments[0] ?? '', 'returned');

  await dispute(id, 'won');

  expect(await statusOf(id)).toBe('Completed');
});
