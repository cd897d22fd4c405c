/** Captures without an order are refunded if this installation started them. Others raise an alert. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { installationId, openAlerts, resolveAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { buyer, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { reconcilePayments } from './resume-orders.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'wine-1', productId: 1, level: 1000 });
});
afterAll(() => shop.stop());

const deps = () => shop.running.services.checkoutDeps;

const stray = async (merchantKey: string, installation: string): Promise<string> => {
  const { id } = await shop.running.services.gateway.begin({
    merchantKey,
    installationId: installation,
    amountCents: 500,
    currency: 'AUD',
    description: '',
    returnUrl: '',
    backUrl: '',
    origin: '',
    storedCard: null,
    customerKey: null,
    saveCard: false,
    captureLater: false,
  });
  yes(await payAt(shop, id));
  return id;
};

test('a capture without an order is refunded if this installation started it [CHK-2]', async () => {
  const id = await stray('11111111-1111-4111-8111-111111111111', await installationId(shop.database));

  await reconcilePayments(deps(), 48);

  expect((await shop.running.services.gateway.find(id))?.status).toBe('refunded');
});

test('the refund of a capture whose order was cancelled is recorded once, whichever run made it', async () => {
  const guest = await buyer(shop, [1]);
  yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
  const cancelled = await shop.database.queryOne<{ id: string; paymentId: string }>({
    text: `update orders set status = 'Cancelled' where cart_id = $1 returning id, payment_id as "paymentId"`,
    values: [guest.cart.id],
  });
  const payments = await deps().gateway.capturedSince(new Date(Date.now() - 60_000));
  // Both runs read the list before either has refunded.
  const run = () => reconcilePayments({ ...deps(), gateway: { ...deps().gateway, capturedSince: async () => payments } }, 48);

  await Promise.all([run(), run()]);
  await run();

  expect((await deps().gateway.find(cancelled?.paymentId ?? ''))?.status).toBe('refunded');
  const events = await shop.database.queryMany({
    text: "select data->>'payment' as payment from order_events where order_id = $1 and event = 'refunded'",
    values: [cancelled?.id],
  });
  expect(events).toEqual([{ payment: cancelled?.paymentId }]);
});

test('a capture without an order raises one alert that staff can resolve if it is of another installation', async () => {
  const id = await stray('22222222-2222-4222-8222-222222222222', 'another-installation');

  await expect(reconcilePayments(deps(), 48)).rejects.toThrow(id);
  await reconcilePayments(deps(), 48);

  expect((await shop.running.services.gateway.find(id))?.status).toBe('captured');
  const [alert, ...others] = await openAlerts(shop.database);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ gateway: 'sandbox', subject: id, kind: 'stray_payment', amountCents: 500 });
  expect(await resolveAlert(shop.database, alert?.id ?? '', 'Sam')).toBe(true);
  expect(await openAlerts(shop.database)).toEqual([]);
  await reconcilePayments(deps(), 48);
  expect(await openAlerts(shop.database)).toEqual([]);
  // The action of a person at the gateway.
  await shop.running.services.gateway.refund({ paymentId: id, amountCents: 500, key: 'by hand' });
});

test('a capture without an order raises an alert if its refund is refused', async () => {
  await stray('33333333-3333-4333-8333-333333333333', await installationId(shop.database));
  const refund = async () => ({ id: null, status: 'refused' as const, reason: 'The account is closed.' });
  await expect(reconcilePayments({ ...deps(), gateway: { ...deps().gateway, refund } }, 48)).rejects.toThrow('refused: The account');
  await reconcilePayments(deps(), 48);
});

test('a capture without an order raises an alert if another program that uses the account started it', async () => {
  const id = await stray('invoice 4711', 'another-program');

  await expect(reconcilePayments(deps(), 48)).rejects.toThrow(id);

  const alert = (await openAlerts(shop.database)).find(({ subject }) => subject === id);
  expect(alert).toMatchObject({ kind: 'stray_payment' });
  await shop.running.services.gateway.refund({ paymentId: id, amountCents: 500, key: 'another by hand' });
});

test('orders are looked for in a few statements, however many payments there are, and only for those of the given hours', async () => {
  const guest = await buyer(shop, [1]);
  yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
  yes(await guest.settle());
  const [payment] = (await deps().gateway.capturedSince(new Date(Date.now() - 60_000))).slice(-1);
  const asked: Date[] = [];
  const capturedSince = async (date: Date) => {
    asked.push(date);
    return payment === undefined ? [] : Array.from({ length: 500 }, () => payment);
  };
  const statements = vi.fn();
  const database: Database = {
    ...shop.database,
    queryOne: (statement) => {
      statements(statement.name);
      return shop.database.queryOne(statement);
    },
    queryMany: (statement) => {
      statements(statement.name);
      return shop.database.queryMany(statement);
    },
  };

  expect(await reconcilePayments({ database, gateway: { ...deps().gateway, capturedSince } }, 2)).toBe(0);

  expect(payment).toBeDefined();
  expect(statements.mock.calls.length).toBeLessThan(5);
  expect(Math.round((Date.now() - (asked[0]?.getTime() ?? 0)) / 60_000)).toBe(120);
});

test('every payment of an order has the installation id', async () => {
  const guest = await buyer(shop, [1]);
  yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
  const installation = await installationId(shop.database);
  const { paymentId } = (await shop.database.queryOne<{ paymentId: string }>({
    text: 'select payment_id as "paymentId" from orders where cart_id = $1',
    values: [guest.cart.id],
  })) ?? { paymentId: '' };
  const found = await shop.running.services.gateway.capturedSince(new Date(Date.now() - 60_000));
  expect(found.find(({ id }) => id === paymentId)).toMatchObject({ installationId: installation });
});
