import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cart } from '../contract.ts';
import { FakeShop, hit } from '../ui/testing/fake-shop.ts';
import { NO_INTENTS, withAddIntent, withSetIntent } from './line-intents.ts';
import { lineAgain, lineOfHit, markSoldOut, projectCart } from './optimistic-cart.ts';

const OFFERS = [hit(1, { packPrice: 171.35 }), hit(2, { packPrice: 288, packRRP: 408 }), hit(3, { packPrice: 12.5 })];

/** A shop whose cart holds so many cases of each offer. */
function cartOf(quantities: readonly number[], withCoupon: boolean): { shop: FakeShop; cart: Cart | null } {
  const shop = new FakeShop(OFFERS);
  let id: string | undefined;
  for (const [index, quantity] of quantities.entries()) {
    for (let added = 0; added < quantity; added += 1) {
      const { body } = shop.answer(id ? '/api/add-cart-item' : '/api/create-cart', { cartId: id, productId: index + 1 }, undefined);
      id = (body as { data: Cart }).data.id;
    }
  }
  if (id && withCoupon) shop.answer('/api/add-coupon', { cartId: id, couponCode: 'TENOFF' }, undefined);
  return { shop, cart: shop.view(id ?? null) };
}

const figures = (cart: Cart | null) =>
  cart && {
    total: cart.cartTotal,
    amount: cart.cartAmount,
    off: cart.totalDiscountAmount,
    tax: cart.taxTotal,
    delivery: cart.shippingTotal,
    words: cart.shippingPromoMessage,
    lines: cart.lineItems.map((item) => [item.offerId, item.quantity, item.extendedListPrice, item.discountAmount]),
  };

const small = fc.nat({ max: 4 });

describe('the cart as it will be', () => {
  test('where nothing is pending it is the confirmed cart itself', () => {
    const { cart } = cartOf([1, 2, 0], true);
    expect(projectCart('AU', cart, NO_INTENTS)).toBe(cart);
  });

  test('a number set shows the figures that the shop will answer, coupon and delivery included', () => {
    fc.assert(
      fc.property(fc.tuple(small, small, small), fc.boolean(), fc.constantFrom(0, 1, 2), small, (quantities, withCoupon, offer, wanted) => {
        const { shop, cart } = cartOf(quantities, withCoupon);
        const item = cart?.lineItems.find((line) => line.productId === offer + 1);
        fc.pre(cart !== null && item !== undefined && item.quantity !== wanted);
        if (!cart || !item) return;
        const shown = projectCart('AU', cart, withSetIntent(cart, NO_INTENTS, item.offerId, wanted));
        shop.answer('/api/update-cart-item', { cartId: cart.id, cartItemId: item.id, quantity: wanted }, undefined);
        expect(figures(shown)).toEqual(figures(shop.view(cart.id)));
      }),
    );
  });

  test('an offer added shows at once, with its price', () => {
    const { cart } = cartOf([0, 1, 0], false);
    const shown = projectCart('AU', cart, withAddIntent(NO_INTENTS, lineOfHit(OFFERS[0] ?? hit(1)), 2));
    expect(shown?.lineItems.map((item) => [item.offerId, item.quantity, item.extendedListPrice])).toEqual([
      ['offer-2', 1, 288],
      ['offer-1', 2, 342.7],
    ]);
    expect(shown).toMatchObject({ cartQuantity: 3, isFreeShipping: true, cartTotal: 630.7 });
  });

  test('the first offer makes a cart where there was none', () => {
    expect(projectCart('SG', null, withAddIntent(NO_INTENTS, lineOfHit(hit(3, { packPrice: 12.5 })), 1))).toMatchObject({
      cartAmount: 12.5,
      shippingTotal: 5,
    });
  });

  test('the last line taken out leaves none', () => {
    const { cart } = cartOf([1, 0, 0], true);
    expect(projectCart('AU', cart, withSetIntent(cart, NO_INTENTS, 'offer-1', 0))).toBeNull();
  });
});

describe('stock levels', () => {
  test('a product without stock is marked, and so is the cart', () => {
    const { cart } = cartOf([1, 1, 0], false);
    const marked = markSoldOut(cart, [2]);
    expect(marked).toMatchObject({ withSoldOutItem: true, soldOutIDs: [2] });
    expect(marked?.lineItems.map((item) => [item.isSoldOut, item.inventoryStatus])).toEqual([
      [false, 'AVAILABLE'],
      [true, 'SOLD_OUT'],
    ]);
  });

  test('where every product has stock the cart stays as it is', () => {
    const { cart } = cartOf([1, 1, 0], false);
    expect(markSoldOut(cart, [99])).toBe(cart);
  });
});

test('what is pending beside it takes nothing from a gift card, and what is put back says at once whom it is for', () => {
  const { cart } = cartOf([1, 1, 0], false);
  const [first, second] = cart?.lineItems ?? [];
  if (!cart || !first || !second) throw new Error('a line is missing');
  const gift = { recipientName: 'Ada', sendOn: '' };
  const withGift: Cart = { ...cart, lineItems: [{ ...first, gift }, second] };
  const told = (after: Cart | null) => after?.lineItems.map((item) => [item.offerId, item.quantity, item.gift?.recipientName]);
  const pending = withSetIntent(withGift, NO_INTENTS, second.offerId, 3);
  expect(told(projectCart('AU', withGift, pending))).toEqual([
    ['offer-1', 1, 'Ada'],
    ['offer-2', 3, undefined],
  ]);
  const removed = withSetIntent(withGift, NO_INTENTS, first.id, 0);
  expect(told(projectCart('AU', withGift, removed))).toEqual([['offer-2', 1, undefined]]);
  const again = withAddIntent(NO_INTENTS, lineAgain({ ...first, gift }), 1);
  expect(told(projectCart('AU', { ...withGift, lineItems: [second] }, again))).toEqual([
    ['offer-2', 1, undefined],
    ['offer-1', 1, 'Ada'],
  ]);
});
