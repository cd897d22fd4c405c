import { describe, expect, test, vi } from 'vitest';
import { NetworkError } from '#lib/browser/fetch-transport.ts';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import type { LineItem } from '../contract.ts';
import { keyOf } from '../model/line-key.ts';
import { lineOfHit } from '../model/optimistic-cart.ts';
import { guestStorage } from './cart-storage.ts';
import { openTab, quantitiesIn, type Tab } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';

const one = hit(1);
const two = hit(2);
const OFFERS = [one, two, hit(3)];
const ID_KEY = 'BIGCOMMERCE_AU_CART_ID';
const EMAIL_KEY = 'BIGCOMMERCE_AU_CART_EMAIL';

/** Waits until all pending promises have settled. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

/** Creates a transport that replaces some of the shop's responses. */
const replacing =
  (shop: FakeShop, replaced: Readonly<Record<string, () => { status: number; body: unknown }>>): Transport =>
  async (call, input, options) => {
    const other = replaced[call.path.replace('/api/', '')];
    return other ? other() : shop.transport(call, input, options);
  };

async function tabWith(adds: readonly (typeof one)[], shop = new FakeShop(OFFERS)): Promise<{ shop: FakeShop; tab: Tab }> {
  const tab = openTab(shop.transport);
  for (const offer of adds) tab.store.add(offer);
  await rest();
  return { shop, tab };
}

describe('reading', () => {
  test('the cart is unknown before it is read, then known to be empty', async () => {
    const tab = openTab(new FakeShop(OFFERS).transport);
    expect(tab.store.onServer()).toMatchObject({ isLoaded: false, cart: null });
    await rest();
    expect(tab.store.current()).toMatchObject({ isLoaded: true, cart: null, fetchingCart: false });
  });

  test('reads a stored cart, and deletes the id and email of one that does not exist [CART-61]', async () => {
    const { shop, tab } = await tabWith([one, two]);
    const again = openTab(shop.transport, { values: tab.values });
    await rest();
    expect(quantitiesIn(again)).toEqual({ 'offer-1': 1, 'offer-2': 1 });

    shop.carts.clear();
    again.store.setEmail('guest@example.com');
    again.store.refresh();
    await rest();
    expect(again.store.current()).toMatchObject({ cart: null, email: null });
    expect([tab.values.read(ID_KEY), tab.values.read(EMAIL_KEY)]).toEqual([null, null]);
  });

  test('shows an error if reading fails, instead of an empty cart [CART-62]', async () => {
    const { shop, tab } = await tabWith([one]);
    const failing = replacing(shop, {
      'initialize-cart': () => ({ status: 500, body: { title: 'Sorry, something went wrong!', code: 'internal' } }),
    });
    const again = openTab(failing, { values: tab.values });
    await rest();
    expect(again.store.current()).toMatchObject({ isLoaded: false, fetchingCart: false, error: 'Sorry, something went wrong!' });
    expect(tab.values.read(ID_KEY)).not.toBeNull();
    again.store.refresh();
    expect(again.store.current().error).toBeNull();
  });

  test('reads the saved region', async () => {
    const values = createMemoryStorage({ geolocation: '{"subdivision":{"code":"WA"}}' });
    expect(openTab(new FakeShop(OFFERS).transport, { values }).store.current().geoLocRegion).toBe('WA');
  });

  test('looks up the region once and uses its delivery fee [SHIP-21]', async () => {
    const shop = new FakeShop(OFFERS);
    shop.region = 'QLD';
    const { tab } = await tabWith([one], shop);
    expect(tab.store.current()).toMatchObject({ geoLocRegion: 'QLD', cart: { region: 'QLD', shippingTotal: 14.9 } });
    expect(tab.values.read('geolocation')).toBe('{"subdivision":{"code":"QLD"}}');
    openTab(shop.transport, { values: tab.values });
    await rest();
    expect(shop.done.filter((path) => path === '/api/geolocation')).toHaveLength(1);
  });

  test('prefers and saves the region that the shopper entered', async () => {
    const shop = new FakeShop([one]);
    shop.region = 'QLD';
    const tab = openTab(shop.transport);
    tab.store.add(one);
    tab.store.setRegion('WA');
    await rest();
    expect(tab.store.current()).toMatchObject({ geoLocRegion: 'WA', cart: { region: 'WA', shippingTotal: 14.9 } });
    tab.store.setRegion('NSW');
    expect(tab.store.current()).toMatchObject({ geoLocRegion: 'NSW', cart: { region: 'NSW', shippingTotal: 9.9 } });
    expect(tab.values.read('geolocation')).toBe('{"subdivision":{"code":"NSW"}}');
  });

  test.each(['not json', '{}', 'null', '{"subdivision":{"code":7}}'])('ignores a saved region of %s', (record) => {
    expect(guestStorage('AU', createMemoryStorage({ geolocation: record })).region()).toBeNull();
  });
});

