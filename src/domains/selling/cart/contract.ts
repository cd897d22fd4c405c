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
import { ADD_ERRORS, CREATE_ERRORS, NO_CART, UPDATE_ERRORS, VERSION_REFUSAL } from './messages/errors.ts';
import { CHANGE_KINDS, CHANGE_REASONS } from './model/line-changes.ts';

/** A line: a physical item, a digital item or a gift card [CART-7] [CART-8]. */
export const lineItem = z.object({
  id: z.uuid(),
  productId: z.number().int(),
  sku: z.string(),
  name: z.string(),
  brand: z.string(),
  vintage: z.string(),
  offerVariant: z.string().describe('Distinguishes variants of an offer, for example an age'),
  imageUrl: z.string(),
  offerId: z.string(),
  hidden: z.boolean().describe('True for a secret offer, which is on no list'),
  quantity: z.number().int(),
  listPrice: z.number(),
  salePrice: z.number(),
  comparisonPrice: z.number().nullable(),
  extendedListPrice: z.number(),
  extendedSalePrice: z.number(),
  extendedComparisonPrice: z.number().nullable(),
  discountAmount: z.number().describe('Share of the discounts of this line'),
  discounts: z
    .array(z.object({ id: z.number().int(), name: z.string(), what: z.enum(ACTION_KINDS), amount: z.number() }))
    .describe('Discount of each promotion. The sum is discountAmount, or the price of a gift'),
  addedByPromotion: z.boolean(),
  slug: z.string().describe('Path of the offer page'),
  isSoldOut: z.boolean(),
  hideRRP: z.boolean(),
  inventoryStatus: z.enum(INVENTORY_STATUSES),
  currentStock: z.number().int(),
  availableStock: z.number().int(),
  orderQuantityMaximum: z.number().int(),
  packSize: z.number().int(),
  bottleMl: z.number().int().describe('Volume of one bottle; 0 if unknown'),
  skuType: z.enum(['physical', 'digital']),
  category: z.string(),
  isSpirit: z.boolean(),
  /** [CAT-22] */
  hasHeroImages: z.boolean().describe('True if the retailer uploaded pictures; otherwise the picture is drawn'),
  gift: giftTag.exactOptional().describe('Recipient of a gift card, if the buyer named one'),
});

export const lineChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  reason: z
    .enum(CHANGE_REASONS)
    .describe('promotion: a promotion added, changed or removed a gift; price: reported until the next change of the cart'),
  offerId: z.string(),
  productId: z.number().int(),
  name: z.string(),
  previousQuantity: z.number().int().describe('0 if the line is new'),
  quantity: z.number().int().describe('0 if the line was removed'),
  previousPrice: z.number().exactOptional().describe('Price of a case, if it changed'),
  price: z.number().exactOptional(),
});

/** A cart [CART-1]. `customerId` is 0 for a guest [CART-2]. */
export const cart = z.object({
  id: z.uuid(),
  version: z.number().int(),
  customerId: z.number().int().describe('0 for a guest'),
  customerEmail: z.string().nullable().describe('Masked for everyone but the owner'),
  region: z.string().nullable().describe('State code of the delivery fee; null if unknown'),
  baseAmount: z.number().describe('Sum of the lines at list price'),
  cartAmount: z.number().describe('Amount after discounts'),
  cartTotal: z.number(),
  shippingTotal: z.number().describe('0 if delivery is free'),
  taxTotal: z.number().describe('Tax included in cartTotal, never added to it'),
  cartQuantity: z.number().int(),
  lineItems: z.array(lineItem),
  declinedGifts: z
    .array(lineItem)
    .exactOptional()
    .describe('Gifts that the shopper declined and can still accept by update-cart-item with quantity 1'),
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
  discountAmount: z.number().describe('Discount of automatic promotions'),
  totalDiscountAmount: z.number().describe('Discount of promotions and coupons'),
  coupons: z.array(z.object({ id: z.number().int(), code: z.string(), couponType: z.enum(COUPON_TYPES), discountedAmount: z.number() })),
  isFreeShipping: z.boolean(),
  shippingDiscounts: z
    .array(
      z.object({
        id: z.number().int().nullable().describe("Name of the promotion; null for the market's rule"),
        name: z.string(),
        what: z.enum(['cases', 'value', 'free_shipping']),
        amount: z.number(),
      }),
    )
    .describe('Reason for free delivery, and the fee without it'),
  banners: z.array(z.object({ id: z.string(), type: z.enum(BANNER_TYPES), page: z.enum(BANNER_PAGES), text: z.string() })),
  notices: z.array(z.string()).describe('Sentences for the shopper about automatic changes of this request'),
  changes: z.array(lineChange).describe('Changes of lines as data'),
});
export type Cart = z.output<typeof cart>;
export type LineItem = z.output<typeof lineItem>;

