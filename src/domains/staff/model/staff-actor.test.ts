import { describe, expect, test } from 'vitest';
import { PERMISSION_NAMES } from './permissions.ts';
import { type Grant, hasFreshFactor, limitOf, marketsFor, mayGrant, mayWith, permissionsOfAll } from './staff-actor.ts';

const grant = (given: Partial<Grant>): Grant => ({ permissions: [], markets: null, refundLimitCents: 0, isOwner: false, ...given });
const OWNER = grant({ isOwner: true, refundLimitCents: null });

describe('the roles of a person', () => {
  test('give every permission to an owner, whatever is stored', () => {
    expect([...permissionsOfAll([OWNER])]).toEqual(PERMISSION_NAMES);
  });

  test('ignore permissions that no longer exist', () => {
    expect([...permissionsOfAll([grant({ permissions: ['orders.read', 'orders.fax'] })])]).toEqual(['orders.read']);
  });

  test('give a permission only in the markets of the role that has it', () => {
    const roles = [grant({ permissions: ['orders.refund'], markets: ['AU'] }), grant({ permissions: ['orders.read'], markets: ['SG'] })];

    expect(marketsFor(roles, 'orders.refund')).toEqual(['AU']);
    expect(marketsFor(roles, 'orders.read')).toEqual(['SG']);
    expect(marketsFor(roles, 'orders.ship')).toEqual([]);
    expect(marketsFor(roles, null)).toEqual(['AU', 'SG']);
  });

  test('allow the highest refund of the roles that may refund', () => {
    const cannotRefund = grant({ permissions: ['orders.read'], refundLimitCents: null });
    const small = grant({ permissions: ['orders.refund'], refundLimitCents: 5_000 });
    const large = grant({ permissions: ['orders.refund'], refundLimitCents: 20_000 });

    expect(limitOf([cannotRefund], 'orders.refund', 'AU')).toBe(0);
    expect(limitOf([small, large, cannotRefund], 'orders.refund', 'AU')).toBe(20_000);
    expect(limitOf([small, OWNER], 'orders.refund', 'AU')).toBeNull();
    // The limit of a role counts for its own permissions only.
    const giver = grant({ permissions: ['credit.write'], refundLimitCents: null });
    expect(limitOf([small, giver], 'orders.refund', 'AU')).toBe(5_000);
    expect(limitOf([small, giver], 'credit.write', 'AU')).toBeNull();
    expect(mayGrant([small, grant({ permissions: ['credit.write'], refundLimitCents: 100 })], giver)).toBe(false);
  });
});

test('roles of different markets do not combine: neither a permission nor a limit counts in the other market', () => {
  const roles = [
    grant({ permissions: ['orders.refund', 'orders.ship'], markets: ['AU'], refundLimitCents: null }),
    grant({ permissions: ['orders.refund', 'orders.write'], markets: ['SG'], refundLimitCents: 5_000 }),
  ];

  expect([limitOf(roles, 'orders.refund', 'AU'), limitOf(roles, 'orders.refund', 'SG')]).toEqual([null, 5_000]);
  expect(limitOf(roles, 'orders.refund', 'any market')).toBeNull();
  expect([mayWith(roles, 'orders.ship', 'AU'), mayWith(roles, 'orders.ship', 'SG')]).toEqual([true, false]);
  expect([mayWith(roles, 'orders.ship', 'any market'), mayWith(roles, 'orders.ship', 'every market')]).toEqual([true, false]);
  expect(mayWith(roles, 'orders.refund', 'every market')).toBe(true);
  expect(mayWith(roles, 'staff.read', 'any market')).toBe(false);
  expect(mayGrant(roles, grant({ permissions: ['orders.refund'], markets: ['SG'], refundLimitCents: null }))).toBe(false);
  expect(mayGrant(roles, grant({ permissions: ['orders.refund'], markets: ['AU'], refundLimitCents: null }))).toBe(true);
});

describe('giving a role', () => {
  const manager = grant({ permissions: ['orders.read', 'orders.refund', 'staff.write'], markets: ['AU'], refundLimitCents: 20_000 });

  test('is possible within one’s own permissions, markets and limit', () => {
    expect(mayGrant([manager], grant({ permissions: ['orders.read'], markets: ['AU'] }))).toBe(true);
    expect(mayGrant([manager], grant({ permissions: ['orders.refund'], markets: ['AU'], refundLimitCents: 20_000 }))).toBe(true);
    expect(mayGrant([OWNER], OWNER)).toBe(true);
  });

  test('is not possible beyond them', () => {
    expect(mayGrant([manager], OWNER)).toBe(false);
    expect(mayGrant([manager], grant({ permissions: ['orders.ship'], markets: ['AU'] }))).toBe(false);
    expect(mayGrant([manager], grant({ permissions: ['orders.read'], markets: null }))).toBe(false);
    expect(mayGrant([manager], grant({ permissions: ['orders.refund'], markets: ['AU'], refundLimitCents: 20_001 }))).toBe(false);
    expect(mayGrant([manager], grant({ permissions: ['orders.refund'], markets: ['AU'], refundLimitCents: null }))).toBe(false);
  });
});

test('a second factor is fresh for ten minutes', () => {
  const at = new Date('2026-11-01T09:00:00Z');

  expect(hasFreshFactor({ stepUpAt: at }, at.getTime() + 599_999)).toBe(true);
  expect(hasFreshFactor({ stepUpAt: at }, at.getTime() + 600_000)).toBe(false);
  expect(hasFreshFactor({ stepUpAt: null }, at.getTime())).toBe(false);
});
