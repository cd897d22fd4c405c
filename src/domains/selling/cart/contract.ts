/** Contract of the cart's endpoints and their wire format [CART-1] [CART-7]: camelCase, decimal amounts. */
import { z } from 'zod';
import { INVENTORY_STATUSES } from '#domains/catalogue/model/record.ts';
import { OWNERSHIP_ERRORS, TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { GIFT_DETAIL_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import { enteredGiftDetails, giftTag } from '#domains/selling/gift-cards/model/gift-details.ts';
import { COUPON_ERRORS } from '#domains/selling/promotions/messages.ts';
import { ACTION_KINDS, BANNER_PAGES, BANNER_TYPES, COUPON_TYPES } from '#domains/selling/promotions/model/promotion.ts';
import { calls } from '#lib/define-contract.ts';
import { emailField } from '#lib/email-field.ts';
import { ADD_ERRORS, CREATE_ERRORS, NO_CART, UPDATE_ERRORS, VERSION_REFUSAL } from './messages.ts';
import { CHANGE_KINDS, CHANGE_REASONS } from './model/line-changes.ts';

/** A line: a physical item, a digital item or a gift card [CART-7] [CART-8]. */
export const lineItem = z.object({
  id: z.uuid(),
  productId: z.number().int(),
  sku: z.string(),
  name: z.string(),
  brand: z.string(),
  vintage: z.string(),
  offerVariant: z.string().describe('What tells it from its siblings, as an age'),
  imageUrl: z.string(),
  offerId: z.string(),
  hidden: z.boolean().describe('The offer is secret: it is in this cart, but on no list'),
  quantity: z.number().int(),
  listPrice: z.number(),
  salePrice: z.number(),
  comparisonPrice: z.number().nullable(),
  extendedListPrice: z.number(),
  extendedSalePrice: z.number(),
  extendedComparisonPrice: z.number().nullable(),
  discountAmount: z.number().describe("This line's share of the discounts"),
  discounts: z
    .array(z.object({ id: z.number().int(), name: z.string(), what: z.enum(ACTION_KINDS), amount: z.number() }))
    .describe("Why this price: what each promotion took off; they add up to discountAmount, a gift's to its price"),
  addedByPromotion: z.boolean(),
  slug: z.string().describe('The path of its page'),
  isSoldOut: z.boolean(),
  hideRRP: z.boolean(),
  inventoryStatus: z.enum(INVENTORY_STATUSES),
  currentStock: z.number().int(),
  availableStock: z.number().int(),
  orderQuantityMaximum: z.number().int(),
  packSize: z.number().int(),
  bottleMl: z.number().int().describe('Of one bottle; 0 where it is not known'),
  skuType: z.enum(['physical', 'digital']),
  category: z.string(),
  isSpirit: z.boolean(),
  hasHeroImages: z.boolean().describe('The retailer has pictures of its own of it; otherwise it is drawn'),
  gift: giftTag.exactOptional().describe('Whom a gift card is for, where its buyer said so'),
});

export const lineChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  reason: z
    .enum(CHANGE_REASONS)
    .describe('promotion: a gift that an offer put in, changed or took out; price: told until the next change of the cart'),
  offerId: z.string(),
  productId: z.number().int(),
  name: z.string(),
  previousQuantity: z.number().int().describe('0 where it is new'),
  quantity: z.number().int().describe('0 where it is gone'),
  previousPrice: z.number().exactOptional().describe('Of a case, where that is what changed'),
  price: z.number().exactOptional(),
});

