/** A guest's first addition, whose page is left before the response arrives. */
import { expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import { openTab, quantitiesIn } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';

const one = hit(1);
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

/** Creates a transport that forwards create-cart to the shop but never delivers the response, as if the page were closed. */
const withoutResponse =
  (transport: Transport): Transport =>
  async (call, input, options) => {
    const answered = transport(call, input, options);
    return call.path === '/api/create-cart' ? new Promise(() => undefined) : answered;
  };

test('is in the cart of the next page, once', async () => {
  const shop = new FakeShop([one]);
  const values = createMemoryStorage();
  openTab(withoutResponse(shop.transport), { values }).store.add(one);
  await rest();
  expect(shop.carts.size).toBe(1);

  const next = openTab(shop.transport, { values });
  await rest();

  expect(quantitiesIn(next)).toEqual({ 'offer-1': 1 });
  expect(shop.carts.size).toBe(1);
  expect(values.read('cart-unanswered-create-AU')).toBeNull();
});

test('is in the cart of the next page if the request never reached the shop', async () => {
  const shop = new FakeShop([one]);
  const values = createMemoryStorage();
  const unheard: Transport = async (call, input, options) =>
    call.path === '/api/create-cart' ? new Promise(() => undefined) : shop.transport(call, input, options);
  openTab(unheard, { values }).store.add(one);
  await rest();

  const next = openTab(shop.transport, { values });
  await rest();

  expect(quantitiesIn(next)).toEqual({ 'offer-1': 1 });
});

test('is not added again later or if there is another cart', async () => {
  const shop = new FakeShop([one]);
  const call = { key: 'lost', offerId: 'offer-1', productId: 1 };
  const late = createMemoryStorage({ 'cart-unanswered-create-AU': JSON.stringify({ ...call, sentAt: Date.now() - 600_000 }) });
  const tab = openTab(shop.transport, { values: late });
  await rest();
  expect(tab.store.current().cart).toBeNull();

  tab.store.add(one);
  await rest();
  late.write('cart-unanswered-create-AU', JSON.stringify({ ...call, sentAt: Date.now() }));
  const again = openTab(shop.transport, { values: late });
  await rest();
  expect(quantitiesIn(again)).toEqual({ 'offer-1': 1 });
  expect(shop.carts.size).toBe(1);
});
