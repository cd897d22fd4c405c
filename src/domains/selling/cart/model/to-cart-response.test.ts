import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { photoPath } from '#domains/catalogue/model/photo.ts';
import { anyCart, cartState, giftLine, line } from '#tests/fixtures/carts.ts';
import { promotion } from '#tests/fixtures/promotions.ts';
import { cart as cartSchema } from '../contract.ts';
import { maskEmail, toCartResponse } from './to-cart-response.ts';

/** The fields of a cart [CART-1] and of a line [CART-7]. */
const CART_FIELDS = [
  'id customerId customerEmail cartAmount cartTotal shippingTotal cartQuantity lineItems shippingPromoMessage',
  'withSoldOutItem showOneClickCheckout soldOutIDs withGiftCard isGiftCardOnly promotions discountAmount',
  'totalDiscountAmount coupons isFreeShipping',
]
  .join(' ')
  .split(' ');
const LINE_FIELDS = [
  'id productId sku name imageUrl offerId hidden quantity listPrice salePrice comparisonPrice extendedListPrice',
  'extendedSalePrice extendedComparisonPrice discountAmount addedByPromotion slug isSoldOut hideRRP inventoryStatus',
  'currentStock availableStock packSize skuType category isSpirit hasHeroImages',
]
  .join(' ')
  .split(' ');

const tenOff = promotion();
const automatic = promotion({ id: 9, code: null, name: 'Five off', actions: [{ kind: 'amount', cents: 5_00 }] });

test.each(CART_FIELDS)('a cart has %s [CART-1]', (field) => {
  expect(toCartResponse(cartState(), false)).toHaveProperty(field);
});

test.each(LINE_FIELDS)('a line has %s [CART-7]', (field) => {
  expect(toCartResponse(cartState(), false).lineItems[0]).toHaveProperty(field);
});

test('converts every field of a cart [CART-1] [CART-3] [CART-4] [CART-5]', () => {
  const state = cartState({
    version: 7,
    customerId: 42,
    email: 'green@cellardoor.example',
    region: 'WA',
    lines: [line({ quantity: 2 })],
    coupons: [tenOff],
    automatic: [automatic],
  });
  expect(toCartResponse(state, true, { notices: ['One case was added.'] })).toEqual({
    id: state.id,
    version: 7,
    customerId: 42,
    customerEmail: 'green@cellardoor.example',
    region: 'WA',
    baseAmount: 240,
    cartAmount: 225,
    cartTotal: 239.9,
    shippingTotal: 14.9,
    taxTotal: 21.81,
    cartQuantity: 2,
    lineItems: [
      {
        id: line().id,
        productId: 1,
        sku: 'ORD-SHZ-21',
        name: 'Old Block Shiraz',
        brand: 'Orchard End',
        vintage: '2021',
        offerVariant: '',
        imageUrl: '/pictures/bottle/orchard-end-shiraz.v1.svg',
        offerId: 'orchard-end-shiraz',
        hidden: false,
        quantity: 2,
        listPrice: 120,
        salePrice: 112.5,
        comparisonPrice: 150,
        extendedListPrice: 240,
        extendedSalePrice: 225,
        extendedComparisonPrice: 300,
        discountAmount: 15,
        discounts: [
          { id: 9, name: 'Five off', what: 'amount', amount: 5 },
          { id: 1, name: 'Ten off', what: 'amount', amount: 10 },
        ],
        addedByPromotion: false,
        slug: '/wines/orchard-end/orchard-end-shiraz',
        isSoldOut: false,
        hideRRP: false,
        inventoryStatus: 'AVAILABLE',
        currentStock: 50,
        availableStock: 50,
        bottleMl: 750,
        orderQuantityMaximum: 0,
        packSize: 12,
        skuType: 'physical',
        category: 'Red',
        isSpirit: false,
        hasHeroImages: false,
      },
    ],
    shippingPromoMessage: 'add 1 more case',
    withSoldOutItem: false,
    showOneClickCheckout: false,
    soldOutIDs: [],
    withGiftCard: false,
    isGiftCardOnly: false,
    promotions: [
      { id: 9, name: 'Five off', discountedAmount: 5, freeShipping: false, coupon: null },
      { id: 1, name: 'Ten off', discountedAmount: 10, freeShipping: false, coupon: 'TEN' },
    ],
    discountAmount: 5,
    totalDiscountAmount: 15,
    coupons: [{ id: 1, code: 'TEN', couponType: 'per_total_discount', discountedAmount: 10 }],
    isFreeShipping: false,
    notices: ['One case was added.'],
    changes: [],
    banners: [],
    shippingDiscounts: [],
  });
});

