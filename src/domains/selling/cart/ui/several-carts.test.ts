import { expect, test } from 'vitest';
import { singleTab } from '#lib/browser/tab-channel.ts';
import type { Transport } from '#lib/client.ts';
import type { CartBroadcast } from './cart-store-types.ts';
import { openTab, quantitiesIn } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';

const one = hit(1);
const two = hit(2);
const ID_KEY = 'BIGCOMMERCE_AU_CART_ID';

/** Waits until all pending promises have settled. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

async function openTabWithOne() {
  const shop = new FakeShop([one, two]);
  const tab = openTab(shop.transport);
  tab.store.add(one);
  await rest();
  return { shop, tab };
}

test('clears a tab that was reading the cart when another tab removed its last line [CART-37]', async () => {
  const { shop, tab } = await openTabWithOne();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late: Transport = async (call, input, options) => {
    const response = await shop.transport(call, input, options);
    if (call.path === '/api/initialize-cart') await held;
    return response;
  };
  let hear = (_message: CartBroadcast): void => {};
  const reading = openTab(late, {
    values: tab.values,
    tabs: {
      ...singleTab(),
      onMessage: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
  });
  await rest();
  const id = tab.store.current().cart?.id ?? '';
  tab.store.setQuantity(one.offerId, 0);
  await rest();
  hear({ id, cart: null });
  release();
  await rest();
  expect(reading.store.current().cart).toBeNull();
  expect(tab.values.read(ID_KEY)).toBeNull();
});

test('merges the shopper’s cart into one opened by its id, also while a change is in progress [CART-49]', async () => {
  const { shop, tab } = await openTabWithOne();
  const other = openTab(shop.transport);
  other.store.add(two);
  await rest();
  const id = other.store.current().cart?.id ?? '';
  tab.store.setQuantity('offer-1', 5);
  tab.store.openCart(id);
  await rest();
  expect(tab.store.current().cart?.id).toBe(id);
  expect(tab.values.read(ID_KEY)).toBe(id);
  expect(quantitiesIn(tab)).toEqual({ 'offer-1': 5, 'offer-2': 1 });
});
