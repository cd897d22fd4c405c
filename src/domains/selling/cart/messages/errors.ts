/** Errors of the cart's endpoints. */
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

/** Returns the values of a limit's title: `1 Case`, `6 Cases`. */
export const limitValues = (limit: number) => ({ limit, plural: limit === 1 ? '' : 's' });
