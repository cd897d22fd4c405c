import { describe, expect, test } from 'vitest';
import { NetworkError } from '#lib/browser/fetch-transport.ts';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import type { CartStoreState } from '../model/cart-view.ts';
import { openTab, quantitiesIn, type Tab } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';

const one = hit(1);
const two = hit(2);
const OFFERS = [one, two, hit(3)];
const ID_KEY = 'BIGCOMMERCE_AU_CART_ID';
const CUSTOMER = 7;

const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
};

interface Visit {
  readonly tab: Tab;
  readonly shop: FakeShop;
  signIn(customerId?: number): Promise<void>;
  signOut(): Promise<void>;
}

/** Creates a tab whose shopper can sign in and out. */
async function visit(
  options: { shop?: FakeShop; values?: Tab['values']; who?: number | null; wrap?: (transport: Transport) => Transport } = {},
): Promise<Visit> {
  const shop = options.shop ?? new FakeShop(OFFERS);
  let who: number | null = options.who ?? 0;
  const wrap = options.wrap ?? ((transport) => transport);
  const tab = openTab(wrap(shop.signed(() => who)), {
    values: options.values ?? createMemoryStorage(),
    // A pause that never ends: failed requests are not retried.
    deps: { shopper: () => who, wait: () => new Promise(() => undefined) },
  });
  await rest();
  const become = async (customerId: number): Promise<void> => {
    who = customerId;
    tab.store.shopperChanged();
    await rest();
  };
  return { tab, shop, signIn: (customerId = CUSTOMER) => become(customerId), signOut: () => become(0) };
}

/** Creates a customer with these offers in their cart. */
async function customerWith(offers: readonly (typeof one)[], shop = new FakeShop(OFFERS)): Promise<FakeShop> {
  const { tab } = await visit({ shop, who: CUSTOMER });
  for (const offer of offers) tab.store.add(offer);
  await rest();
  return shop;
}

const flagsDuring = (tab: Tab): Pick<CartStoreState, 'isMerging' | 'changeCartOnMerge'>[] => {
  const seen: Pick<CartStoreState, 'isMerging' | 'changeCartOnMerge'>[] = [];
  tab.store.subscribe(() => {
    const { isMerging, changeCartOnMerge } = tab.store.current();
    seen.push({ isMerging, changeCartOnMerge });
  });
  return seen;
};

describe('a customer’s cart', () => {
  test('has its id in the account and not in the browser [CART-18]', async () => {
    const { tab, shop } = await visit({ who: CUSTOMER });
    tab.store.add(one);
    await rest();
    const cart = shop.cartOf(CUSTOMER);
    expect(cart?.lines).toHaveLength(1);
    expect(shop.accounts.get(CUSTOMER)).toBe(cart?.id);
    expect(tab.values.read(ID_KEY)).toBeNull();
  });

  test('opens on another device', async () => {
    const shop = await customerWith([one, two]);
    const { tab } = await visit({ shop, who: CUSTOMER });
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1, 'offer-2': 1 });
  });

  test('clears its id in the account when it becomes empty [CART-32]', async () => {
    const shop = await customerWith([one]);
    const { tab } = await visit({ shop, who: CUSTOMER });
    tab.store.setQuantity('offer-1', 0);
    await rest();
    expect(tab.store.current().cart).toBeNull();
    expect(shop.accounts.get(CUSTOMER)).toBeNull();
  });

  test('is replaced by the cart that another device created, if it becomes empty here', async () => {
    const shop = await customerWith([one]);
    const here = await visit({ shop, who: CUSTOMER });
    shop.carts.clear();
    await customerWith([two], shop);
    here.tab.store.refresh();
    await rest();
    expect(quantitiesIn(here.tab)).toEqual({ 'offer-2': 1 });
    expect(shop.accounts.get(CUSTOMER)).toBe(shop.cartOf(CUSTOMER)?.id);
  });

  test('is hidden after signing out, and the guest starts with an empty cart', async () => {
    const shop = await customerWith([one]);
    const { tab, signOut } = await visit({ shop, who: CUSTOMER });
    tab.store.add(two);
    const leaving = signOut();
    expect(tab.store.current()).toMatchObject({ cart: null, isLoaded: false });
    await leaving;
    expect(tab.store.current()).toMatchObject({ cart: null, isLoaded: true, isPending: false });
    expect(tab.values.read(ID_KEY)).toBeNull();
    tab.store.add(two);
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-2': 1 });
    expect(shop.cartOf(CUSTOMER)?.lines.map(({ offerId }) => offerId)).toContain('offer-1');
  });

  test('leaves the guest’s cart on screen if the account cannot be read, and a refresh tries again', async () => {
    let isBroken = true;
    const wrap =
      (transport: Transport): Transport =>
      async (call, input, options) =>
        isBroken && call.path.includes('get-auth0') ? { status: 500, body: null } : transport(call, input, options);
    const { tab, shop, signIn } = await visit({ wrap });
    tab.store.add(one);
    await rest();
    await signIn();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current()).toMatchObject({ error: 'Sorry, something went wrong!', isMerging: false });
    isBroken = false;
    tab.store.refresh();
    await rest();
    expect(shop.cartOf(CUSTOMER)?.lines).toHaveLength(1);
    expect(tab.values.read(ID_KEY)).toBeNull();
  });
});

