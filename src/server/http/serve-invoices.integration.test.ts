/** The files that a buyer saves from the page of an order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { send } from '#tests/fixtures/http.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
});
afterAll(() => shop?.stop());

const get = (path: string, host = 'localhost') => send(shop.running.port, host, 'GET', path);

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