describe('while the shopper is unknown', () => {
  test('queues an addition and replays it later [CART-33]', async () => {
    const waits: number[] = [];
    const shopper = (): number | null => (waits.length < 4 ? null : 0);
    const tab = openTab(new FakeShop(OFFERS).transport, { deps: { shopper, wait: async (ms) => void waits.push(ms) } });
    expect(tab.store.current().isLoaded).toBe(false);
    tab.store.add(one);
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    await rest();
    expect(waits).toEqual([300, 300, 300, 300]);
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current().isPending).toBe(false);
  });

  test('logs that the cart id cannot be read [CART-20]', async () => {
    const failure = new Error('The operation is insecure.');
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const cartId = () => {
      throw failure;
    };
    const storage = { ...guestStorage('AU', createMemoryStorage()), cartId };
    const tab = openTab(new FakeShop(OFFERS).transport, { deps: { storage } });

    tab.store.add(one);
    await rest();

    expect(log).toHaveBeenCalledWith(failure);
    log.mockRestore();
  });

  test('reverts the addition after ten tries of 300 ms and shows an error [CART-35]', async () => {
    const waits: number[] = [];
    const tab = openTab(new FakeShop(OFFERS).transport, { deps: { shopper: () => null, wait: async (ms) => void waits.push(ms) } });
    tab.store.add(one);
    await rest();
    expect(waits).toEqual(Array(10).fill(300));
    expect(tab.store.current()).toMatchObject({ error: 'Could not load cart storage provider', cart: null, isPending: false });
    expect(tab.toasts.map(({ title, text }) => title || text)).toEqual(['Could not load cart storage provider']);
  });
});

