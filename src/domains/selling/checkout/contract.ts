/** The checkout's calls: the redirect URL [CHK-11] and the calls of the checkout pages [CHK-10]. */
import { z } from 'zod';
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { cart, lineItem } from '#domains/selling/cart/contract.ts';
import { NO_CART } from '#domains/selling/cart/messages.ts';
import { CHECKOUT_ERRORS, LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import { GIFT_CARD_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import { calls } from '#lib/define-contract.ts';
import { emailField } from '#lib/email-field.ts';
import { MARKETS } from '#markets/market.ts';
import { DETAIL_LENGTHS } from './model/field-lengths.ts';

const text = (length: number) => z.string().trim().max(length).default('');

/** What the shopper enters. Every field may be empty until the order is placed. */
export const checkoutDetails = z.object({
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
  /** True if the driver may leave it at the door. */
  authorityToLeave: z.boolean().default(false),
});
export type CheckoutDetails = z.output<typeof checkoutDetails>;

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a checkout link');

const savedAddress = checkoutDetails
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
  giftCards: z.array(z.object({ id: z.uuid(), ending: z.string().describe('Last four of its code'), balance: z.number() })),
  usesCredit: z.boolean(),
  credit: z.number().describe('Store credit that can be spent; 0 where it is not to be used'),
});

const checkoutView = z.object({
  market: z.enum(MARKETS),
  cart: cart.nullable().describe('Null once the order is placed'),
  details: checkoutDetails,
  /** False for a guest. The customer's other stored data is requested with their token. */
  isCustomers: z.boolean(),
  tenders: checkoutTenders,
  expiresAt: z.string().describe('ISO instant'),
  /** Set if this checkout has become an order. */
  orderUrl: z.string().nullable(),
  /** Lines that are sold out or short of stock. They must be fixed before the order can be placed. */
  problems: z.array(z.string()),
  notices: z.array(z.string()).describe('Coupons of the cart that do not apply to this order, each with the reason'),
});
export type CheckoutView = z.output<typeof checkoutView>;

/** What an order stores of a cart line. */
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
const viewAnswer = z.object({ data: checkoutView });

export const checkoutContract = calls({
  /** [API-57] */
  redirectUrl: {
    method: 'GET',
    path: '/api/checkout-redirect-url',
    summary: 'The address of the checkout pages for a cart; it holds for 30 minutes and for that cart',
    reference: '[CHK-11, API-57]',
    input: z.object({ cartId: z.uuid(), email: emailField.optional() }),
    output: z.object({ data: z.object({ checkoutUrl: z.string() }) }),
    mutates: true,
    handlesRepeats: true,
    errors: {
      cart_not_found: NO_CART,
      email_required: { status: 422, title: 'Please give an e-mail address, so that we can send your receipt.' },
      cart_not_ready: { status: 422, title: '<reason>' },
      ...OWNERSHIP_ERRORS,
    },
  },
  read: {
    method: 'GET',
    path: '/api/checkout/session',
    summary: 'Everything the checkout page shows',
    reference: '[CHK-10]',
    input: z.object({ token }),
    output: viewAnswer,
    mutates: false,
    errors: CHECKOUT_ERRORS,
  },
  saveDetails: {
    method: 'POST',
    path: '/api/checkout/details',
    summary: 'Keep what the shopper has entered so far; totals follow the state',
    reference: '[CHK-10]',
    input: z.object({ token, details: checkoutDetails }),
    output: viewAnswer,
    mutates: true,
    handlesRepeats: true,
    errors: CHECKOUT_ERRORS,
  },
  wallet: {
    method: 'GET',
    path: '/api/checkout/wallet',
    summary: 'Addresses, cards and credit that the customer of a checkout has stored',
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
    summary: 'Pay with a gift card as far as it goes',
    reference: '[GIFT-3]',
    input: z.object({ token, code: z.string().trim().min(1).max(60) }),
    output: viewAnswer,
    mutates: true,
    handlesRepeats: true,
    failureLimitPerMinute: 20,
    errors: {
      ...CHECKOUT_ERRORS,
      ...GIFT_CARD_ERRORS,
      too_many_gift_cards: { status: 422, title: 'An order can be paid with <most> gift cards at most.' },
    },
  },
  removeGiftCard: {
    method: 'POST',
    path: '/api/checkout/gift-card/remove',
    summary: 'Do not pay with a gift card after all',
    reference: '[GIFT-3]',
    input: z.object({ token, id: z.uuid() }),
    output: viewAnswer,
    mutates: true,
    handlesRepeats: true,
    errors: CHECKOUT_ERRORS,
  },
  spendCredit: {
    method: 'POST',
    path: '/api/checkout/credit',
    summary: 'Whether store credit pays as far as it goes',
    reference: '[REF-3]',
    input: z.object({ token, use: z.boolean() }),
    output: viewAnswer,
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: { ...CHECKOUT_ERRORS, ...OWNERSHIP_ERRORS },
  },
  placeOrder: {
    method: 'POST',
    path: '/api/checkout/place-order',
    summary: 'Check everything, reserve the stock, draft the order and begin its payment; repeated, it answers the same',
    reference: '[CHK-2, CHK-3, CHK-4]',
    input: z.object({
      token,
      details: checkoutDetails,
      dateOfBirth: z.union([z.literal(''), z.iso.date('must be a date')]).describe('Empty where only gift cards are bought'),
      expectedTotal: amount.describe('The total that the shopper saw'),
      expectedCharge: amount.nullable().default(null).describe('What of it the shopper saw left for a card'),
      instrumentId: z.uuid().nullable().default(null).describe("One of the customer's stored cards, charged at once; needs their token"),
      saveCard: z.boolean().default(false).describe('Keep the card that pays for later orders; needs the token'),
    }),
    output: z.object({
      data: z.object({ nextUrl: z.string().describe("The gateway's payment page, or the order where nothing is left to pay") }),
    }),
    mutates: true,
    handlesRepeats: true,
    errors: LOCALITY_ERRORS,
  },
  settle: {
    method: 'POST',
    path: '/api/checkout/settle',
    summary: 'Back from the payment page: ask the gateway, and finish the order where it was paid',
    reference: '[CHK-2, CHK-3]',
    input: z.object({ token }),
    output: z.object({
      data: z.object({
        status: z.enum(['paid', 'open', 'cancelled']),
        nextUrl: z.string().describe('The order where it is paid, the payment page while it is open, else the checkout'),
      }),
    }),
    mutates: true,
    handlesRepeats: true,
    errors: { ...CHECKOUT_ERRORS, payment_unavailable: LOCALITY_ERRORS.payment_unavailable },
  },
  localities: {
    method: 'GET',
    path: '/api/localities',
    summary: 'Suburbs of a postcode, or postcodes of a suburb, for suggestions beside the address fields',
    reference: '[CHK-18]',
    input: z.object({ postcode: z.string().max(10).default(''), suburb: z.string().max(60).default('') }),
    output: z.object({ data: z.array(z.object({ suburb: z.string(), state: z.string(), postcode: z.string() })) }),
    mutates: false,
    errors: {},
  },
});
