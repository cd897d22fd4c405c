import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TERMS } from '#tests/fixtures/terms.ts';
import type { Cart } from '../contract.ts';
import { FakeShop, hit } from '../ui/testing/fake-shop.ts';
import { NO_INTENTS, withAddIntent, withSetIntent } from './line-intents.ts';
import { lineAgain, lineOfHit, markSoldOut, projectCart } from './optimistic-cart.ts';

const OFFERS = [hit(1, { packPrice: 171.35 }), hit(2, { packPrice: 288, packRRP: 408 }), hit(3, { packPrice: 12.5 })];

/** Creates a confirmed cart with these quantities of each offer. */
function cartOf(quantities: readonly number[], withCoupon: boolean): { shop: FakeShop; cart: Cart | null } {
  const shop = new FakeShop(OFFERS);
  let id: string | undefined;
  for (const [index, quantity] of quantities.entries()) {
    for (let added = 0; added < quantity; added += 1) {
      const { body } = shop.respond(id ? '/api/add-cart-item' : '/api/create-cart', { cartId: id, productId: index + 1 }, undefined);
      id = (body as { data: Cart }).data.id;
    }
  }
  if (id && withCoupon) shop.respond('/api/add-coupon', { cartId: id, couponCode: 'TENOFF' }, undefined);
  return { shop, cart: shop.view(id ?? null) };
}

const amountsOf = (cart: Cart | null) =>
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

describe('projectCart', () => {
  test('returns the confirmed cart itself if nothing is pending', () => {
    const { cart } = cartOf([1, 2, 0], true);
    expect(projectCart('AU', TERMS.AU, cart, NO_INTENTS)).toBe(cart);
  });

  test('shows the totals that the server will calculate for a new quantity, with coupon and delivery [CART-11]', () => {
    fc.assert(
      fc.property(fc.tuple(small, small, small), fc.boolean(), fc.constantFrom(0, 1, 2), small, (quantities, withCoupon, offer, wanted) => {
        const { shop, cart } = cartOf(quantities, withCoupon);
        const item = cart?.lineItems.find((line) => line.productId === offer + 1);
        fc.pre(cart !== null && item !== undefined && item.quantity !== wanted);
        if (!cart || !item) return;
        const projected = projectCart('AU', TERMS.AU, cart, withSetIntent(cart, NO_INTENTS, item.offerId, wanted));
        shop.respond('/api/update-cart-item', { cartId: cart.id, cartItemId: item.id, quantity: wanted }, undefined);
        expect(amountsOf(projected)).toEqual(amountsOf(shop.view(cart.id)));
      }),
    );
  });

  test('shows an added offer with its price at once', () => {
    const { cart } = cartOf([0, 1, 0], false);
    const projected = projectCart('AU', TERMS.AU, cart, withAddIntent(NO_INTENTS, lineOfHit(OFFERS[0] ?? hit(1)), 2));
    expect(projected?.lineItems.map((item) => [item.offerId, item.quantity, item.extendedListPrice])).toEqual([
      ['offer-2', 1, 288],
      ['offer-1', 2, 342.7],
    ]);
    expect(projected).toMatchObject({ cartQuantity: 3, isFreeShipping: true, cartTotal: 630.7 });
  });

  test('creates a cart for the first offer', () => {
    expect(projectCart('SG', TERMS.SG, null, withAddIntent(NO_INTENTS, lineOfHit(hit(3, { packPrice: 12.5 })), 1))).toMatchObject({
      cartAmount: 12.5,
      shippingTotal: 5,
    });
  });

  test('returns null after the last line is removed', () => {
    const { cart } = cartOf([1, 0, 0], true);
    expect(projectCart('AU', TERMS.AU, cart, withSetIntent(cart, NO_INTENTS, 'offer-1', 0))).toBeNull();
  });
});

describe('markSoldOut [CART-38]', () => {
  test('flags the lines of a product without stock, and the cart', () => {
    const { cart } = cartOf([1, 1, 0], false);
    const marked = markSoldOut(cart, [2]);
    expect(marked).toMatchObject({ withSoldOutItem: true, soldOutIDs: [2] });
    expect(marked?.lineItems.map((item) => [item.isSoldOut, item.inventoryStatus])).toEqual([
      [false, 'AVAILABLE'],
      [true, 'SOLD_OUT'],
    ]);
  });

  test('leaves the cart unchanged if every product has stock', () => {
    const { cart } = cartOf([1, 1, 0], false);
    expect(markSoldOut(cart, [99])).toBe(cart);
  });
});

test('leaves gift cards unchanged by other pending lines, and shows the recipient of a restored one at once', () => {
  const { cart } = cartOf([1, 1, 0], false);
  const [first, second] = cart?.lineItems ?? [];
  if (!cart || !first || !second) throw new Error('a line is missing');
  const gift = { recipientName: 'Ada', sendOn: '' };
  const withGift: Cart = { ...cart, lineItems: [{ ...first, gift }, second] };
  const summaryOf = (after: Cart | null) => after?.lineItems.map((item) => [item.offerId, item.quantity, item.gift?.recipientName]);
  const pending = withSetIntent(withGift, NO_INTENTS, second.offerId, 3);
  expect(summaryOf(projectCart('AU', TERMS.AU, withGift, pending))).toEqual([
    ['offer-1', 1, 'Ada'],
    ['offer-2', 3, undefined],
  ]);
  const removed = withSetIntent(withGift, NO_INTENTS, first.id, 0);
  expect(summaryOf(projectCart('AU', TERMS.AU, withGift, removed))).toEqual([['offer-2', 1, undefined]]);
  const again = withAddIntent(NO_INTENTS, lineAgain({ ...first, gift }), 1);
  expect(summaryOf(projectCart('AU', TERMS.AU, { ...withGift, lineItems: [second] }, again))).toEqual([
    ['offer-2', 1, undefined],
    ['offer-1', 1, 'Ada'],
  ]);
});