/** A cart [CART-1]. `customerId` is 0 for a guest [CART-2]. */
export const cart = z.object({
  id: z.uuid(),
  version: z.number().int(),
  customerId: z.number().int().describe('0 is a guest'),
  customerEmail: z.string().nullable().describe('Masked for whoever is not its owner'),
  region: z.string().nullable().describe('State code the delivery charge is for; null where it is not known'),
  baseAmount: z.number().describe('Lines at their list price'),
  cartAmount: z.number().describe('What is left after discounts'),
  cartTotal: z.number(),
  shippingTotal: z.number().describe('0 when free'),
  taxTotal: z.number().describe('Tax contained in cartTotal, never added'),
  cartQuantity: z.number().int(),
  lineItems: z.array(lineItem),
  declinedGifts: z
    .array(lineItem)
    .exactOptional()
    .describe('Gifts that the shopper took out and could have now; update-cart-item with a quantity of 1 takes one back'),
  shippingPromoMessage: z.string(),
  withSoldOutItem: z.boolean(),
  showOneClickCheckout: z.boolean(),
  soldOutIDs: z.array(z.number().int()),
  withGiftCard: z.boolean(),
  isGiftCardOnly: z.boolean(),
  promotions: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      discountedAmount: z.number(),
      freeShipping: z.boolean(),
      coupon: z.string().nullable(),
    }),
  ),
  discountAmount: z.number().describe('Taken off by automatic promotions'),
  totalDiscountAmount: z.number().describe('Taken off by promotions and coupons together'),
  coupons: z.array(z.object({ id: z.number().int(), code: z.string(), couponType: z.enum(COUPON_TYPES), discountedAmount: z.number() })),
  isFreeShipping: z.boolean(),
  shippingDiscounts: z
    .array(
      z.object({
        id: z.number().int().nullable().describe('The promotion; null for the rule of the market'),
        name: z.string(),
        what: z.enum(['cases', 'value', 'free_shipping']),
        amount: z.number(),
      }),
    )
    .describe('Why delivery is free, and what it would cost'),
  banners: z.array(z.object({ id: z.string(), type: z.enum(BANNER_TYPES), page: z.enum(BANNER_PAGES), text: z.string() })),
  notices: z.array(z.string()).describe('What the shop changed by itself in this step, in sentences for the shopper'),
  changes: z.array(lineChange).describe('The same of its lines, as data'),
});
export type Cart = z.output<typeof cart>;
export type LineItem = z.output<typeof lineItem>;

const cartAnswer = z.object({ data: cart });
const cartId = z.uuid();
/** A JSON array of ids in a query parameter. */
const cartIds = z
  .string()
  .max(2_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be a JSON list of cart ids');
      return z.NEVER;
    }
  })
  .pipe(z.array(cartId).min(1).max(20));
const customerId = z.coerce.number().int().min(0).max(2_147_483_647).default(0);
/** The server reads only the ids of the offer [CART-30]; price, stock, eligibility and limits come from its catalogue. */
const offer = z.looseObject({ offerId: z.string().max(64).optional(), objectID: z.string().max(64).optional() });
const gift = enteredGiftDetails.exactOptional().describe('Of a gift card: whom it is for');
const giftOf = z
  .uuid()
  .exactOptional()
  .describe('A line of a gift card that was taken out within the hour: put it back for the same person');
const productId = z.coerce.number().int().min(1).max(2_147_483_647);

