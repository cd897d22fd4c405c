import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DisputeReport, disputesOf } from '#domains/selling/orders/server/dispute.repository.ts';
import { handleGatewayDispute, recordDispute } from '#domains/selling/orders/server/disputes.ts';
import { setOrderStatus } from '#domains/selling/orders/server/order-deps.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import type { DisputeStatus, GatewayDispute } from '#domains/selling/payments/port/payment-port.ts';
import { openAlerts, PaymentAlertRaised } from '#domains/selling/payments/port/server/payment.repository.ts';
import {
  disputePayment,
  SANDBOX_WEBHOOK,
  SANDBOX_WEBHOOK_SECRET,
  sandboxMessage,
} from '#domains/selling/payments/sandbox/server/sandbox-disputes.ts';
import { balanceOf } from '#lib/server/ledger.repository.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'wine', productId: 1, level: 500 });
});
afterAll(() => shop.stop());

const DUE = new Date('2030-01-02T03:04:00Z');
const TOTAL = 6990;

const orderOf = async (id: string) =>
  (await shop.database.queryOne<{ status: string; number: number }>({
    text: 'select status, number from orders where id = $1',
    values: [id],
  })) ?? {
    status: '',
    number: 0,
  };
const eventsOf = (id: string) =>
  shop.database.queryMany<{ event: string; actor: string; data: Record<string, unknown> }>({
    text: "select event, actor, data from order_events where order_id = $1 and event like 'disput%' order by id",
    values: [id],
  });
const balances = async () => ({
  disputed: (await balanceOf(shop.database, 'disputed:AU')).cents,
  chargebacks: (await balanceOf(shop.database, 'chargebacks:AU')).cents,
});
const report = (orderId: string, overrides: Partial<DisputeReport> = {}): Promise<void> =>
  recordDispute(shop.database, {
    gateway: 'test',
    id: `dp-${orderId}`,
    orderId,
    amountCents: TOTAL,
    reason: 'fraudulent',
    status: 'open',
    evidenceDueAt: DUE,
    ...overrides,
  });

async function post(headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  const response = await fetch(`http://localhost:${shop.running.port}${SANDBOX_WEBHOOK}`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}
/** Lets the sandbox bank act, and sends its webhook `times` times. */
async function bank(orderId: string, verdict: DisputeStatus, times = 1): Promise<void> {
  const event = await disputePayment(shop.database, orderId, verdict);
  if (!event) throw new Error('there is nothing to dispute');
  const { headers, body } = sandboxMessage(await sharedSecret(shop.database, SANDBOX_WEBHOOK_SECRET), event);
  for (let count = 0; count < times; count += 1) expect(await post(headers, body)).toBe(200);
}

const staff = (name: string, args: readonly string[] = [], options: CommandOptions = {}) =>
  runCommand(shopAccess(shop), name, args, options);

describe('a dispute at the sandbox gateway', () => {
  test('sets the status and writes a ledger and a log entry with the evidence deadline, once', async () => {
    const id = await paidOrder(shop, [1]);
    const before = await balances();

    await bank(id, 'open', 3);

    expect((await orderOf(id)).status).toBe('Disputed');
    expect(await balances()).toEqual({ disputed: before.disputed + TOTAL, chargebacks: before.chargebacks });
    const [dispute] = await disputesOf(shop.database, id);
    expect(await eventsOf(id)).toEqual([
      {
        event: 'disputed',
        actor: 'sandbox',
        data: {
          dispute: dispute?.id,
          amountCents: TOTAL,
          reason: 'fraudulent',
          evidenceDueAt: dispute?.evidenceDueAt?.toISOString(),
          from: 'Awaiting Fulfillment',
          to: 'Disputed',
        },
      },
    ]);
    const { number } = await orderOf(id);
    expect((await staff('dispute list')).text).toContain(`AU #${number}`);
    expect((await staff('order show', [String(number)])).text).toMatch(/Dispute .* \$69\.90 {2}open {2}fraudulent {2}evidence due 20/);
  });

  test('restores the order’s status if it is won', async () => {
    const id = await paidOrder(shop, [1]);
    await shipOrder(orderDepsOf(shop), id, shipmentOf());
    const before = await balances();
    await bank(id, 'open');

    await bank(id, 'won', 2);

    expect((await orderOf(id)).status).toBe('Shipped');
    expect(await balances()).toEqual(before);
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['disputed', 'dispute_won']);
  });

  test('counts as refunded if it is lost, and is never refunded twice', async () => {
    const id = await paidOrder(shop, [1]);
    const before = await balances();
    await bank(id, 'open');

    await bank(id, 'lost', 2);

    expect((await orderOf(id)).status).toBe('Refunded');
    expect(await balances()).toEqual({ disputed: before.disputed, chargebacks: before.chargebacks + TOTAL });
    await expect(refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).rejects.toThrow();
    expect(await findInvariantViolations(shop, {})).toEqual([]);
  });

  test('blocks refunds of the order while it is open', async () => {
    const id = await paidOrder(shop, [1]);
    await bank(id, 'open');

    await expect(refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).rejects.toThrow('is disputed');

    await bank(id, 'won');
    await expect(refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).resolves.toMatchObject({ state: 'done' });
  });

  test('is rejected with a wrong or old signature or an invalid body', async () => {
    const id = await paidOrder(shop, [1]);
    const event = await disputePayment(shop.database, id, 'open');
    if (!event) throw new Error('there is nothing to dispute');
    const secret = await sharedSecret(shop.database, SANDBOX_WEBHOOK_SECRET);
    const { headers, body } = sandboxMessage('another secret', event);
    expect(await post(headers, body)).toBe(400);
    expect(await post({}, body)).toBe(400);
    const valid = sandboxMessage(secret, event);
    expect(await post({ ...valid.headers, 'webhook-timestamp': '1700000000' }, valid.body)).toBe(400);
    expect(await post(valid.headers, `${valid.body} `)).toBe(400);
    expect((await orderOf(id)).status).toBe('Awaiting Fulfillment');
  });

  test('can be tried out by a command', async () => {
    const id = await paidOrder(shop, [1]);
    const { number } = await orderOf(id);
    const url = `http://localhost:${shop.running.port}`;
    await expect(staff('sandbox dispute', [String(number)], { status: 'won', url })).rejects.toThrow('not disputed yet');
    expect(await staff('sandbox dispute', [String(number)], { url })).toMatchObject({ code: 0 });
    expect(await staff('sandbox dispute', [String(number)], { status: 'lost', url })).toMatchObject({ code: 0 });
    expect((await orderOf(id)).status).toBe('Refunded');
  });
});

