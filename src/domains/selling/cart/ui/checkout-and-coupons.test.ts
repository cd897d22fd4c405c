import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import type { Transport } from '#lib/client.ts';
import type { Cart } from '../contract.ts';
import { problemsOf } from './redirect-to-checkout.ts';
import { openTab, type Tab } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';

const one = hit(1);
const two = hit(2);
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

async function shopping(
  values = createMemoryStorage(),
  wrap: (transport: Transport) => Transport = (transport) => transport,
): Promise<{ shop: FakeShop; tab: Tab }> {
  const shop = new FakeShop([one, two]);
  const tab = openTab(wrap(shop.transport), { values });
  tab.store.add(one);
  await rest();
  return { shop, tab };
}
const couponsOf = (tab: Tab) => tab.store.current().cart?.coupons.map(({ code }) => code);

describe('coupons', () => {
  test('trims a code, applies it and announces it', async () => {
    const { tab } = await shopping();
    tab.store.addCoupon('  tenoff ');
    await rest();
    expect(couponsOf(tab)).toEqual(['TENOFF']);
    expect(tab.store.current()).toMatchObject({ refusedCoupon: null, announcement: 'Coupon TENOFF applied.' });
    tab.store.removeCoupon('TENOFF');
    await rest();
    expect(couponsOf(tab)).toEqual([]);
  });

  test('shows the shop’s message for a rejected code [CART-64]', async () => {
    const { tab } = await shopping();
    tab.store.addCoupon('nope');
    await rest();
    expect(tab.store.current()).toMatchObject({
      isLoading: false,
      refusedCoupon: { code: 'nope', message: 'The coupon nope is not valid.', needsLogin: false },
    });
  });

  test.each(['', '   '])('ignores an empty code (%j) [PROMO-6]', async (code) => {
    const { shop, tab } = await shopping();
    tab.store.addCoupon(code);
    await rest();
    expect(shop.done).not.toContain('/api/add-coupon');
  });

  test('ignores a code without a cart, or while another one is pending [PROMO-6]', async () => {
    const { shop, tab } = await shopping();
    tab.store.addCoupon('TENOFF');
    tab.store.addCoupon('TENOFF');
    await rest();
    tab.store.setQuantity('offer-1', 0);
    await rest();
    tab.store.addCoupon('TENOFF');
    await rest();
    expect(shop.done.filter((path) => path === '/api/add-coupon')).toHaveLength(1);
  });
});

describe('a code of the URL', () => {
  test('waits for a cart and is applied silently [CART-25] [PROMO-11] [PROMO-12]', async () => {
    const values = createMemoryStorage();
    const shop = new FakeShop([one, two]);
    const tab = openTab(shop.transport, { values });
    const flags: boolean[] = [];
    tab.store.subscribe(() => {
      const { isSilentProcessing, isLoading } = tab.store.current();
      if (isSilentProcessing) flags.push(isLoading);
    });
    tab.store.saveCoupon('TENOFF');
    await rest();
    expect(values.read('vmcode')).toBe('TENOFF');
    tab.store.add(one);
    await rest();
    expect(couponsOf(tab)).toEqual(['TENOFF']);
    expect(flags.length).toBeGreaterThan(0);
    expect(flags).not.toContain(true);
  });

  test('is deleted without a message if it is rejected for good', async () => {
    const { shop, tab } = await shopping(createMemoryStorage({ vmcode: 'NOPE' }));
    expect(tab.values.read('vmcode')).toBeNull();
    expect(tab.store.current()).toMatchObject({ error: null, refusedCoupon: null });
    expect(shop.done.filter((path) => path === '/api/add-coupon')).toHaveLength(1);
  });

  test('is tried again when the cart differs if the cart was too small [PROMO-12]', async () => {
    let attempts = 0;
    const small =
      (transport: Transport): Transport =>
      async (call, input, options) => {
        if (call.path !== '/api/add-coupon') return transport(call, input, options);
        attempts += 1;
        return { status: 422, body: { code: 'coupon_minimum', title: 'Too small.' } };
      };
    const { tab } = await shopping(createMemoryStorage({ vmcode: 'TENOFF' }), small);
    tab.store.refresh();
    await rest();
    expect(attempts).toBe(1);
    tab.store.add(two);
    await rest();
    expect(attempts).toBe(2);
    expect(tab.values.read('vmcode')).toBe('TENOFF');
  });

  test('is reported once and not tried again if it is weaker than the shopper’s coupon [PROMO-8]', async () => {
    const weaker =
      (transport: Transport): Transport =>
      async (call, input, options) => {
        if (call.path !== '/api/add-coupon' || input.couponCode !== 'WEAK') return transport(call, input, options);
        attempts += 1;
        const { body } = await transport({ method: 'GET', path: '/api/initialize-cart' }, { cartId: input.cartId }, {});
        const { data } = body as { data: Cart };
        return { status: 200, body: { data: { ...data, version: data.version + 1, notices: ['WEAK is weaker.'] } } };
      };
    let attempts = 0;
    const { tab } = await shopping(createMemoryStorage(), weaker);
    tab.store.addCoupon('TENOFF');
    await rest();

    tab.store.saveCoupon('WEAK');
    await rest();

    expect(couponsOf(tab)).toEqual(['TENOFF']);
    expect(tab.store.current().notices).toEqual(['WEAK is weaker.']);
    expect(tab.values.read('vmcode')).toBeNull();
    tab.store.add(two);
    await rest();
    expect(attempts).toBe(1);
  });

  test('does not return after the shopper removed it', async () => {
    const { tab } = await shopping(createMemoryStorage({ vmcode: 'TENOFF' }));
    expect(couponsOf(tab)).toEqual(['TENOFF']);
    tab.store.removeCoupon('TENOFF');
    await rest();
    tab.store.add(two);
    await rest();
    expect(couponsOf(tab)).toEqual([]);
  });
});

