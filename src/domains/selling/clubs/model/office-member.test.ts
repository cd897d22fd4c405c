import { describe, expect, test } from 'vitest';
import { isOverdue } from './charge.ts';
import { cardStateOf } from './member-list.ts';
import { actorOf, needsReason } from './office-member.ts';

describe('the state of a card', () => {
  test.each([
    [{ expiryMonth: 10, expiryYear: 2026 }, 'expired'],
    [{ expiryMonth: 11, expiryYear: 2026 }, 'expiring'],
    [{ expiryMonth: 12, expiryYear: 2026 }, 'expiring'],
    [{ expiryMonth: 1, expiryYear: 2027 }, null],
  ])('is by its last valid month: %j', (card, state) => {
    expect(cardStateOf(card, '2026-11-30', '2027-01-29')).toBe(state);
  });
});

test('a delivery is overdue from its day on, once the member was reminded', () => {
  expect(isOverdue({ dueOn: '2026-11-23', remindedOn: '2026-11-18' }, '2026-11-22')).toBe(false);
  expect(isOverdue({ dueOn: '2026-11-23', remindedOn: '2026-11-18' }, '2026-11-23')).toBe(true);
  expect(isOverdue({ dueOn: '2026-11-23', remindedOn: null }, '2026-12-23')).toBe(false);
});

test('an event is by the member, by the shop, or by whom it names', () => {
  expect(actorOf('skipped', {})).toBe('member');
  expect(actorOf('paused', { reason: 'member', by: 'Kim' })).toBe('Kim');
  expect(actorOf('paused', { reason: 'card' })).toBe('shop');
  expect(actorOf('card_failed', { tries: 1 })).toBe('shop');
});

test('a skip needs a reason after the reminder', () => {
  expect(needsReason({ remindedOn: null })).toBe(false);
  expect(needsReason({ remindedOn: '2026-11-18' })).toBe(true);
});
