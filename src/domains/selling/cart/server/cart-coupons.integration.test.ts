import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/client.ts';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import type { cartContract } from '../contract.ts';

let shop: TestShop;
let carts: Client<typeof cartContract>;
let cartWith: CartShop['cartWith'];

beforeAll(async () => {
  ({ shop, carts, cartWith } = await createCartTestShop());
});
afterAll(() => shop.stop());

describe('coupons', () => {
  test('applies WELCOME20 before delivery', async () => {
    const cart = await cartWith('dear');
    const after = value(await carts.addCoupon({ cartId: cart.id, couponCode: ' welcome20 ' }));
    expect(after).toMatchObject({
      baseAmount: 180.5,
      cartAmount: 160.5,
      cartTotal: 170.4,
      totalDiscountAmount: 20,
      coupons: [{ code: 'WELCOME20', discountedAmount: 20 }],
    });
    expect(value(await carts.removeCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }))).toMatchObject({ cartAmount: 180.5, coupons: [] });
  });

  test('replaces a coupon by a better one with a notice, and combines it with free delivery [PROMO-8]', async () => {
    const cart = await cartWith('dear', 'dear');
    await carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' });
    const withFreeShipping = value(await carts.addCoupon({ cartId: cart.id, couponCode: 'SHIPFREE' }));
    expect(withFreeShipping.coupons.map((coupon) => coupon.code)).toEqual(['WELCOME20', 'SHIPFREE']);
    expect(withFreeShipping.notices).toEqual([]);

    const after = value(await carts.addCoupon({ cartId: cart.id, couponCode: 'TENOFF' }));

    expect(after.coupons.map((coupon) => coupon.code)).toEqual(['SHIPFREE', 'TENOFF']);
    expect(after).toMatchObject({ cartAmount: 324.9, isFreeShipping: true, cartTotal: 324.9 });
    expect(after.notices).toEqual(["TENOFF replaced WELCOME20, because it saves you more. They can't be used together."]);
  });

  test('keeps the cart unchanged for a weaker coupon, with a notice [PROMO-8]', async () => {
    const cart = await cartWith('dear');
    const before = value(await carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }));

    const after = value(await carts.addCoupon({ cartId: cart.id, couponCode: 'TENOFF' }));

    expect(after).toEqual({
      ...before,
      version: after.version,
      notices: ["TENOFF wouldn't save you more than WELCOME20, so we kept WELCOME20."],
    });
    expect(value(await carts.initialize({ cartId: cart.id })).notices).toEqual([]);
  });

  test('rejects a weaker coupon that is not valid for the cart with that reason', async () => {
    const cart = await cartWith('dear');
    await carts.addCoupon({ cartId: cart.id, couponCode: 'TENOFF' });
    expect(errorOf(await carts.addCoupon({ cartId: cart.id, couponCode: 'BIGSPEND' }))).toMatchObject({ code: 'coupon_minimum' });
  });

  test('does not replace better automatic offers by an exclusive coupon [PROMO-8]', async () => {
    await shop.promotions(
      { id: 23, name: 'Autumn', actions: [{ kind: 'percentage', percent: 10 }] },
      { id: 24, name: 'Alone', code: 'ALONE', exclusive: true, actions: [{ kind: 'amount', amount: 5 }] },
    );
    const cart = await cartWith('dear');

    const after = value(await carts.addCoupon({ cartId: cart.id, couponCode: 'ALONE' }));

    expect(after).toMatchObject({ cartAmount: 162.45, coupons: [] });
    expect(after.notices).toEqual([
      "ALONE wouldn't save you more than the offers that are already in your cart, so we kept the offers that are already in your cart.",
    ]);
    await shop.promotions({ id: 23, name: 'Autumn', endsAt: '2020-01-01T00:00:00Z', actions: [{ kind: 'percentage', percent: 10 }] });
  });

  const refusals = [
    { code: 'NOSUCH', title: 'The coupon NOSUCH is not valid.', reason: 'coupon_invalid' },
    { code: 'sgonly', title: 'The coupon sgonly is not valid.', reason: 'coupon_invalid' },
    { code: 'LASTYEAR', title: 'The coupon code you entered has expired.', reason: 'coupon_expired' },
    {
      code: 'GOLDONLY',
      title: 'Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?',
      reason: 'coupon_needs_login',
    },
    {
      code: 'MEMBERS15',
      title: 'Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?',
      reason: 'coupon_needs_login',
    },
    { code: 'BIGSPEND', title: "This coupon code can't be used with some of the wines in your cart.", reason: 'coupon_minimum' },
  ];
  test.each(refusals)('rejects $code [PROMO-13] [PROMO-15] [PROMO-16] [PROMO-18] [PROMO-20]', async ({ code, title, reason }) => {
    const cart = await cartWith('dear');
    expect(errorOf(await carts.addCoupon({ cartId: cart.id, couponCode: code }))).toEqual({ status: 422, code: reason, title });
  });

  test('rejects any coupon below a cart amount of 10 [PROMO-10]', async () => {
    const cart = await cartWith('cheap');
    expect(errorOf(await carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }))).toMatchObject({ code: 'coupon_minimum' });
  });

  test('rejects coupons on gift cards, and removes the coupon with a notice when a gift card is added [PROMO-9] [PROMO-19]', async () => {
    const gift = await cartWith('gift');
    expect(gift).toMatchObject({ isGiftCardOnly: true, withGiftCard: true, shippingTotal: 0, cartTotal: 50 });
    expect(errorOf(await carts.addCoupon({ cartId: gift.id, couponCode: 'WELCOME20' }))).toMatchObject({
      title: 'Cannot purchase a gift card using a gift card or a coupon code',
    });
    const cart = await cartWith('dear');
    await carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' });
    const after = value(await carts.addItem({ ...payload('gift'), cartId: cart.id }));
    expect(after.coupons).toEqual([]);
    expect(after.notices).toEqual(['WELCOME20 was removed. Cannot purchase a gift card using a gift card or a coupon code']);
  });
});

