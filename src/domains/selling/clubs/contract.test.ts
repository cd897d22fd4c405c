import { expect, test } from 'vitest';
import { type ClubQuote, type MembershipView, membershipContract } from './contract.ts';
import { DELIVERY_LABELS, formatAgreement, REASON_LABELS, STATUS_LABELS } from './messages.ts';
import { DELIVERY_STATES, MEMBERSHIP_STATUSES, STATUS_REASONS } from './model/membership.ts';

test('requires a sign-in for every membership call and POST for every change', () => {
  for (const [name, call] of Object.entries(membershipContract)) {
    expect(call.requiresAuth, name).toBe(true);
    expect(call.method, name).toBe(call.mutates ? 'POST' : 'GET');
  }
});

test('has a label for every status, reason and delivery state', () => {
  const statuses: readonly MembershipView['status'][] = MEMBERSHIP_STATUSES;
  expect(Object.keys(STATUS_LABELS)).toEqual(statuses);
  expect(Object.keys(REASON_LABELS)).toEqual(STATUS_REASONS);
  expect(Object.keys(DELIVERY_LABELS)).toEqual(DELIVERY_STATES);
});

test('states amount, frequency and day in the consent of the member', () => {
  const agreement: ClubQuote['agreement'] = formatAgreement({
    club: 'C',
    often: 'every month',
    amount: '$159.90',
    next: '21 December 2026',
    remindDays: 6,
  });
  for (const text of ['C', 'every month', '$159.90', '21 December 2026', 'email me 6 days before']) expect(agreement).toContain(text);
});
