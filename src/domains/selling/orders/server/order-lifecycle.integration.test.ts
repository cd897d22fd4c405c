import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcilePayments, resumeOrders } from '#domains/selling/checkout/server/resume-orders.ts';
import { buyer, findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { orderContract } from '../contract.ts';
import { formatOrderEvent } from '../model/format-event.ts';
import { cancelOrder } from './cancel-order.ts';
import { refundsOf } from './fulfilment.repository.ts';
import { setOrderStatus } from './order-deps.ts';
import { refundOrder, retryPendingRefunds } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

const OPENING: Record<number, number> = { 1: 500, 2: 500 };
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 }, { offerId: 'two', productId: 2, level: 500 });
});
afterAll(() => shop.stop());

const orderRow = (id: string) =>
  shop.database.queryOne<{ status: string; total_cents: number; payment_id: string }>({
    text: 'select status, total_cents, payment_id from orders where id = $1',
    values: [id],
  });
const statusOf = async (id: string) => (await orderRow(id))?.status;
const levelOf = async (productId: number) =>
  (
    await shop.database.queryOne<{ level: number }>({
      text: "select level from stock_levels where product_id = $1 and market = 'AU'",
      values: [productId],
    })
  )?.level ?? 0;
const eventsOf = async (id: string) =>
  (
    await shop.database.queryMany<{ event: string; actor: string }>({
      text: 'select event, actor from order_events where order_id = $1 order by id',
      values: [id],
    })
  ).map(({ event, actor }) => `${event} by ${actor}`);
const cents = async (id: string) => (await shop.running.services.gateway.find((await orderRow(id))?.payment_id ?? ''))?.refundedCents;

describe('the shipment of an order', () => {
  test('changes the status in two parts: partially shipped, shipped, completed [ORD-10, ORD-11, ORD-14]', async () => {
    const deps = orderDepsOf(shop);
    const id = await paidOrder(shop, [1, 1, 2]);
    await shipOrder(deps, id, shipmentOf([{ position: 0, quantity: 1 }]));
    expect(await statusOf(id)).toBe('Partially Shipped');
    await expect(shipOrder(deps, id, shipmentOf([{ position: 0, quantity: 2 }]))).rejects.toThrow(
      'Line 1 (Test House Wine one 2022) has 1 left to send, not 2. Left: line 1: 1, line 2: 1.',
    );
    const rest = await shipOrder(deps, id, shipmentOf());
    expect(rest.lines).toEqual([
      { position: 0, quantity: 1 },
      { position: 1, quantity: 1 },
    ]);
    expect(await statusOf(id)).toBe('Shipped');
    await expect(shipOrder(deps, id, shipmentOf())).rejects.toThrow('Nothing of this order is left to send.');
    await setOrderStatus(deps, id, 'Completed', 'Sam');
    expect(await eventsOf(id)).toEqual(['drafted by shop', 'placed by shop', 'shipped by Sam', 'shipped by Sam', 'marked by Sam']);
  });

  test('is recorded once for concurrent requests with the same key', async () => {
    const id = await paidOrder(shop, [1]);
    const made = await Promise.all(Array.from({ length: 6 }, () => shipOrder(orderDepsOf(shop), id, shipmentOf(null, 'van 7'))));
    expect(new Set(made.map((shipment) => shipment.id)).size).toBe(1);
  });
});

