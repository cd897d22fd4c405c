import { describe, expect, test } from 'vitest';
import { referralName, referrerOf } from '../coupons/referral-name.ts';
import { doorOf, judge, mailboxOf, REFERRAL_CREDIT, type ReferredOrder } from './referral.ts';

test('what it brings (SPEC.md §9)', () => expect(REFERRAL_CREDIT).toEqual({ AU: 25, SG: 35 }));

test.each([
  [referralName(1002), 1002],
  ['Referral_code_', null],
  ['Referral_code_12x', null],
  ['referral_code_12', null],
  ['Welcome', null],
])('%s is of %s', (name, id) => expect(referrerOf(name)).toBe(id));

test.each([
  ['Grace@Example.com', 'grace@example.com'],
  ['grace+wine@example.com', 'grace@example.com'],
  ['g.ra.ce+1@googlemail.com', 'grace@gmail.com'],
  ['g.race@example.com', 'g.race@example.com'],
])('%s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

test('one door, however it is written', () => {
  const door = doorOf({ address: 'Unit 3, 14 Alma Tce', suburb: 'Clifton Hill', postcode: '3068' });
  expect(doorOf({ address: '3/14 ALMA TERRACE', suburb: 'clifton  hill', postcode: '3068' })).toBe(door);
  expect(doorOf({ address: '4/14 Alma Terrace', suburb: 'Clifton Hill', postcode: '3068' })).not.toBe(door);
});

describe('what is no referral', () => {
  const good: ReferredOrder = {
    referrerExists: true,
    isReferrer: false,
    hadOrdered: false,
    isKnownAddress: false,
    isKnownCard: false,
    isKnownMailbox: false,
  };
  test.each<[string, Partial<ReferredOrder>]>([
    ['credited', {}],
    ['no_referrer', { referrerExists: false, isReferrer: true }],
    ['yourself', { isReferrer: true, hadOrdered: true }],
    ['counted_before', { isKnownMailbox: true, hadOrdered: true }],
    ['not_first', { hadOrdered: true }],
    ['same_address', { isKnownAddress: true, isKnownCard: true }],
    ['same_card', { isKnownCard: true }],
  ])('%s', (state, order) => expect(judge({ ...good, ...order })).toBe(state));
});