describe('dispute events', () => {
  test('are recorded out of order, and a closed dispute stays closed', async () => {
    const id = await paidOrder(shop, [1]);
    await report(id, { status: 'won' });
    await report(id);
    await report(id, { status: 'lost' });

    expect((await disputesOf(shop.database, id)).map(({ status }) => status)).toEqual(['won']);
    expect((await orderOf(id)).status).toBe('Awaiting Fulfillment');
  });

  test('update a changed deadline and log it', async () => {
    const id = await paidOrder(shop, [1]);
    await report(id);
    const later = new Date('2030-02-02T00:00:00Z');
    await Promise.all([report(id, { evidenceDueAt: later }), report(id, { evidenceDueAt: later })]);

    const [dispute] = await disputesOf(shop.database, id);
    expect(dispute?.evidenceDueAt).toEqual(later);
    const updates = await shop.database.queryMany({
      text: "select data from order_events where order_id = $1 and event = 'dispute_updated'",
      values: [id],
    });
    expect(updates).toEqual([{ data: { dispute: `dp-${id}`, evidenceDueAt: later.toISOString() } }]);
  });

  test('leave the order partly refunded if a part of the amount is lost', async () => {
    const id = await paidOrder(shop, [1]);
    await report(id, { amountCents: 1_000 });
    await report(id, { amountCents: 1_000, status: 'lost' });

    expect((await orderOf(id)).status).toBe('Partially Refunded');
    await expect(refundOrder(orderDepsOf(shop), id, refundOf({ all: true }))).resolves.toMatchObject({ amountCents: TOTAL - 1_000 });
  });

  test('keep a status that staff set in the meantime', async () => {
    const id = await paidOrder(shop, [1]);
    await report(id);
    await setOrderStatus(orderDepsOf(shop), id, 'Completed', 'Sam');
    await report(id, { status: 'won' });
    expect((await orderOf(id)).status).toBe('Completed');
  });

  test('raise an alert about a payment without an order', async () => {
    const dispute: GatewayDispute = {
      gateway: 'sandbox',
      id: 'dis_unknown',
      orderId: '33333333-3333-4333-8333-333333333333',
      installationId: null,
      amountCents: 500,
      reason: 'fraudulent',
      status: 'open',
      evidenceDueAt: DUE,
    };

    await expect(handleGatewayDispute(shop.database, dispute)).rejects.toThrow(PaymentAlertRaised);
    await handleGatewayDispute(shop.database, dispute);

    expect(await openAlerts(shop.database)).toMatchObject([{ subject: 'dis_unknown', kind: 'unknown_dispute', amountCents: 500 }]);
  });

  test('are recorded for an order that was paid before the database was restored, and ignored for orders of other installations', async () => {
    const id = await paidOrder(shop, [1]);
    const dispute: GatewayDispute = {
      gateway: 'sandbox',
      id: 'dis_restored',
      orderId: id,
      installationId: '44444444-4444-4444-8444-444444444444',
      amountCents: 500,
      reason: 'fraudulent',
      status: 'open',
      evidenceDueAt: DUE,
    };

    await handleGatewayDispute(shop.database, dispute);
    expect((await orderOf(id)).status).toBe('Disputed');
    await handleGatewayDispute(shop.database, { ...dispute, status: 'won' });
    expect((await orderOf(id)).status).not.toBe('Disputed');

    const alerts = await openAlerts(shop.database);
    await handleGatewayDispute(shop.database, { ...dispute, id: 'dis_elsewhere', orderId: '33333333-3333-4333-8333-333333333333' });
    expect(await openAlerts(shop.database)).toEqual(alerts);
  });
});