describe('the refund of an order', () => {
  test('puts a case that was not sent back on sale and does not send it', async () => {
    const deps = orderDepsOf(shop);
    const id = await paidOrder(shop, [1, 2]);
    const before = await levelOf(1);
    const refund = await refundOrder(deps, id, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
    expect(refund).toMatchObject({ state: 'done', amountCents: 6_000, actor: 'Sam' });
    expect(await levelOf(1)).toBe(before + 1);
    expect(await cents(id)).toBe(6_000);
    expect(await statusOf(id)).toBe('Partially Refunded');
    expect((await shipOrder(deps, id, shipmentOf())).lines).toEqual([{ position: 1, quantity: 1 }]);
    expect(await statusOf(id)).toBe('Shipped');
  });

  test('puts sent cases back on sale only if they were returned', async () => {
    const deps = orderDepsOf(shop);
    const id = await paidOrder(shop, [1, 1]);
    await shipOrder(deps, id, shipmentOf());
    const before = await levelOf(1);
    await refundOrder(deps, id, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
    expect(await levelOf(1)).toBe(before);
    await refundOrder(deps, id, refundOf({ lines: [{ position: 0, quantity: 1 }], restock: true }));
    expect(await levelOf(1)).toBe(before + 1);
    await expect(refundOrder(deps, id, refundOf({ lines: [{ position: 0, quantity: 1 }] }))).rejects.toThrow('has 0 left to refund');
  });

  test('sets the final status Refunded if it includes everything and the delivery [ORD-16]', async () => {
    const id = await paidOrder(shop, [1]);
    const refund = await refundOrder(orderDepsOf(shop), id, refundOf({ all: true }));
    expect(refund).toMatchObject({ amountCents: 6_990, shippingCents: 990 });
    expect(await statusOf(id)).toBe('Refunded');
    await expect(refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: 1 }))).rejects.toThrow(
      'The full $69.90 has already been refunded.',
    );
    await expect(shipOrder(orderDepsOf(shop), id, shipmentOf())).rejects.toThrow(
      'is Refunded and can’t be set to Shipped. Nothing can follow that.',
    );
  });

  test('never exceeds the payment when two members of staff refund at once', async () => {
    const id = await paidOrder(shop, [1]);
    const inputs = [
      refundOf({ all: true }),
      refundOf({ amountCents: 4_000 }),
      refundOf({ amountCents: 4_000 }),
      refundOf({ shipping: true }),
    ];
    const outcomes = await Promise.allSettled(inputs.map((input) => refundOrder(orderDepsOf(shop), id, input)));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    const refunded = (await refundsOf(shop.database, id)).reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(refunded).toBeLessThanOrEqual(6_990);
    expect(await cents(id)).toBe(refunded);
  });

  test('is made once for concurrent requests with the same key', async () => {
    const id = await paidOrder(shop, [1]);
    const made = await Promise.all(
      Array.from({ length: 6 }, () => refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: 1_000 }, 'ticket 12'))),
    );
    expect(new Set(made.map((refund) => refund.id)).size).toBe(1);
    expect(await cents(id)).toBe(1_000);
  });

  test.each([
    { name: 'is never reached', gateway: () => Promise.reject(new Error('unreachable')), lost: false },
    { name: 'does it and the answer is lost', gateway: () => Promise.reject(new Error('reset')), lost: true },
  ])('is completed once by a job if the gateway $name', async ({ gateway, lost }) => {
    const id = await paidOrder(shop, [1]);
    const real = shop.running.services.gateway;
    const deps = orderDepsOf(shop, {
      refund: async (request) => {
        if (lost) await real.refund(request);
        return gateway();
      },
    });
    const refund = await refundOrder(deps, id, refundOf({ amountCents: 2_000 }));
    expect(refund).toMatchObject({ state: 'intended' });
    expect(await statusOf(id)).toBe('Awaiting Fulfillment');
    await shop.database.execute({ text: "update order_refunds set next_attempt_at = now() where state = 'intended'" });
    await retryPendingRefunds(orderDepsOf(shop));
    await expect.poll(() => statusOf(id)).toBe('Partially Refunded');
    expect(await cents(id)).toBe(2_000);
  });
});

