import { expect, test } from 'vitest';
import { fillTitle } from '#lib/define-contract.ts';
import { COUPON_ERRORS } from './messages.ts';

test.each([
  ['coupon_invalid', 'The coupon SAVE is not valid.'],
  ['coupon_expired', 'The coupon code you entered has expired.'],
  ['coupon_not_eligible', "You're not eligible for this promotion."],
  ['coupon_needs_login', 'Hmmm. You need to be signed-in to try this coupon. Why not join/login and try again?'],
  ['coupon_minimum', "This coupon code can't be used with some of the wines in your cart."],
  ['coupon_with_gift_card', 'Cannot purchase a gift card using a gift card or a coupon code'],
  ['coupon_own_referral', 'You cannot refer yourself.'],
] as const)('%s has status 422 and the title: %s [PROMO-13] [PROMO-14]', (code, title) => {
  expect(COUPON_ERRORS[code].status).toBe(422);
  expect(fillTitle(COUPON_ERRORS[code].title, { code: 'SAVE' })).toBe(title);
});