/** Response of the calls that return a cart [API-5]. A call with `emptyStatus` answers 204 if the cart became empty [API-6]. */
const cartResponse = z.object({ data: cart });
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
const gift = enteredGiftDetails.exactOptional().describe('Recipient of a gift card');
const giftOf = z
  .uuid()
  .exactOptional()
  .describe('Line of a gift card that was removed within the last hour; adds it again for the same recipient');
const productId = z.coerce.number().int().min(1).max(2_147_483_647);

export const cartContract = calls({
  /** [API-44] */
  addItem: {
    method: 'POST',
    path: '/api/add-cart-item',
    summary: 'Adds one case of an offer to a cart',
    reference: '[CART-29, API-44]',
    input: z.object({ offer, cartId, productId, customerId, gift, giftOf }),
    output: cartResponse,
    mutates: true,
    handlesRepeats: true,
    errors: { ...ADD_ERRORS, ...GIFT_DETAIL_ERRORS, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-45] */
  create: {
    method: 'POST',
    path: '/api/create-cart',
    summary: 'Creates a cart with one case of an offer',
    reference: '[CART-29, API-45]',
    input: z.object({ offer, productId, customerId, gift, giftOf }),
    output: cartResponse,
    mutates: true,
    handlesRepeats: true,
    errors: { ...CREATE_ERRORS, ...GIFT_DETAIL_ERRORS, ...OWNERSHIP_ERRORS },
  },
  /** [API-48] */
  initialize: {
    method: 'GET',
    path: '/api/initialize-cart',
    summary: 'Returns a cart',
    reference: '[CART-36, API-48]',
    input: z.object({ cartId, customerId }),
    output: cartResponse,
    mutates: false,
    errors: { cart_not_found: { ...NO_CART, body: { data: null } }, ...OWNERSHIP_ERRORS },
  },
  /** [API-51] */
  removeItem: {
    method: 'GET',
    path: '/api/remove-cart-item',
    summary: 'Removes a line or declines a gift; 204 if the cart became empty',
    reference: '[CART-31, API-51]',
    input: z.object({ cartId, cartItemId: z.uuid() }),
    output: cartResponse.nullable(),
    emptyStatus: 204,
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-52] */
  updateItem: {
    method: 'GET',
    path: '/api/update-cart-item',
    summary: 'Sets the quantity of a line; 0 removes it, 204 if the cart became empty. 0 declines a gift, 1 or more accepts it again',
    reference: '[CART-31, API-52]',
    input: z.object({ cartId, cartItemId: z.uuid(), productId, quantity: z.coerce.number().int().min(0).max(10_000) }),
    output: cartResponse.nullable(),
    emptyStatus: 204,
    mutates: true,
    handlesRepeats: true,
    errors: { ...UPDATE_ERRORS, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-53] */
  addCoupon: {
    method: 'POST',
    path: '/api/add-coupon',
    summary: 'Adds a coupon to a cart',
    reference: '[PROMO-13, API-53]',
    input: z.object({ cartId, couponCode: z.string().trim().min(1).max(200) }),
    output: cartResponse,
    mutates: true,
    handlesRepeats: true,
    failureLimitPerMinute: 20,
    errors: { cart_not_found: NO_CART, ...COUPON_ERRORS, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-54] */
  removeCoupon: {
    method: 'GET',
    path: '/api/remove-coupon',
    summary: 'Removes a coupon from a cart; 204 if the cart is empty',
    reference: '[CART-31, API-54]',
    input: z.object({ cartId, couponCode: z.string().trim().min(1).max(200) }),
    output: cartResponse.nullable(),
    emptyStatus: 204,
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-49] */
  merge: {
    method: 'GET',
    path: '/api/merge-carts',
    summary: 'Merges carts into cartId, otherwise the customer’s cart, otherwise the first. The customer’s own cart is always merged',
    reference: '[CART-48, API-49]',
    input: z.object({ cartIds, cartId: cartId.optional() }),
    output: z.object({
      data: cart.nullable().describe('Null if no line remains'),
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
    summary: "Saves the guest's email address in the cart",
    reference: '[CHK-8, API-46]',
    input: z.object({ cartId, email: emailField }),
    output: cartResponse,
    mutates: true,
    handlesRepeats: true,
    errors: { cart_not_found: NO_CART, ...OWNERSHIP_ERRORS, ...VERSION_REFUSAL },
  },
  /** [API-47] */
  destroy: {
    method: 'GET',
    path: '/api/destroy-cart',
    summary: 'Deletes a cart',
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
    summary: 'Returns whether a cart exists and its number of cases',
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
    summary: 'Returns the available cases of products. Ids that are unknown or hidden from the caller are left out',
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
    summary: 'Returns the purchase limit of a product; 0 for none',
    reference: '[CAT-6, API-56]',
    input: z.object({ id: productId }),
    output: z.object({ data: z.object({ order_quantity_maximum: z.number().int() }) }),
    mutates: false,
    errors: { product_not_found: { status: 404, title: "We couldn't find that product." }, ...TOKEN_ERRORS },
  },
});