describe('the cancellation of an order', () => {
  test('returns cases and money once, and leaves nothing to reconcile', async () => {
    const before = await levelOf(2);
    const id = await paidOrder(shop, [2, 2]);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => cancelOrder(orderDepsOf(shop), id, { reason: 'changed mind', actor: 'Sam' })),
    );
    expect(new Set(results.map((refund) => refund?.id)).size).toBe(1);
    expect(await levelOf(2)).toBe(before);
    expect(await statusOf(id)).toBe('Cancelled');
    await reconcilePayments(shop.running.services.checkoutDeps, 48);
    expect(await cents(id)).toBe((await orderRow(id))?.total_cents);
    expect((await eventsOf(id)).slice(2)).toEqual(['cancelled by Sam', 'refund_intended by Sam', 'refunded by Sam']);
  });

  test('refunds the rest of a partly refunded order', async () => {
    const before = await levelOf(1);
    const id = await paidOrder(shop, [1, 1]);
    await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
    await cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' });
    expect(await levelOf(1)).toBe(before);
    expect(await cents(id)).toBe((await orderRow(id))?.total_cents);
  });

  test('is rejected after a case was sent', async () => {
    const id = await paidOrder(shop, [1, 1]);
    await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));
    await expect(cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' })).rejects.toThrow(
      'can’t be cancelled. Refund it instead.',
    );
  });
});

test('e-mails the buyer after a declined card when the reservation expires, with a link to the cart', async () => {
  const email = 'declined@example.com';
  const guest = await buyer(shop, [1], 'localhost', { email });
  await guest.pay(yes(await guest.placeOrder()).data.nextUrl, 'card_declined');
  await shop.database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
  await resumeOrders(shop.running.services.checkoutDeps);
  expect((await mailTo(shop, email, 'didn’t go through')).text).toContain('/cart');
  const row = await shop.database.queryOne({ text: 'select status from orders where email = $1', values: [email] });
  expect(row).toEqual({ status: 'Declined' });
});

test('shows the events of an order to its buyer by the order id, and emails them [ORD-18]', async () => {
  const deps = orderDepsOf(shop);
  const email = 'margaret@example.com';
  const id = await paidOrder(shop, [1, 2], 'localhost', { email });
  await shipOrder(deps, id, shipmentOf([{ position: 0, quantity: 1 }]));
  await refundOrder(deps, id, refundOf({ lines: [{ position: 1, quantity: 1 }] }));
  const order = yes(await shop.call(orderContract).order({ id })).data;
  expect(order).toMatchObject({
    status: 'Partially Refunded',
    statusGroup: 'partially_returned',
    shipments: [{ carrier: 'Overland Express', trackingNumber: 'OX 1234', lines: [{ name: 'Test House Wine one 2022', quantity: 1 }] }],
    refunds: [{ amount: 60, isDone: true, reason: 'a broken bottle', lines: [{ name: 'Test House Wine two 2022', quantity: 1 }] }],
    refundedTotal: 60,
  });
  expect(order.timeline.map((event) => formatOrderEvent('AU', event))).toEqual([
    'Order placed',
    'Payment received',
    'Part of your order sent with Overland Express',
    '$60.00 refunded',
  ]);
  expect((await mailTo(shop, email, 'is on its way')).text).toContain('Track delivery: https://overland.example/track/OX1234');
  expect((await mailTo(shop, email, 'Your refund of $60.00')).text).toContain(`/order/${id}`);
  const other = await paidOrder(shop, [1], 'localhost', { email });
  await cancelOrder(deps, other, { reason: 'Out of stock', actor: 'Sam' });
  expect((await mailTo(shop, email, 'is cancelled')).text).toContain('Reason: Out of stock');
});

test('rejects changes and deletions in the event log', async () => {
  await expect(shop.database.execute({ text: "update order_events set event = 'nothing'" })).rejects.toThrow('append-only');
  await expect(shop.database.execute({ text: 'delete from order_events' })).rejects.toThrow('append-only');
});

test('leaves the ledgers balanced', async () => {
  expect(await findInvariantViolations(shop, OPENING)).toEqual([]);
});
