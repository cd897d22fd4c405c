import { expect, test } from 'vitest';
import { type ClubQuote, type MembershipView, membershipContract } from './contract.ts';
import { agreementWords, DELIVERY_WORDS, REASON_WORDS, STATUS_WORDS } from './messages.ts';
import { DELIVERY_STATES, MEMBERSHIP_STATUSES, STATUS_REASONS } from './model/membership.ts';
import { CARD_RETRY_DAYS, STOCK_RETRY_DAYS } from './model/schedule.ts';

test('everything of a membership needs a sign-in, and what changes one is a POST', () => {
  for (const [name, call] of Object.entries(membershipContract)) {
    expect(call.requiresAuth, name).toBe(true);
    expect(call.method, name).toBe(call.mutates ? 'POST' : 'GET');
  }
});

test('every status, reason and delivery has its words', () => {
  const statuses: readonly MembershipView['status'][] = MEMBERSHIP_STATUSES;
  expect(Object.keys(STATUS_WORDS)).toEqual(statuses);
  expect(Object.keys(REASON_WORDS)).toEqual(STATUS_REASONS);
  expect(Object.keys(DELIVERY_WORDS)).toEqual(DELIVERY_STATES);
});

test('a member agrees to an amount, a rhythm and a day', () => {
  const agreement: ClubQuote['agreement'] = agreementWords({
    club: 'C',
    often: 'every month',
    amount: '$159.90',
    next: '21 December 2026',
  });
  for (const words of ['C', 'every month', '$159.90', '21 December 2026']) expect(agreement).toContain(words);
});

test.each([CARD_RETRY_DAYS, STOCK_RETRY_DAYS])('tries come later and later', (...days) => {
  expect([...days].sort((a, b) => a - b)).toEqual(days);
});
