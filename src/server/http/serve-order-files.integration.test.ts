/** The files that a buyer saves from the page of an order: documents, and the expected delivery for calendars [ORD-21]. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderContract } from '#domains/selling/orders/contract.ts';
import type { Outcome } from '#domains/selling/orders/model/outcome.ts';
import { setOrderStatus } from '#domains/selling/orders/server/order-deps.ts';
import { createOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import { insertOutcome } from '#domains/selling/orders/server/outcomes/outcome.repository.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { writeDeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { todayIn } from '#markets/market-day.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  await shop.database.transaction((transaction) =>
    writeDeliveryEstimates(transaction, [{ record: 'delivery-estimate', market: 'AU', area: '30', submittedToDeliveredDays: 2 }]),
  );
});
afterAll(() => shop?.stop());

const get = (path: string, host = 'localhost') => send(shop.running.port, host, 'GET', path);
const expectedOf = async (id: string) => yes(await shop.call(orderContract).order({ id })).expectedDelivery;
/** Lines of a file, joined where they are folded. */
const linesOf = (text: string): string[] => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
const compact = (day: string): string => day.replaceAll('-', '');

test('a buyer saves the invoice, and after a refund the note about it', async () => {
  const id = await paidOrder(shop, [1]);

  const invoice = await get(`/order/${id}/invoice.pdf`);

  expect(invoice).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="tax-invoice-\d+\.pdf"$/),
      'x-robots-tag': 'noindex',
    },
  });
  expect(invoice.text).toMatch(/^%PDF-/);
  expect((await get(`/order/${id}/refunds.pdf`)).status).toBe(404);

  await refundOrder(orderDepsOf(shop), id, refundOf({ all: true }));
  expect((await get(`/order/${id}/refunds.pdf`)).status).toBe(200);
});

test.each(['00000000-0000-4000-8000-000000000000', 'one', '%00'])('an order %s has no invoice', async (id) => {
  expect((await get(`/order/${id}/invoice.pdf`)).status).toBe(404);
});

test('the site of another market does not have it', async () => {
  const id = await paidOrder(shop, [1]);
  expect((await get(`/order/${id}/invoice.pdf`, 'sg.localhost')).status).toBe(404);
});

test('an order has a file with an event over the days on which it is expected', async () => {
  const id = await paidOrder(shop, [1], 'localhost', { address: '1 Vine Street; rear, upstairs' });
  const dates = await expectedOf(id);

  const file = await get(`/order/${id}/delivery.ics`);

  expect(file).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="delivery-\d+\.ics"$/),
      'x-robots-tag': 'noindex',
    },
  });
  const lines = linesOf(file.text);
  const dayAfter = new Date(Date.parse(dates?.latest ?? '') + 86_400_000).toISOString().slice(0, 10);
  expect(lines).toContain(`DTSTART;VALUE=DATE:${compact(dates?.date ?? '')}`);
  expect(lines).toContain(`DTEND;VALUE=DATE:${compact(dayAfter)}`);
  expect(lines).toContain('SUMMARY:Delivery from Cellardoor');
  expect(lines).toContain('LOCATION:1 Vine Street\\; rear\\, upstairs\\, Clifton Hill VIC 3068');
  expect(lines).toContainEqual(expect.stringMatching(/^DESCRIPTION:Order #\d+\\n/));
  expect(file.text).not.toContain(id);
});

test('an order that is sent is still expected, until it is refunded', async () => {
  const id = await paidOrder(shop, [1]);
  await shipOrder(orderDepsOf(shop), id, shipmentOf());
  expect(await expectedOf(id)).not.toBeNull();

  await refundOrder(orderDepsOf(shop), id, refundOf({ all: true }));

  expect(await expectedOf(id)).toBeNull();
  expect((await get(`/order/${id}/delivery.ics`)).status).toBe(404);
});

test('an order that is partly refunded is expected while something is left to send or on its way', async () => {
  const [sent, unsent, returned, completed] = await Promise.all([1, 2, 3, 4].map(() => paidOrder(shop, [1, 1])));
  const ship = (id = '') => shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));
  const refund = (id = '') => refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
  await ship(sent);
  await refund(sent);
  await refund(unsent);
  const [one, rest] = [await ship(returned), await ship(returned)];
  await refund(returned);
  await ship(completed);
  await ship(completed);
  await setOrderStatus(orderDepsOf(shop), completed ?? '', 'Completed', 'Sam');
  await refund(completed);
  const record = (shipmentId: string, outcome: Outcome) =>
    shop.database.transaction((transaction) =>
      insertOutcome(transaction, { shipmentId, outcome, reason: '', day: todayIn('AU', new Date()), actor: 'Sam' }),
    );

  expect(await expectedOf(sent ?? '')).not.toBeNull();
  expect(await expectedOf(unsent ?? '')).not.toBeNull();
  expect(await expectedOf(completed ?? '')).toBeNull();
  await record(one.id, 'returned');
  expect(await expectedOf(returned ?? '')).not.toBeNull();
  await record(rest.id, 'delivered');
  expect(await expectedOf(returned ?? '')).toBeNull();
});

test('an order whose parcels have arrived is not expected any more', async () => {
  const id = await paidOrder(shop, [1]);
  const { id: shipmentId } = await shipOrder(orderDepsOf(shop), id, shipmentOf());

  await shop.database.transaction((transaction) =>
    insertOutcome(transaction, { shipmentId, outcome: 'delivered', reason: '', day: todayIn('AU', new Date()), actor: 'Sam' }),
  );

  expect(await expectedOf(id)).toBeNull();
});

test('an order is not expected any more when its days are over', async () => {
  const id = await paidOrder(shop, [1]);
  await shop.database.execute({ text: "update orders set placed_at = now() - interval '60 days' where id = $1", values: [id] });

  expect(await expectedOf(id)).toBeNull();
});

test('a link to an order leads to its file', async () => {
  const id = await paidOrder(shop, [1]);
  const token = await shop.database.transaction((transaction) => createOrderLink(transaction, id));

  expect((await get(`/track-order/delivery.ics?token=${encodeURIComponent(token)}`)).text).toContain('BEGIN:VEVENT');
  expect((await get('/track-order/delivery.ics?token=x')).status).toBe(404);
});

test.each([
  ['an unknown order', () => randomUUID(), 'localhost'],
  ['no id', () => '%00', 'localhost'],
  ['the site of another market', () => paidOrder(shop, [1]), 'sg.localhost'],
])('%s has no file', async (_what, idOf, host) => {
  expect((await get(`/order/${await idOf()}/delivery.ics`, host)).status).toBe(404);
});