describe('signing in', () => {
  test('gives the guest’s cart to a new customer and clears the stored id and email [CART-45]', async () => {
    const { tab, shop, signIn } = await visit();
    tab.store.add(one);
    tab.store.setEmail('guest@example.com');
    await rest();
    const flags = flagsDuring(tab);
    await signIn();
    expect(flags).toContainEqual({ isMerging: true, changeCartOnMerge: false });
    expect(flags).not.toContainEqual({ isMerging: true, changeCartOnMerge: true });
    expect(tab.store.current()).toMatchObject({ isMerging: false, email: null, notices: [], error: null });
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(shop.accounts.get(CUSTOMER)).toBe(shop.cartOf(CUSTOMER)?.id);
    expect(tab.values.read(ID_KEY)).toBeNull();
  });

  test('adds up quantities and replaces the cart on screen if the customer has one [CART-46]', async () => {
    const shop = await customerWith([one, two]);
    const { tab, signIn } = await visit({ shop });
    tab.store.add(one);
    await rest();
    const flags = flagsDuring(tab);
    await signIn();
    expect(flags).toContainEqual({ isMerging: true, changeCartOnMerge: true });
    expect(flags.at(-1)).toEqual({ isMerging: false, changeCartOnMerge: false });
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 2, 'offer-2': 1 });
    expect(shop.carts.size).toBe(1);
  });

  test('removes and lists sold-out lines first and reports capped ones [CART-44] [CART-46]', async () => {
    const shop = await customerWith([one, two]);
    const { tab, signIn } = await visit({ shop });
    tab.store.add(two);
    tab.store.add(hit(3));
    await rest();
    shop.stock.set(1, 0);
    shop.stock.set(3, 0);
    shop.limits.set(2, 1);
    await signIn();
    expect(quantitiesIn(tab)).toEqual({ 'offer-2': 1 });
    expect(tab.store.current().notices).toEqual([
      "House Wine 1 has sold out, so we've removed it from your cart.",
      'Your cart holds 1 case of House Wine 2: that is the limit per customer.',
      "House Wine 3 has sold out, so we've removed it from your cart.",
    ]);
  });

  test('shows an empty cart and a message if no line could stay', async () => {
    const { tab, shop, signIn } = await visit();
    tab.store.add(one);
    await rest();
    shop.stock.set(1, 0);
    await signIn();
    expect(tab.store.current()).toMatchObject({ cart: null, isLoaded: true, isMerging: false });
    expect(tab.store.current().notices).toEqual(["House Wine 1 has sold out, so we've removed it from your cart."]);
  });

  test('changes nothing the second time [CART-47]', async () => {
    const shop = await customerWith([one]);
    const { tab, signIn } = await visit({ shop });
    tab.store.add(one);
    await rest();
    const guest = tab.values.read(ID_KEY);
    await signIn();
    tab.values.write(ID_KEY, guest ?? '');
    const again = await visit({ shop, values: tab.values, who: CUSTOMER });
    expect(quantitiesIn(again.tab)).toEqual({ 'offer-1': 2 });
    expect(again.tab.store.current().notices).toEqual([]);
    expect(tab.values.read(ID_KEY)).toBeNull();
  });

  test('is completed by the next page if the response is lost', async () => {
    const shop = await customerWith([one]);
    const values = createMemoryStorage();
    const wrap =
      (transport: Transport): Transport =>
      async (call, input, options) => {
        const answered = await transport(call, input, options);
        if (call.path === '/api/merge-carts') throw new NetworkError('answer lost');
        return answered;
      };
    const guest = await visit({ shop, values });
    guest.tab.store.add(two);
    await rest();
    const cut = await visit({ shop, values, who: CUSTOMER, wrap });
    expect(cut.tab.store.current()).toMatchObject({ isMerging: true, isOffline: true });
    const next = await visit({ shop, values, who: CUSTOMER });
    expect(quantitiesIn(next.tab)).toEqual({ 'offer-1': 1, 'offer-2': 1 });
    expect(values.read(ID_KEY)).toBeNull();
  });

  test('clears the id of another customer’s cart instead of merging it', async () => {
    const shop = await customerWith([one]);
    const values = createMemoryStorage({ [ID_KEY]: shop.cartOf(CUSTOMER)?.id ?? '' });
    const { tab } = await visit({ shop, values, who: 8 });
    expect(tab.store.current().cart).toBeNull();
    expect(values.read(ID_KEY)).toBeNull();
    expect(shop.cartOf(CUSTOMER)?.lines).toHaveLength(1);
  });

  test('adds clicks made before the shopper is known to that shopper’s cart [CART-33]', async () => {
    const shop = await customerWith([one]);
    let who: number | null = null;
    let release: () => void = () => undefined;
    const loaded = new Promise<void>((done) => (release = done));
    const deps = { shopper: () => who, wait: () => loaded };
    const tab = openTab(
      shop.signed(() => who),
      { deps },
    );
    tab.store.add(two);
    who = CUSTOMER;
    release();
    tab.store.shopperChanged();
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1, 'offer-2': 1 });
  });

  test('continues a pending checkout with the merged cart [CART-45]', async () => {
    const shop = await customerWith([two]);
    const values = createMemoryStorage();
    const guest = await visit({ shop, values });
    guest.tab.store.add(one);
    await rest();
    const { tab } = await visit({ shop, values, who: CUSTOMER });
    await tab.store.checkout();
    const cart = shop.cartOf(CUSTOMER);
    expect(cart?.lines).toHaveLength(2);
    expect(tab.visitedUrls).toEqual([`https://checkout.example/${cart?.id}`]);
  });

  test('delays checkout until the sign-in is resolved', async () => {
    const shop = await customerWith([two]);
    let who: number | null = null;
    const wait = async (): Promise<void> => {
      who = CUSTOMER;
    };
    const tab = openTab(
      shop.signed(() => who),
      { deps: { shopper: () => who, wait } },
    );
    await tab.store.checkout();
    expect(tab.visitedUrls).toEqual([`https://checkout.example/${shop.cartOf(CUSTOMER)?.id}`]);
  });
});

