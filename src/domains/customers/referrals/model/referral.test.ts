import { describe, expect, test } from 'vitest';
import { referralName, referrerOf } from '#domains/selling/promotions/model/referral-name.ts';
import { judge, type ReferredOrder } from './referral.ts';

test.each([
  [referralName(1002), 1002],
  ['Referral_code_', null],
  ['Referral_code_12x', null],
  ['referral_code_12', null],
  ['Welcome', null],
])('the code name %s belongs to customer %s [REF-1]', (name, id) => expect(referrerOf(name)).toBe(id));

describe('judge', () => {
  const valid: ReferredOrder = {
    referrerExists: true,
    isReferrer: false,
    hadOrdered: false,
    isKnownAddress: false,
    isKnownCard: false,
    isKnownMailbox: false,
  };
  test.each<[string, string | null, Partial<ReferredOrder>]>([
    ['credited', null, {}],
    ['no_referrer', null, { referrerExists: false, isReferrer: true }],
    ['yourself', null, { isReferrer: true, hadOrdered: true }],
    ['counted_before', null, { isKnownMailbox: true, hadOrdered: true }],
    ['not_first', null, { hadOrdered: true }],
    ['same_card_and_address', null, { isKnownAddress: true, isKnownCard: true }],
    ['held', 'same_address', { isKnownAddress: true }],
    ['held', 'same_card', { isKnownCard: true }],
  ])('decides %s %s', (state, reviewReason, order) => expect(judge({ ...valid, ...order })).toEqual({ state, reviewReason }));
});
