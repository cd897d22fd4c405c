import { describe, expect, test } from 'vitest';
import { actionsIn, MEMBER_ACTIONS, MEMBERSHIP_STATUSES, nextStatus } from './membership.ts';

describe('the transitions of a membership', () => {
  test.each([
    { status: 'pending', actions: [] },
    { status: 'active', actions: ['skip', 'unskip', 'pause', 'swap', 'change_card', 'change_address', 'cancel'] },
    { status: 'paused', actions: ['resume', 'swap', 'change_card', 'change_address', 'cancel'] },
    { status: 'cancelled', actions: [] },
  ] as const)('in status $status allow the actions $actions [CLUB-4]', ({ status, actions }) => {
    expect(actionsIn(status)).toEqual(actions);
  });

  test.each([
    ['pending', 'first_paid', 'active'],
    ['pending', 'first_unpaid', 'cancelled'],
    ['active', 'card_exhausted', 'paused'],
    ['active', 'club_closed', 'paused'],
    ['active', 'account_deleted', 'cancelled'],
    ['paused', 'account_deleted', 'cancelled'],
    ['active', 'card_removed', 'paused'],
    ['cancelled', 'first_paid', null],
    ['paused', 'card_exhausted', null],
  ] as const)('%s: %s leads to %s', (status, move, to) => {
    expect(nextStatus(status, move)).toBe(to);
  });

  test('do not leave the final status', () => {
    for (const action of MEMBER_ACTIONS) expect(nextStatus('cancelled', action)).toBeNull();
    expect(MEMBERSHIP_STATUSES.filter((status) => nextStatus(status, 'first_paid') !== null)).toEqual(['pending']);
  });
});