describe('redirecting to checkout', () => {
  test('sends a guest without email to the guest entry [CHK-5]', async () => {
    const { shop, tab } = await shopping();
    await tab.store.checkout();
    expect(tab.visitedUrls).toEqual(['/auth/guest-checkout']);
    expect(shop.done).not.toContain('/api/checkout-redirect-url');
  });

  test('saves the email, waits for pending changes, then leaves [CART-19] [CHK-8]', async () => {
    const { shop, tab } = await shopping();
    tab.store.setEmail('guest@example.com');
    tab.store.setQuantity('offer-1', 3);
    await tab.store.checkout();
    const [cart] = [...shop.carts.values()];
    expect(cart).toMatchObject({ email: 'guest@example.com', lines: [{ quantity: 3 }] });
    expect(tab.visitedUrls).toEqual([`https://checkout.example/${cart?.id}`]);
    expect(shop.done.slice(-2)).toEqual(['/api/update-guest-cart-email', '/api/checkout-redirect-url']);
    expect(tab.store.current().isRedirecting).toBe(true);
  });

  test('enables the button again after returning from the browser’s history', async () => {
    const { tab } = await shopping();
    tab.store.setEmail('guest@example.com');
    await tab.store.checkout();
    tab.store.refresh();
    await rest();
    expect(tab.store.current().isRedirecting).toBe(false);
  });

  test.each<[string, number, string]>([
    ['sold out', 0, 'Wine 1 2021 has sold out. Remove it to continue.'],
    ['short', 2, 'Only 2 cases of Wine 1 2021 are left. Change the quantity to continue.'],
  ])('leads to /cart/ with the problem of a line that is %s', async (_, stock, problem) => {
    const { shop, tab } = await shopping();
    tab.store.setEmail('guest@example.com');
    tab.store.setQuantity('offer-1', 3);
    await rest();
    shop.stock.set(1, stock);
    for (const [id, cart] of shop.carts) {
      shop.carts.set(id, { ...cart, version: cart.version + 1, lines: cart.lines.map((line) => ({ ...line, availableStock: stock })) });
    }
    await tab.store.checkout();
    expect(tab.visitedUrls).toEqual(['/cart/']);
    expect(tab.store.current()).toMatchObject({ isRedirecting: false, problems: [problem] });
    tab.store.setQuantity('offer-1', 1);
    expect(tab.store.current().problems).toEqual([]);
  });

  test('shows a rejection by the checkout on the cart page', async () => {
    const closed =
      (transport: Transport): Transport =>
      async (call, input, options) =>
        call.path === '/api/checkout-redirect-url'
          ? { status: 422, body: { code: 'cart_not_ready', title: 'Not yet.' } }
          : transport(call, input, options);
    const { tab } = await shopping(createMemoryStorage(), closed);
    tab.store.setEmail('guest@example.com');
    await tab.store.checkout();
    expect(tab.visitedUrls).toEqual(['/cart/']);
    expect(tab.store.current()).toMatchObject({ isRedirecting: false, error: 'Not yet.' });
  });

  test.each(['javascript:alert(1)', '//elsewhere.example', '', 7])('rejects a checkout URL like %j', async (checkoutUrl) => {
    const odd =
      (transport: Transport): Transport =>
      async (call, input, options) =>
        call.path === '/api/checkout-redirect-url' ? { status: 200, body: { data: { checkoutUrl } } } : transport(call, input, options);
    const { tab } = await shopping(createMemoryStorage(), odd);
    tab.store.setEmail('guest@example.com');
    await tab.store.checkout();
    expect(tab.visitedUrls).toEqual(['/cart/']);
  });

  test('counts lines of the same product against its stock [CART-40]', async () => {
    const { tab } = await shopping();
    const { cart } = tab.store.current();
    const [item] = cart?.lineItems ?? [];
    if (!cart || !item) throw new Error('there is a cart');
    const twin = { ...item, id: 'twin', offerId: 'offer-1b', quantity: 2, availableStock: 2 };
    expect(problemsOf({ ...cart, lineItems: [{ ...item, availableStock: 2 }, twin] })).toHaveLength(2);
    expect(problemsOf({ ...cart, lineItems: [twin] })).toEqual([]);
  });
});
