/** The checkout's calls: the redirect URL [CHK-11] and the calls of the checkout pages [CHK-10]. */
import { z } from 'zod';
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { cart, lineItem } from '#domains/selling/cart/contract.ts';
import { NO_CART } from '#domains/selling/cart/messages/errors.ts';
import { CHECKOUT_ERRORS, LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import { GIFT_CARD_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import { calls } from '#lib/define-contract.ts';
import { emailField } from '#lib/email-field.ts';
import { MARKETS } from '#markets/market.ts';
import { DETAIL_LENGTHS } from './model/field-lengths.ts';

const text = (length: number) => z.string().trim().max(length).default('');

/** The buyer, and where and how an order is delivered. */
export const deliveryDetails = z.object({
  email: text(DETAIL_LENGTHS.email),
  firstName: text(DETAIL_LENGTHS.firstName),
  lastName: text(DETAIL_LENGTHS.lastName),
  phone: text(DETAIL_LENGTHS.phone),
  address: text(DETAIL_LENGTHS.address),
  suburb: text(DETAIL_LENGTHS.suburb),
  state: text(DETAIL_LENGTHS.state),
  postcode: text(DETAIL_LENGTHS.postcode),
  instructions: text(DETAIL_LENGTHS.instructions),
  /** Text of a card in the parcel, or empty. */
  giftMessage: text(DETAIL_LENGTHS.giftMessage),
  /** True if the driver may leave the parcel at the door. */
  authorityToLeave: z.boolean().default(false),
});

const MAX_PLACE_LENGTH = 60;
const isoDay = z.union([z.literal(''), z.iso.date('must be a day such as 2026-12-01')]);

/** What the shopper enters. Every field may be empty until the order is placed. */
export const checkoutDetails = deliveryDetails.extend({
  collectFrom: z
    .string()
    .trim()
    .max(MAX_PLACE_LENGTH)
    .optional()
    .describe('Name of the place where the order is collected. Left out or empty for standard delivery'),
  deliveryDay: isoDay.optional().describe('Day of the delivery. Left out or empty for delivery as soon as possible'),
  holdUntil: isoDay.optional().describe('Day until which the order is held. Left out or empty to send it as soon as possible'),
});
export type CheckoutDetails = z.output<typeof checkoutDetails>;

/** What can be chosen besides delivery as soon as possible. */
export const handoverFields = checkoutDetails.pick({ collectFrom: true, deliveryDay: true, holdUntil: true });

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a checkout link');

const savedAddress = deliveryDetails
  .pick({ firstName: true, lastName: true, phone: true, address: true, suburb: true, state: true, postcode: true, instructions: true })
  .extend({ id: z.number().int(), isDefault: z.boolean() });
export type SavedAddress = z.output<typeof savedAddress>;

const savedCard = z.object({
  id: z.uuid(),
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number().int(),
  expiryYear: z.number().int(),
  is_default: z.boolean(),
});
export type SavedCard = z.output<typeof savedCard>;

/** Tenders besides a card, and their available balances. */
const checkoutTenders = z.object({
  giftCards: z.array(z.object({ id: z.uuid(), ending: z.string().describe('Last four characters of the code'), balance: z.number() })),
  usesCredit: z.boolean(),
  credit: z.number().describe('Available store credit; 0 if it is not used'),
});

const collectionPlace = z.object({
  name: z.string(),
  address: z.string(),
  state: z.string().describe('Empty in markets without states'),
  hours: z.string(),
  bring: z.string(),
});

/** Days of delivery that may be chosen for the address that was entered. */
export const deliveryChoices = z.object({
  days: z.array(z.iso.date()),
  hold: z.object({ from: z.iso.date(), until: z.iso.date() }).nullable().describe('First and last day until which it may be held'),
});

const checkoutView = z.object({
  market: z.enum(MARKETS),
  cart: cart.nullable().describe('Null after the order is placed'),
  details: checkoutDetails,
  /** False for a guest. The customer's other stored data is requested with their token. */
  isCustomers: z.boolean(),
  tenders: checkoutTenders,
  expiresAt: z.string().describe('ISO time'),
  /** URL of the order, once this checkout has become one. */
  orderUrl: z.string().nullable(),
  /** Lines that are sold out or short of stock. They must be fixed before the order can be placed. */
  problems: z.array(z.string()),
  notices: z.array(z.string()).describe('Coupons of the cart that do not apply to the order, with reasons'),
  deliveryDays: deliveryChoices.optional().describe('Left out where no day can be chosen, or while the postcode is not known'),
  noDelivery: z.string().optional().describe('Why nothing is delivered to the saved postcode. Left out where it is'),
  collection: z.array(collectionPlace).optional().describe('Places where the order may be collected. Left out where that is not offered'),
});
export type CheckoutView = z.output<typeof checkoutView>;

/** The fields of a cart line that an order stores. */
export const orderedLine = lineItem.pick({
  productId: true,
  sku: true,
  name: true,
  brand: true,
  vintage: true,
  offerVariant: true,
  imageUrl: true,
  slug: true,
  quantity: true,
  packSize: true,
  bottleMl: true,
  category: true,
  isSpirit: true,
  listPrice: true,
  extendedListPrice: true,
  extendedSalePrice: true,
  discountAmount: true,
  gift: true,
});
export type OrderedLine = z.output<typeof orderedLine>;

const amount = z.number().nonnegative().max(10_000_000);
const viewResponse = z.object({ data: checkoutView });

export const checkoutContract = calls({
  /** [API-57] */
  redirectUrl: {
    method: 'GET',
    path: '/api/checkout-redirect-url',
    summary: 'Returns the checkout URL of a cart, valid for 30 minutes',
    reference: '[CHK-11, API-57]',
    input: z.object({ cartId: z.uuid(), email: emailField.optional() }),
    output: z.object({ data: z.object({ checkoutUrl: z.string() }) }),
    mutates: true,
    handlesRepeats: true,
    errors: {
      cart_not_found: NO_CART,
      email_required: { status: 422, title: 'Enter an email address so we can send your receipt.' },
      cart_not_ready: { status: 422, title: '<reason>' },
      ...OWNERSHIP_ERRORS,
    },
  },
  read: {
    method: 'GET',
    path: '/api/checkout/session',
    summary: 'Returns the data of the checkout page',
    reference: '[CHK-10]',
    input: z.object({ token }),
    output: viewResponse,
    mutates: false,
    errors: CHECKOUT_ERRORS,
  },
  saveDetails: {
    method: 'POST',
    path: '/api/checkout/details',
    summary: 'Saves the details entered so far and returns the totals for the state',
    reference: '[CHK-10]',
    input: z.object({ token, details: checkoutDetails }),
    output: viewResponse,
    mutates: true,
    handlesRepeats: true,
    errors: CHECKOUT_ERRORS,
  },
  wallet: {
    method: 'GET',
    path: '/api/checkout/wallet',
    summary: 'Returns the stored addresses, cards and credit of the customer of a checkout',
    reference: '[CHK-10, CART-14]',
    input: z.object({ token }),
    output: z.object({ data: z.object({ addresses: z.array(savedAddress), cards: z.array(savedCard), credit: z.number() }) }),
    requiresAuth: true,
    mutates: false,
    errors: { ...CHECKOUT_ERRORS, ...OWNERSHIP_ERRORS },
  },
  addGiftCard: {
    method: 'POST',
    path: '/api/checkout/gift-card',
    summary: 'Adds a gift card to the payment',
    reference: '[GIFT-3]',
    input: z.object({ token, code: z.string().trim().min(1).max(60) }),
    output: viewResponse,
    mutates: true,
    handlesRepeats: true,
    failureLimitPerMinute: 20,
    errors: {
      ...CHECKOUT_ERRORS,
      ...GIFT_CARD_ERRORS,
      too_many_gift_cards: { status: 422, title: 'You can use up to <most> gift cards on an order.' },
    },
  },
  removeGiftCard: {
    method: 'POST',
    path: '/api/checkout/gift-card/remove',
    summary: 'Removes a gift card from the payment',
    reference: '[GIFT-3]',
    input: z.object({ token, id: z.uuid() }),
    output: viewResponse,
    mutates: true,
    handlesRepeats: true,
    errors: CHECKOUT_ERRORS,
  },
  spendCredit: {
    method: 'POST',
    path: '/api/checkout/credit',
    summary: 'Selects whether store credit is used',
    reference: '[REF-3]',
    input: z.object({ token, use: z.boolean() }),
    output: viewResponse,
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: { ...CHECKOUT_ERRORS, ...OWNERSHIP_ERRORS },
  },
  placeOrder: {
    method: 'POST',
    path: '/api/checkout/place-order',
    summary: 'Validates the checkout, reserves stock, drafts the order and starts the payment. Repeats return the same result',
    reference: '[CHK-2, CHK-3, CHK-4]',
    input: z.object({
      token,
      details: checkoutDetails,
      dateOfBirth: z.union([z.literal(''), z.iso.date('must be a date')]).describe('Empty if the order contains only gift cards'),
      expectedTotal: amount.describe('Total that the shopper saw'),
      expectedCharge: amount.nullable().default(null).describe('Part of the total for the card that the shopper saw'),
      instrumentId: z
        .uuid()
        .nullable()
        .default(null)
        .describe("A stored card of the customer, charged immediately; needs the customer's token"),
      saveCard: z.boolean().default(false).describe("Stores the card for later orders; needs the customer's token"),
    }),
    output: z.object({
      data: z.object({ nextUrl: z.string().describe('Payment page of the gateway, or the order page if nothing is left to pay') }),
    }),
    mutates: true,
    handlesRepeats: true,
    errors: LOCALITY_ERRORS,
  },
  settle: {
    method: 'POST',
    path: '/api/checkout/settle',
    summary: 'Reads the payment status from the gateway after the payment page, and completes a paid order',
    reference: '[CHK-2, CHK-3]',
    input: z.object({ token }),
    output: z.object({
      data: z.object({
        status: z.enum(['paid', 'open', 'cancelled']),
        nextUrl: z.string().describe('The order page if paid, the payment page while the payment is open, otherwise the checkout'),
      }),
    }),
    mutates: true,
    handlesRepeats: true,
    errors: { ...CHECKOUT_ERRORS, payment_unavailable: LOCALITY_ERRORS.payment_unavailable },
  },
  localities: {
    method: 'GET',
    path: '/api/localities',
    summary: 'Returns suburbs of a postcode, or postcodes of a suburb, as suggestions for address fields',
    reference: '[CHK-18]',
    input: z.object({ postcode: z.string().max(10).default(''), suburb: z.string().max(60).default('') }),
    output: z.object({ data: z.array(z.object({ suburb: z.string(), state: z.string(), postcode: z.string() })) }),
    mutates: false,
    errors: {},
  },
});