describe('adding', () => {
  test('opens the dropdown for the first addition and closes it for the second [CART-28]', async () => {
    const { shop, tab } = await tabWith([one]);
    expect(tab.store.current()).toMatchObject({ isCartOpen: true, isLoading: false });
    expect(tab.values.read(ID_KEY)).toBe([...shop.carts.keys()][0]);
    tab.store.add(two);
    await rest();
    expect(tab.store.current().isCartOpen).toBe(false);
    expect(shop.done.filter((path) => path.includes('create'))).toHaveLength(1);
  });

  test('validates a burst of clicks once and sends it as one addition and one quantity', async () => {
    const { shop, tab } = await tabWith([one, one, one, one]);
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 4 });
    expect(shop.done.filter((path) => /create|add|update/.test(path))).toEqual(['/api/create-cart', '/api/update-cart-item']);
  });

  test('creates a new cart if the stored cart does not exist [CART-34]', async () => {
    const shop = new FakeShop(OFFERS);
    const tab = openTab(shop.transport, { values: createMemoryStorage({ [ID_KEY]: 'gone' }) });
    await rest();
    tab.values.write(ID_KEY, 'gone again');
    tab.store.add(one);
    await rest();
    expect(tab.values.read(ID_KEY)).toBe([...shop.carts.keys()][0]);
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
  });

  test('fetches stock levels after the addition and flags products without stock [CART-38]', async () => {
    const shop = new FakeShop(OFFERS);
    const { tab } = await tabWith([one, two], shop);
    expect(shop.done.filter((path) => path !== '/api/geolocation').at(-1)).toBe('/api/inventory-levels');
    shop.stock.set(2, 0);
    tab.store.refresh();
    await rest();
    expect(tab.store.current()).toMatchObject({ soldOutProducts: [2], cart: { withSoldOutItem: true } });
  });

  test('leaves the cart unchanged if stock levels cannot be fetched [CART-39]', async () => {
    const { shop, tab } = await tabWith([one]);
    const again = openTab(replacing(shop, { 'inventory-levels': () => ({ status: 500, body: null }) }), { values: tab.values });
    await rest();
    expect(again.store.current()).toMatchObject({ error: null, soldOutProducts: [], cart: { withSoldOutItem: false } });
  });

  const limit = (shop: FakeShop): void => void shop.limits.set(1, 1);
  const rows: readonly [name: string, (shop: FakeShop) => void, Parameters<typeof replacing>[1], said: string, inCart: number][] = [
    ['enough in stock', () => undefined, {}, 'Item added to your cart! / Wine 1 2021, case of 12', 2],
    ['ten in stock', (shop) => void shop.stock.set(1, 10), {}, 'Item added to your cart! / Wine 1 2021, case of 12', 2],
    ['few in stock', (shop) => void shop.stock.set(1, 9), {}, "Hurry! / Selling FAST! Don't miss out!", 2],
    ['none left', (shop) => void shop.stock.set(1, 1), {}, 'Refreshing your cart... / Apologies, but the offer has sold out!', 1],
    ['at the limit', limit, {}, "Uh-oh! / There's a limit of 1 per customer for this offer!", 1],
    [
      'limit unknown',
      () => undefined,
      { 'product-details': () => ({ status: 500, body: null }) },
      'Uh-oh! / Unable to verify purchase limits. Please try again later.',
      1,
    ],
    [
      'stock unknown',
      () => undefined,
      { 'inventory-levels': () => ({ status: 500, body: null }) },
      'Something went wrong... / Failed to check inventory, please try later.',
      1,
    ],
    [
      'refused by the shop',
      () => undefined,
      {
        'add-cart-item': () => ({
          status: 401,
          body: { code: 'offer_not_eligible', title: 'You are not eligible to purchase this item!' },
        }),
      },
      'Uh-oh! / You are not eligible to purchase this item!',
      1,
    ],
    [
      'sold out since',
      () => undefined,
      { 'add-cart-item': () => ({ status: 422, body: { code: 'sold_out', title: 'The product is sold-out!' } }) },
      'Refreshing your cart... / The product is sold-out!',
      1,
    ],
  ];
  test.each(rows)(
    'one more case, %s [CART-41] [CART-43] [CART-67] [CART-68] [CART-69] [CART-70] [CART-71] [CART-72]',
    async (_, prepare, replaced, message, inCart) => {
      const { shop, tab: first } = await tabWith([one]);
      prepare(shop);
      const tab = openTab(replacing(shop, replaced), { values: first.values });
      await rest();
      tab.store.add(one);
      expect(quantitiesIn(tab)).toEqual({ 'offer-1': 2 });
      await rest();
      expect(tab.toasts.map(({ title, text }) => `${title} / ${text}`)).toEqual([message]);
      expect(quantitiesIn(tab)).toEqual({ 'offer-1': inCart });
      expect(tab.store.current().error).toBe(inCart === 2 ? null : message.split(' / ')[1]);
    },
  );
});

describe('changing and removing', () => {
  test('shows a quantity at once, and reverts it with a message if it is rejected [CART-56]', async () => {
    const { shop, tab } = await tabWith([one]);
    shop.stock.set(1, 4);
    tab.store.setQuantity('offer-1', 9);
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 9 });
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current()).toMatchObject({ error: 'Only 4 cases are left.', isLoading: false });
  });

  test('removing the last line clears the cart, its stored id and the stored email [CART-32]', async () => {
    const { tab } = await tabWith([one]);
    tab.store.setEmail('guest@example.com');
    tab.store.setQuantity('offer-1', 0);
    expect(tab.store.current().cart).toBeNull();
    await rest();
    expect(tab.store.current()).toMatchObject({ cart: null, email: null });
    expect([tab.values.read(ID_KEY), tab.values.read(EMAIL_KEY)]).toEqual([null, null]);
  });

  test('restoring the last line creates a cart without opening the dropdown', async () => {
    const { tab } = await tabWith([one]);
    tab.store.setOpen(false);
    tab.store.setQuantity('offer-1', 0);
    await rest();
    tab.store.restoreLine();
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current().isCartOpen).toBe(false);
  });

  test('restores a removed line and leaves an open dropdown open', async () => {
    const { tab } = await tabWith([one, two, two]);
    tab.store.setOpen(true);
    tab.store.setQuantity('offer-2', 0);
    await rest();
    expect(tab.store.current().removed).toMatchObject({ quantity: 2, line: { offerId: 'offer-2' } });
    tab.store.restoreLine();
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1, 'offer-2': 2 });
    expect(tab.store.current()).toMatchObject({ removed: null, isCartOpen: true });
  });
});