describe('a cart of a URL', () => {
  test('opens for a guest, and takes in their own cart [CART-49]', async () => {
    const shop = new FakeShop(OFFERS);
    const friend = await visit({ shop });
    friend.tab.store.add(two);
    await rest();
    const id = friend.tab.store.current().cart?.id ?? '';
    const plain = await visit({ shop });
    plain.tab.store.openCart(id);
    await rest();
    expect(quantitiesIn(plain.tab)).toEqual({ 'offer-2': 1 });
    const own = await visit({ shop });
    own.tab.store.add(one);
    await rest();
    const flags = flagsDuring(own.tab);
    own.tab.store.openCart(id);
    await rest();
    expect(flags).toContainEqual({ isMerging: true, changeCartOnMerge: true });
    expect(quantitiesIn(own.tab)).toEqual({ 'offer-1': 1, 'offer-2': 1 });
    expect(own.tab.values.read(ID_KEY)).toBe(id);
  });

  test('is merged into a customer’s own cart', async () => {
    const shop = await customerWith([one]);
    const friend = await visit({ shop });
    friend.tab.store.add(two);
    await rest();
    const { tab } = await visit({ shop, who: CUSTOMER });
    tab.store.openCart(friend.tab.store.current().cart?.id ?? '');
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1, 'offer-2': 1 });
    expect(tab.store.current().cart?.customerId).toBe(CUSTOMER);
  });

  test('leaves the shopper’s cart unchanged and shows an error if it has expired', async () => {
    const { tab } = await visit();
    tab.store.add(one);
    await rest();
    tab.store.openCart('00000000-0000-4000-8000-999999999999');
    await rest();
    expect(quantitiesIn(tab)).toEqual({ 'offer-1': 1 });
    expect(tab.store.current().error).toBe('The cart in that link is empty or has expired.');
  });
});

test('offers to sign in for offers that are for customers only', async () => {
  const wrap =
    (transport: Transport): Transport =>
    async (call, input, options) =>
      call.path === '/api/create-cart'
        ? { status: 403, body: { code: 'offer_needs_login', title: 'This is a special access item. Please login and try again!' } }
        : transport(call, input, options);
  const { tab } = await visit({ wrap });
  tab.store.add(one);
  await rest();
  expect(tab.store.current()).toMatchObject({
    cart: null,
    offersLogin: true,
    error: 'This is a special access item. Please login and try again!',
  });
  tab.toasts.at(-1)?.action?.run();
  expect(tab.visitedUrls).toEqual(['log in']);
});
