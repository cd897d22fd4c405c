import { describe, expect, test } from 'vitest';
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { fillTitle } from '#lib/define-contract.ts';
import { ADD_ERRORS, CREATE_ERRORS, limitValues, NO_CART, UPDATE_ERRORS, VERSION_REFUSAL } from './errors.ts';
import { formatStockLeft } from './notices.ts';
import { TOASTS } from './store.ts';

describe('status and title of an error [CART-52] [CART-53] [CART-54] [CART-55] [CART-57] [CART-58] [CART-59] [CART-60]', () => {
  test.each([
    { name: 'add, not eligible', spec: ADD_ERRORS.offer_not_eligible, status: 401, title: 'You are not eligible to purchase this item!' },
    { name: 'add, no cart', spec: ADD_ERRORS.cart_not_found, status: 404, title: NO_CART.title },
    {
      name: 'add, over the limit',
      spec: ADD_ERRORS.purchase_limit,
      status: 409,
      title: "There's a limit of 1 Case per customer for this wine!",
    },
    { name: 'add, sold out', spec: ADD_ERRORS.sold_out, status: 422, title: 'The product is sold-out!' },
    {
      name: 'add, special access',
      spec: ADD_ERRORS.offer_needs_login,
      status: 403,
      title: 'This is a special access item. Please login and try again!',
    },
    {
      name: 'create, not eligible',
      spec: CREATE_ERRORS.offer_not_eligible,
      status: 401,
      title: 'This offer is not available right now. Check out our other amazing deals!',
    },
    {
      name: 'create, special access',
      spec: CREATE_ERRORS.offer_needs_login,
      status: 403,
      title: 'This is a special access item. Please login and try again!',
    },
    { name: 'create, sold out', spec: CREATE_ERRORS.sold_out, status: 422, title: 'The product is sold-out!' },
    {
      name: 'update, over the limit',
      spec: UPDATE_ERRORS.purchase_limit,
      status: 422,
      title: "There's a limit of 1 Case per customer for this wine!",
    },
    { name: 'update, no cart', spec: UPDATE_ERRORS.cart_not_found, status: 404, title: NO_CART.title },
    { name: 'no token', spec: OWNERSHIP_ERRORS.token_missing, status: 401, title: 'Required Authorization header is missing' },
    { name: 'another customer’s', spec: OWNERSHIP_ERRORS.not_yours, status: 403, title: OWNERSHIP_ERRORS.not_yours.title },
    { name: 'another version', spec: VERSION_REFUSAL.version_changed, status: 409, title: VERSION_REFUSAL.version_changed.title },
  ])('$name: $status', ({ spec, status, title }) => {
    expect({ status: spec.status, title: fillTitle(spec.title, limitValues(1)) }).toEqual({ status, title });
  });
});

test('uses 404 only for a cart that does not exist [CART-65]', () => {
  const tables = [ADD_ERRORS, CREATE_ERRORS, UPDATE_ERRORS, OWNERSHIP_ERRORS, VERSION_REFUSAL];
  const missing = tables.flatMap((table) => Object.entries(table)).filter(([, spec]) => spec.status === 404);
  expect(missing.length).toBeGreaterThan(0);
  for (const [code, spec] of missing) expect([code, spec]).toEqual(['cart_not_found', NO_CART]);
});

test.each([
  [1, "There's a limit of 1 Case per customer for this wine!"],
  [6, "There's a limit of 6 Cases per customer for this wine!"],
])('names a limit of %i in the title [CART-54]', (limit, sentence) => {
  expect(fillTitle(ADD_ERRORS.purchase_limit.title, limitValues(limit))).toBe(sentence);
});

test.each([
  [0, 'No cases are left.'],
  [1, 'Only 1 case is left.'],
  [4, 'Only 4 cases are left.'],
])('names %i remaining cases in the title', (remaining, sentence) => {
  expect(fillTitle(UPDATE_ERRORS.not_enough_stock.title, { cases: formatStockLeft(remaining) })).toBe(sentence);
});

test.each([
  ['soldOut', 'Refreshing your cart...', 'Apologies, but the offer has sold out!'],
  ['inventoryFailed', 'Something went wrong...', 'Failed to check inventory, please try later.'],
  ['limit', 'Uh-oh!', "There's a limit of {n} per customer for this offer!"],
  ['limitUnknown', 'Uh-oh!', 'Unable to verify purchase limits. Please try again later.'],
  ['addedLow', 'Hurry!', "Selling FAST! Don't miss out!"],
  ['added', '', 'Item added to your cart!'],
  ['storage', '', 'Could not load cart storage provider'],
] as const)(
  'the toast %s has its title and text [CART-35] [CART-67] [CART-68] [CART-69] [CART-70] [CART-71] [CART-72]',
  (name, title, text) => {
    expect(TOASTS[name]).toEqual({ title, text });
  },
);