describe('while the shop cannot be reached', () => {
  test('keeps changes on screen, sends them once it is reachable, and counts them once', async () => {
    const { shop, tab: first } = await tabWith([one]);
    let isDown = true;
    let wake: () => void = () => undefined;
    const transport: Transport = async (call, input, options) => {
      const answered = await shop.transport(call, input, options);
      if (isDown && call.path.includes('update')) throw new NetworkError('answer lost');
      return answered;
    };
    const tab = openTab(transport, { values: first.values, deps: { wait: () => new Promise((done) => (wake = done)) } });
    await rest();
    tab.store.setQuantity('offer-1', 3);
    await rest();
    expect(tab.store.current()).toMatchObject({ isOffline: true, isPending: true });
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 3 });
    isDown = false;
    tab.store.retryNow();
    await rest();
    wake();
    expect(tab.store.current()).toMatchObject({ isOffline: false, isPending: false });
    expect(shop.done.filter((path) => path.includes('update'))).toHaveLength(1);
  });
});

describe('a promotion’s gift', () => {
  async function tabWithGift(): Promise<{ shop: FakeShop; tab: Tab; gift: LineItem }> {
    const { shop, tab } = await tabWith([one]);
    const [cart] = shop.carts.values();
    if (!cart) throw new Error('no cart');
    const gift = { ...lineOfHit(two), id: '00000000-0000-4000-8000-000000000777', quantity: 2, addedByPromotion: true };
    shop.carts.set(cart.id, { ...cart, version: cart.version + 1, lines: [...cart.lines, gift] });
    tab.store.refresh();
    await rest();
    const [item] = tab.store.current().cart?.lineItems.filter((each) => each.addedByPromotion) ?? [];
    if (!item) throw new Error('no gift');
    return { shop, tab, gift: item };
  }
  const declined = (tab: Tab) => tab.store.current().cart?.declinedGifts?.map(({ offerId, quantity }) => [offerId, quantity]) ?? [];

  test('disappears at once when it is declined and returns at once when it is taken back', async () => {
    const { shop, tab, gift } = await tabWithGift();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1, 'offer-2': 2 });

    tab.store.setQuantity(keyOf(gift), 0);
    const atOnce = [quantitiesIn(tab), declined(tab), tab.store.current().cart?.cartAmount, tab.store.current().removed];
    expect(atOnce).toEqual([{ 'offer-1': 1 }, [['offer-2', 2]], 101, null]);
    await rest();
    expect([quantitiesIn(tab), declined(tab), shop.done.at(-1)]).toEqual([{ 'offer-1': 1 }, [['offer-2', 2]], '/api/inventory-levels']);
    expect(shop.done).toContain('/api/remove-cart-item');
    tab.store.add(one);
    await rest();
    expect([quantitiesIn(tab), declined(tab)]).toEqual([{ 'offer-1': 2 }, [['offer-2', 2]]]);

    tab.store.takeGift(gift);
    expect([quantitiesIn(tab), declined(tab)]).toEqual([{ 'offer-1': 2, 'offer-2': 2 }, []]);
    await rest();
    expect([quantitiesIn(tab), declined(tab)]).toEqual([{ 'offer-1': 2, 'offer-2': 2 }, []]);
    expect(tab.store.current().isPending).toBe(false);
  });

  test('ends as the shopper wanted last if it is declined and taken back before the response', async () => {
    const { shop, tab, gift } = await tabWithGift();
    tab.store.setQuantity(keyOf(gift), 0);
    await Promise.resolve();
    tab.store.takeGift(gift);
    await rest();
    expect([quantitiesIn(tab), declined(tab)]).toEqual([{ 'offer-1': 1, 'offer-2': 2 }, []]);
    tab.store.setQuantity(keyOf(gift), 0);
    await rest();
    tab.store.takeGift(gift);
    await Promise.resolve();
    tab.store.setQuantity(keyOf(gift), 0);
    await rest();
    expect([quantitiesIn(tab), declined(tab), tab.toasts.filter(({ tone }) => tone === 'bad')]).toEqual([
      { 'offer-1': 1 },
      [['offer-2', 2]],
      [],
    ]);
    expect([...shop.carts.values()][0]?.lines).toHaveLength(1);
  });

  test('is declined without removing the same offer that was bought', async () => {
    const { tab, gift } = await tabWithGift();
    tab.store.add(two);
    await rest();
    tab.store.setQuantity(keyOf(gift), 0);
    await rest();
    expect([quantitiesIn(tab), declined(tab)]).toEqual([{ 'offer-1': 1, 'offer-2': 1 }, [['offer-2', 2]]]);
  });
});