export const cartContract = calls({
  /** [API-44] */
  addItem: {
    method: 'POST',
    path: '/api/add-cart-item',
    summary: 'Add one case of an offer to a cart',
    reference: '[CART-29, API-44]',
    input: z.object({ offer, cartId, productId, customerId, gift, giftOf }),
    output: cartAnswer,
    mutates: true,
    handlesRepeats: true,
    errors: { ...ADD_ERRORS, ...GIFT_DETAIL_ERRORS, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-45] */
  create: {
    method: 'POST',
    path: '/api/create-cart',
    summary: 'Create a cart with one case of an offer',
    reference: '[CART-29, API-45]',
    input: z.object({ offer, productId, customerId, gift, giftOf }),
    output: cartAnswer,
    mutates: true,
    handlesRepeats: true,
    errors: { ...CREATE_ERRORS, ...GIFT_DETAIL_ERRORS, ...OWNERSHIP_ERRORS },
  },
  /** [API-48] */
  initialize: {
    method: 'GET',
    path: '/api/initialize-cart',
    summary: 'Read a cart',
    reference: '[CART-36, API-48]',
    input: z.object({ cartId, customerId }),
    output: cartAnswer,
    mutates: false,
    errors: { cart_not_found: { ...NO_CART, body: { data: null } }, ...OWNERSHIP_ERRORS },
  },
  /** [API-51] */
  removeItem: {
    method: 'GET',
    path: '/api/remove-cart-item',
    summary: 'Remove a line, or decline a gift; 204 where the cart is empty after it',
    reference: '[CART-31, API-51]',
    input: z.object({ cartId, cartItemId: z.uuid() }),
    output: cartAnswer.nullable(),
    emptyStatus: 204,
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-52] */
  updateItem: {
    method: 'GET',
    path: '/api/update-cart-item',
    summary: 'Set the quantity of a line; 0 removes it, 204 where the cart is empty after it. Of a gift, 0 declines it, more takes it back',
    reference: '[CART-31, API-52]',
    input: z.object({ cartId, cartItemId: z.uuid(), productId, quantity: z.coerce.number().int().min(0).max(10_000) }),
    output: cartAnswer.nullable(),
    emptyStatus: 204,
    mutates: true,
    handlesRepeats: true,
    errors: { ...UPDATE_ERRORS, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-53] */
  addCoupon: {
    method: 'POST',
    path: '/api/add-coupon',
    summary: 'Put a coupon on a cart',
    reference: '[PROMO-13, API-53]',
    input: z.object({ cartId, couponCode: z.string().trim().min(1).max(200) }),
    output: cartAnswer,
    mutates: true,
    handlesRepeats: true,
    failureLimitPerMinute: 20,
    errors: { cart_not_found: NO_CART, ...COUPON_ERRORS, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-54] */
  removeCoupon: {
    method: 'GET',
    path: '/api/remove-coupon',
    summary: 'Take a coupon off a cart; 204 where the cart is empty',
    reference: '[CART-31, API-54]',
    input: z.object({ cartId, couponCode: z.string().trim().min(1).max(200) }),
    output: cartAnswer.nullable(),
    emptyStatus: 204,
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-49] */
  merge: {
    method: 'GET',
    path: '/api/merge-carts',
    summary: 'Merge carts into one: cartId, else the customer’s, else the first; a customer’s own cart always takes part',
    reference: '[CART-48, API-49]',
    input: z.object({ cartIds, cartId: cartId.optional() }),
    output: z.object({
      data: cart.nullable().describe('Null where nothing could stay'),
      notices: z.array(z.string()),
      changes: z.array(lineChange),
    }),
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: { ...NO_CART, body: { data: null } }, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-46] */
  updateGuestEmail: {
    method: 'GET',
    path: '/api/update-guest-cart-email',
    summary: 'Save the e-mail of a guest with their cart',
    reference: '[CHK-8, API-46]',
    input: z.object({ cartId, email: emailField }),
    output: cartAnswer,
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-47] */
  destroy: {
    method: 'GET',
    path: '/api/destroy-cart',
    summary: 'Empty a cart and forget it',
    reference: '[API-47]',
    input: z.object({ cartId }),
    output: z.object({ data: z.null() }),
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-50] */
  check: {
    method: 'GET',
    path: '/api/check-cart',
    summary: 'Whether a cart exists, and how many cases it holds',
    reference: '[CART-49, API-50]',
    input: z.object({ cartId }),
    output: z.object({ data: z.object({ id: z.uuid(), cartQuantity: z.number().int() }) }),
    mutates: false,
    errors: { cart_not_found: NO_CART, ...TOKEN_ERRORS },
  },
  /** [API-55] */
  inventoryLevels: {
    method: 'GET',
    path: '/api/inventory-levels',
    summary: 'Cases of products that can be bought now; ids that are unknown or hidden from the caller are left out',
    reference: '[CAT-5, API-55]',
    input: z.object({
      ids: z
        .string()
        .max(4_000)
        .regex(/^\d{1,10}(,\d{1,10})*$/, 'must be product ids joined by commas'),
    }),
    output: z.array(z.object({ id: z.number().int(), inventory_level: z.number().int() })),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  /** [API-56] */
  productDetails: {
    method: 'GET',
    path: '/api/product-details',
    summary: 'The purchase limit of a product; 0 is none',
    reference: '[CAT-6, API-56]',
    input: z.object({ id: productId }),
    output: z.object({ data: z.object({ order_quantity_maximum: z.number().int() }) }),
    mutates: false,
    errors: { product_not_found: { status: 404, title: "We couldn't find that product." }, ...TOKEN_ERRORS },
  },
});
