/** Why cart calls say no: status and the sentence a shopper is shown (SPEC.md §5, §8). */
import type { ErrorSpec } from '#lib/define-contract.ts';

/** A 404 of a cart call means only this: there is no such cart. */
export const NO_CART: ErrorSpec = { status: 404, title: 'There is no such cart.' };

export const ACCESS_ERRORS = {
  token_missing: { status: 401, title: 'Required Authorization header is missing' },
  token_invalid: { status: 401, title: 'Your sign-in has ended. Please sign in again.' },
  not_yours: { status: 403, title: 'This belongs to someone else.' },
} as const satisfies Record<string, ErrorSpec>;

export const VERSION_REFUSAL = {
  version_changed: { status: 409, title: 'Your cart was changed meanwhile. Please look at it again.' },
} as const satisfies Record<string, ErrorSpec>;

const LIMIT_TITLE = "There's a limit of <limit> Case<plural> per customer for this wine!";

export const ADD_ERRORS = {
  offer_not_eligible: { status: 401, title: 'You are not eligible to purchase this item!' },
  offer_needs_login: { status: 403, title: 'This is a special access item. Please login and try again!' },
  cart_not_found: NO_CART,
  purchase_limit: { status: 409, title: LIMIT_TITLE },
  sold_out: { status: 422, title: 'The product is sold-out!' },
} as const satisfies Record<string, ErrorSpec>;

export const CREATE_ERRORS = {
  offer_not_eligible: { status: 401, title: 'This offer is not available right now. Check out our other amazing deals!' },
  offer_needs_login: { status: 403, title: 'This is a special access item. Please login and try again!' },
  cart_not_found: NO_CART,
  purchase_limit: { status: 409, title: LIMIT_TITLE },
  sold_out: { status: 422, title: 'The product is sold-out!' },
} as const satisfies Record<string, ErrorSpec>;

export const UPDATE_ERRORS = {
  cart_not_found: NO_CART,
  line_not_found: { status: 422, title: 'This wine is no longer in your cart.' },
  purchase_limit: { status: 422, title: LIMIT_TITLE },
  not_enough_stock: { status: 409, title: '<cases> left.' },
} as const satisfies Record<string, ErrorSpec>;

/** `Only 1 case is`, `Only 4 cases are`, `No cases are`. */
export const formatStockLeft = (left: number): string =>
  left === 0 ? 'No cases are' : left === 1 ? 'Only 1 case is' : `Only ${left} cases are`;

/** The values of a limit's title: `1 Case`, `6 Cases`. */
export const limitValues = (limit: number) => ({ limit, plural: limit === 1 ? '' : 's' });

/** What the browser says of stock and limits (SPEC.md §8 "Inventory toasts"). */
export const TOASTS = {
  soldOut: { title: 'Refreshing your cart...', text: 'Apologies, but the offer has sold out!' },
  inventoryFailed: { title: 'Something went wrong...', text: 'Failed to check inventory, please try later.' },
  limit: { title: 'Uh-oh!', text: "There's a limit of {n} per customer for this offer!" },
  limitUnknown: { title: 'Uh-oh!', text: 'Unable to verify purchase limits. Please try again later.' },
  addedLow: { title: 'Hurry!', text: "Selling FAST! Don't miss out!" },
  added: { title: '', text: 'Item added to your cart!' },
  storage: { title: '', text: 'Could not load cart storage provider' },
} as const;
