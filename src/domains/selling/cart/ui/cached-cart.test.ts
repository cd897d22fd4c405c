import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import { keyOf } from '../model/line-key.ts';
import { browserCartCache } from './cart-cache.ts';
import { openTab, quantitiesIn, type Tab } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';

const one = hit(1);
const CUSTOMER = 7;
const ORIGIN = 'https://shop.example';

/** Waits until every change of the simulated caches and the store is done. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 600; turn += 1) await Promise.resolve();
};

/** Simulates the browser's `caches` with one cache. Returns its URLs and bodies. */
function simulateCaches(): Map<string, string> {
  const entries = new Map<string, string>();
  const absolute = (request: string | { url: string }) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;
  const match = async (request: string) => {
    const body = entries.get(absolute(request));
    return body === undefined ? undefined : { status: 200, json: async () => JSON.parse(body) };
  };
  const cache = {
    match,
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    put: async (request: string, response: Response) => void entries.set(absolute(request), await response.text()),
    delete: async (request: { url: string }) => entries.delete(request.url),
  };
  vi.stubGlobal('caches', { open: async () => cache, match });
  return entries;
}
afterEach(() => vi.unstubAllGlobals());

const customersIn = (entries: Map<string, string>): number[] => [...entries.values()].map((body) => JSON.parse(body).data.customerId);

/** A transport whose responses to the reading of a cart wait for `answer`. */
function delayed(transport: Transport): { transport: Transport; answer: () => void } {
  let answer = (): void => undefined;
  const due = new Promise<void>((done) => (answer = done));
  return {
    transport: async (call, input, options) => {
      if (call.path === '/api/initialize-cart') await due;
      return transport(call, input, options);
    },
    answer,
  };
}

/** Opens a tab of the shop as a shopper and waits. */
async function open(transport: Transport, values: Tab['values'], shopper: number): Promise<Tab> {
  const tab = openTab(transport, { values, deps: { cache: browserCartCache(), shopper: () => shopper } });
  await rest();
  return tab;
}

describe('a cart in the cache of the browser', () => {
  test('is shown as pending until the server has responded', async () => {
    simulateCaches();
    const shop = new FakeShop([one]);
    const values = createMemoryStorage();
    (await open(shop.transport, values, 0)).store.add(one);
    await rest();

    const { transport, answer } = delayed(shop.transport);
    const tab = await open(transport, values, 0);
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current()).toMatchObject({ isLoaded: false, isPending: true });

    answer();
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current()).toMatchObject({ isLoaded: true, isPending: false });
  });

  test('does not reach the checkout before the server has responded', async () => {
    simulateCaches();
    const shop = new FakeShop([one]);
    const values = createMemoryStorage();
    const first = await open(shop.transport, values, 0);
    first.store.add(one);
    first.store.setEmail('a@b.example');
    await rest();

    const { transport, answer } = delayed(shop.transport);
    const tab = await open(transport, values, 0);
    void tab.store.checkout();
    await rest();
    expect(tab.visitedUrls).toEqual([]);

    answer();
    await rest();
    expect(tab.visitedUrls).toEqual([expect.stringContaining('https://checkout.example/')]);
  });

  test('is deleted when the cart is', async () => {
    const entries = simulateCaches();
    const tab = await open(new FakeShop([one]).transport, createMemoryStorage(), 0);
    tab.store.add(one);
    await rest();
    expect(entries.size).toBe(1);

    for (const line of tab.store.current().cart?.lineItems ?? []) tab.store.setQuantity(keyOf(line), 0);
    await rest();
    expect(entries.size).toBe(0);
  });

  test.each([
    ['another customer signs in', 8],
    ['the session has ended', 0],
  ])('is neither shown nor kept when %s', async (_, next) => {
    const entries = simulateCaches();
    const shop = new FakeShop([one]);
    const values = createMemoryStorage();
    (
      await open(
        shop.signed(() => CUSTOMER),
        values,
        CUSTOMER,
      )
    ).store.add(one);
    await rest();
    expect(customersIn(entries)).toEqual([CUSTOMER]);

    const { transport } = delayed(shop.signed(() => next));
    const tab = await open(transport, values, next);
    expect(tab.store.current().cart).toBeNull();
    expect(entries.size).toBe(0);
  });

  test('is not shown to a guest whose cart has another id', async () => {
    simulateCaches();
    const shop = new FakeShop([one]);
    (await open(shop.transport, createMemoryStorage(), 0)).store.add(one);
    await rest();

    const { transport } = delayed(shop.transport);
    const values = createMemoryStorage({ BIGCOMMERCE_AU_CART_ID: '00000000-0000-4000-8000-999999999999' });
    expect((await open(transport, values, 0)).store.current().cart).toBeNull();
  });
});
