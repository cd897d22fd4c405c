import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderContract } from '#domains/selling/orders/contract.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { gatewayContract } from '../contract.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'red', productId: 1, level: 50 });
});
afterAll(() => shop?.stop());

async function atTheGateway() {
  const guest = await buyer(shop, [1]);
  const { nextUrl } = yes(await guest.placeOrder()).data;
  return { guest, nextUrl, id: nextUrl.split('/').at(-1) ?? '', gateway: shop.call(gatewayContract) };
}

test('returns a cancelled payment to the checkout without a charge, and allows another one', async () => {
  const { guest, id, nextUrl, gateway } = await atTheGateway();
  expect(yes(await gateway.giveUp({ id })).data.status).toBe('cancelled');
  expect(yes(await gateway.giveUp({ id })).data.status).toBe('cancelled');
  expect(await gateway.pay({ id, cardToken: 'card_success' })).toMatchObject({ ok: false, code: 'payment_ended' });
  expect(yes(await guest.settle()).data).toEqual({ status: 'cancelled', nextUrl: `/checkout/${guest.token}` });

  const again = yes(await guest.placeOrder()).data.nextUrl;
  expect(again).not.toBe(nextUrl);
  yes(await guest.pay(again));
  expect(yes(await guest.settle()).data.status).toBe('paid');
});

test('cancels a payment that waits for a confirmation', async () => {
  const { guest, id, nextUrl, gateway } = await atTheGateway();
  yes(await guest.pay(nextUrl, 'card_confirm'));
  yes(await gateway.giveUp({ id }));
  expect(await gateway.confirm({ id, approve: true })).toMatchObject({ ok: false, code: 'payment_ended' });
  expect(yes(await guest.settle()).data.status).toBe('cancelled');
});

test('places the order if the payment was charged before it is cancelled [CHK-2]', async () => {
  const { guest, id, nextUrl, gateway } = await atTheGateway();
  yes(await guest.pay(nextUrl));
  expect(yes(await gateway.giveUp({ id })).data.status).toBe('captured');
  const confirmed = yes(await guest.settle()).data;
  expect(confirmed.status).toBe('paid');
  const orderId = confirmed.nextUrl.split('/').at(-1) ?? '';
  expect(yes(await shop.call(orderContract).order({ id: orderId })).data.statusGroup).toBe('paid');
});

test('returns 404 when an unknown payment is cancelled', async () => {
  expect(await shop.call(gatewayContract).giveUp({ id: `pay_${'A'.repeat(22)}` })).toMatchObject({ ok: false, status: 404 });
});
