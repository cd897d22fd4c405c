/** Errors of the cart's endpoints, and sentences that the server and the browser's cart store show to shoppers. */
import type { ErrorSpec } from '#lib/define-contract.ts';

/** The only 404 of the cart's endpoints [CART-65]. */
export const NO_CART = { status: 404, title: "We couldn't find that cart." } as const satisfies ErrorSpec;

export const VERSION_REFUSAL = {
  version_changed: { status: 409, title: 'Your cart has changed since you last saw it. Check it before you continue.' },
} as const satisfies Record<string, ErrorSpec>;

const LIMIT_TITLE = "There's a limit of <limit> Case<plural> per customer for this wine!";

export const ADD_ERRORS = {
  /** [CART-52] */
  offer_not_eligible: { status: 401, title: 'You are not eligible to purchase this item!' },
  offer_needs_login: { status: 403, title: 'This is a special access item. Please login and try again!' },
  /** [CART-53] */
  cart_not_found: NO_CART,
  /** [CART-54] */
  purchase_limit: { status: 409, title: LIMIT_TITLE },
  /** [CART-55] */
  sold_out: { status: 422, title: 'The product is sold-out!' },
} as const satisfies Record<string, ErrorSpec>;

export const CREATE_ERRORS = {
  /** [CART-57] */
  offer_not_eligible: { status: 401, title: 'This offer is not available right now. Check out our other amazing deals!' },
  /** [CART-58] */
  offer_needs_login: { status: 403, title: 'This is a special access item. Please login and try again!' },
  cart_not_found: NO_CART,
  purchase_limit: { status: 409, title: LIMIT_TITLE },
  /** [CART-59] */
  sold_out: { status: 422, title: 'The product is sold-out!' },
} as const satisfies Record<string, ErrorSpec>;

export const UPDATE_ERRORS = {
  cart_not_found: NO_CART,
  line_not_found: { status: 422, title: 'This wine is no longer in your cart.' },
  /** [CART-60] */
  purchase_limit: { status: 422, title: LIMIT_TITLE },
  not_enough_stock: { status: 409, title: '<cases> left.' },
} as const satisfies Record<string, ErrorSpec>;

/** Returns `Only 1 case is`, `Only 4 cases are` or `No cases are`. */
export const formatStockLeft = (left: number): string =>
  left === 0 ? 'No cases are' : left === 1 ? 'Only 1 case is' : `Only ${left} cases are`;

/** Returns the values of a limit's title: `1 Case`, `6 Cases`. */
export const limitValues = (limit: number) => ({ limit, plural: limit === 1 ? '' : 's' });

/** Toasts about stock and limits. */
export const TOASTS = {
  /** [CART-67] */
  soldOut: { title: 'Refreshing your cart...', text: 'Apologies, but the offer has sold out!' },
  /** [CART-68] */
  inventoryFailed: { title: 'Something went wrong...', text: 'Failed to check inventory, please try later.' },
  /** [CART-69] */
  limit: { title: 'Uh-oh!', text: "There's a limit of {n} per customer for this offer!" },
  /** [CART-70] */
  limitUnknown: { title: 'Uh-oh!', text: 'Unable to verify purchase limits. Please try again later.' },
  /** [CART-71] */
  addedLow: { title: 'Hurry!', text: "Selling FAST! Don't miss out!" },
  /** [CART-72] */
  added: { title: '', text: 'Item added to your cart!' },
  /** [CART-35] */
  storage: { title: '', text: 'Could not load cart storage provider' },
} as const;

/** Notices about coupons that were replaced, kept or excluded [PROMO-8]. */
export const couponNotices = {
  automaticOffers: 'the offers that are already in your cart',
  keptBetter: (code: string, others: string) => `${code} wouldn't save you more than ${others}, so we kept ${others}.`,
  replaced: (code: string, others: string) => `${code} replaced ${others}, because it saves you more. They can't be used together.`,
  excluded: (code: string, other: string) => `${code} was removed because it can't be used with ${other}.`,
} as const;

const formatCases = (count: number): string => `${count} case${count === 1 ? '' : 's'}`;

/** Notices about lines that the shop changed by itself [CART-46]. Prices are formatted. */
export const lineChangeMessages = {
  soldOut: (name: string) => `${name} has sold out, so we've removed it from your cart.`,
  notEligible: (name: string) => `${name} is not available to you, so we've removed it from your cart.`,
  noStock: (name: string) => `There is not enough ${name} left, so we've removed it from your cart.`,
  limitedStock: (name: string, count: number) => `We could only add ${formatCases(count)} of ${name}: that's all we have left.`,
  limitReached: (name: string) => `You have reached the limit per customer for ${name}, so we've removed it from your cart.`,
  limited: (name: string, count: number) => `Your cart holds ${formatCases(count)} of ${name}: that is the limit per customer.`,
  giftAdded: (name: string) => `${name} is in your cart as a gift.`,
  giftRemoved: (name: string) => `${name} was a free gift. We've removed it because the offer no longer applies.`,
  giftUpdated: (name: string, count: number) => `Your gift is now ${formatCases(count)} of ${name}.`,
  price: (name: string, price: string, previous: string, isLower: boolean) =>
    `${name} is ${price} a case now. It was ${previous}${isLower ? ', so you pay less' : ''}.`,
} as const;

/** Announcements, errors and problems of the browser's cart store. */
export const cartStoreMessages = {
  failed: 'Sorry, something went wrong!',
  signIn: 'Sign in',
  lineAdded: (name: string) => `${name} added to your cart.`,
  lineRemoved: (name: string) => `${name} removed from your cart.`,
  lineRestored: (name: string) => `${name} is back in your cart.`,
  couponApplied: (code: string) => `Coupon ${code} applied.`,
  couponRemoved: (code: string) => `Coupon ${code} removed.`,
  linkedCartGone: 'The cart in that link is empty or has expired.',
  soldOut: (name: string) => `${name} has sold out. Remove it to continue.`,
  notEnoughStock: (left: number, name: string) =>
    left === 0
      ? `No cases of ${name} are left. Change the quantity to continue.`
      : `Only ${formatCases(left)} of ${name} ${left === 1 ? 'is' : 'are'} left. Change the quantity to continue.`,
  casesLeft: (left: number) => `${formatStockLeft(left)} left.`,
  caseOf: (name: string, packSize: number) => (packSize > 1 ? `${name}, case of ${packSize}` : name),
} as const;