describe('automatic promotions', () => {
  test('do not apply to a guest if they are restricted to a customer group', async () => {
    await shop.promotions({ id: 20, name: 'For Gold', groupIds: [4], actions: [{ kind: 'amount', amount: 7 }] });
    expect(await cartWith('dear')).toMatchObject({ cartAmount: 180.5, promotions: [], discountAmount: 0 });
  });

  test('apply by themselves, before coupons', async () => {
    await shop.promotions({ id: 21, name: 'Spring', actions: [{ kind: 'percentage', percent: 10 }] });
    const cart = await cartWith('dear');
    expect(cart).toMatchObject({ cartAmount: 162.45, discountAmount: 18.05, promotions: [{ name: 'Spring', discountedAmount: 18.05 }] });
    expect(value(await carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }))).toMatchObject({
      cartAmount: 142.45,
      discountAmount: 18.05,
      totalDiscountAmount: 38.05,
    });
    await shop.promotions({ id: 21, name: 'Spring', endsAt: '2020-01-01T00:00:00Z', actions: [{ kind: 'percentage', percent: 10 }] });
  });
});

test('removes a coupon that expires while it is on a cart, with a notice', async () => {
  await shop.promotions({ id: 22, name: 'Short', code: 'SHORT', actions: [{ kind: 'amount', amount: 5 }] });
  const cart = await cartWith('dear');
  expect(value(await carts.addCoupon({ cartId: cart.id, couponCode: 'SHORT' })).cartAmount).toBe(175.5);
  await shop.promotions({ id: 22, name: 'Short', code: 'SHORT', endsAt: '2020-01-01T00:00:00Z', actions: [{ kind: 'amount', amount: 5 }] });
  expect(value(await carts.initialize({ cartId: cart.id }))).toMatchObject({
    cartAmount: 180.5,
    coupons: [],
    notices: ['SHORT was removed. The coupon code you entered has expired.'],
  });
});

test('rejects any code for a while after twenty failed coupons in a minute [API-24]', async () => {
  const cart = await cartWith('dear');
  const guess = (couponCode: string) => carts.addCoupon({ cartId: cart.id, couponCode });
  for (let turn = 0; turn < 40; turn += 1) {
    const result = await guess(`GUESS${turn}`);
    if (!result.ok && result.status === 429) break;
  }
  expect(errorOf(await guess('WELCOME20'))).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(value(await carts.addItem({ ...payload('plenty'), cartId: cart.id })).cartQuantity).toBe(2);
});