describe('line [CART-7] [CART-8]', () => {
  test.each([
    { name: 'a secret offer is hidden', given: line({ offer: { secret: true } }), shows: { hidden: true } },
    { name: 'without an RRP', given: line({ comparisonCents: null }), shows: { comparisonPrice: null, extendedComparisonPrice: null } },
    { name: 'whose RRP is hidden', given: line({ offer: { hideRRP: true } }), shows: { hideRRP: true } },
    { name: 'without a picture [CAT-22]', given: line({ offer: { imageUrl: '' } }), shows: { hasHeroImages: false } },
    {
      name: 'with a picture of the retailer [CAT-22]',
      given: line({ offer: { imageUrl: photoPath({ id: 'a'.repeat(20), width: 800, height: 1200 }) } }),
      shows: { hasHeroImages: true },
    },
    {
      name: 'sold out by stock',
      given: line({ availableStock: 0 }),
      shows: { isSoldOut: true, inventoryStatus: 'SOLD_OUT', currentStock: 50 },
    },
    {
      name: 'sold out by its record',
      given: line({ inventoryStatus: 'SOLD_OUT' }),
      shows: { isSoldOut: true, inventoryStatus: 'SOLD_OUT' },
    },
    {
      name: 'on presale',
      given: line({ inventoryStatus: 'PRESELLING' }),
      shows: { isSoldOut: false, inventoryStatus: 'PRESELLING' },
    },
    {
      name: 'added by a promotion',
      given: line({ addedByPromotion: true, quantity: 2 }),
      shows: { addedByPromotion: true, listPrice: 120, salePrice: 0, extendedListPrice: 240, extendedSalePrice: 0, discountAmount: 0 },
    },
    { name: 'a gift card', given: giftLine(), shows: { skuType: 'digital', category: 'Gift card', salePrice: 100 } },
  ])('$name', ({ given, shows }) => {
    expect(toCartResponse(cartState({ lines: [given] }), false).lineItems[0]).toMatchObject(shows);
  });
});

test('lists each sold-out product once', () => {
  const lines = [
    line({ offerId: 'a', productId: 5, availableStock: 0 }),
    line({ offerId: 'b', productId: 5, availableStock: 0 }),
    line({ offerId: 'c', productId: 6 }),
  ];
  expect(toCartResponse(cartState({ lines }), false)).toMatchObject({ withSoldOutItem: true, soldOutIDs: [5] });
});

test('lists a free shipping coupon among coupons and promotions without a discount [PROMO-1]', () => {
  const shipFree = promotion({ id: 3, code: 'SHIPFREE', couponType: 'free_shipping', actions: [{ kind: 'free_shipping' }] });
  expect(toCartResponse(cartState({ coupons: [shipFree] }), false)).toMatchObject({
    coupons: [{ id: 3, code: 'SHIPFREE', couponType: 'free_shipping', discountedAmount: 0 }],
    promotions: [{ id: 3, freeShipping: true, coupon: 'SHIPFREE' }],
    isFreeShipping: true,
    shippingTotal: 0,
    cartTotal: 120,
  });
});

test('leaves out an automatic promotion without effect, but not a coupon without effect', () => {
  const farOff = { minimumCents: 500_00 };
  const state = cartState({ automatic: [{ ...automatic, ...farOff }], coupons: [promotion(farOff)] });
  expect(toCartResponse(state, false).promotions).toEqual([
    { id: 1, name: 'Ten off', discountedAmount: 0, freeShipping: false, coupon: 'TEN' },
  ]);
});

describe('visibility of the email [CART-13]', () => {
  test.each([
    { name: 'the owner reads it', email: 'green@cellardoor.example', isOwner: true, shown: 'green@cellardoor.example' },
    { name: 'everyone with the id reads it masked', email: 'green@cellardoor.example', isOwner: false, shown: 'g***n@cellardoor.example' },
    { name: 'no email', email: null, isOwner: false, shown: null },
  ])('$name', ({ email, isOwner, shown }) => {
    expect(toCartResponse(cartState({ email }), isOwner).customerEmail).toBe(shown);
  });

  test.each([
    ['a@b.example', 'a***@b.example'],
    ['ab@b.example', 'a***@b.example'],
    ['abc@b.example', 'a***c@b.example'],
    ['a.long.name+tag@b.example', 'a***g@b.example'],
    ['"odd@name"@b.example', '"***"@b.example'],
  ])('masks %s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  test('shows at most the first and last character of the name, and hides its length', () => {
    const name = fc.stringMatching(/^[a-z0-9.]{1,40}$/);
    fc.assert(
      fc.property(name, (input) => {
        const [masked = ''] = maskEmail(`${input}@b.example`).split('@');
        expect(masked).toMatch(/^.\*{3}.?$/);
      }),
    );
  });
});

test('matches the contract without additional fields for every cart', () => {
  fc.assert(
    fc.property(anyCart, fc.boolean(), (state, isOwner) => {
      const view = toCartResponse({ ...state, email: 'a@b.example' }, isOwner);
      expect(cartSchema.strict().parse(view)).toEqual(view);
      expect(JSON.parse(JSON.stringify(view))).toEqual(view);
    }),
  );
});
