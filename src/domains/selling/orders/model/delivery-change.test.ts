import { describe, expect, test } from 'vitest';
import type { ShippingTable } from '#markets/definition.ts';
import { changedDelivery, compareCharges, formatFormerDelivery } from './delivery-change.ts';

const HOME = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', phone: '0412 345 678', address: '1 Orchard Street', suburb: 'Clifton Hill', state: 'VIC' },
  ...{ postcode: '3068', instructions: '', authorityToLeave: false, giftMessage: '' },
};
const TABLE: ShippingTable = {
  ...{ regions: { VIC: 900, WA: 2_500 }, defaultCents: 1_500, freeFromCases: null, freeFromCents: null, singleBottlesCount: true },
  freeMessage: '',
};

describe('a change of the delivery', () => {
  test.each([
    ['nothing', {}, []],
    ['the name', { firstName: 'Grace' }, ['name']],
    ['a part of the address', { postcode: '3067' }, ['address']],
    ['everything', { lastName: 'X', phone: 'X', suburb: 'X', instructions: 'X', authorityToLeave: true, giftMessage: 'X' }, 6],
  ] as const)('names what differs: %s', (_, change, expected) => {
    const changed = changedDelivery(HOME, { ...HOME, ...change });
    if (typeof expected === 'number') expect(changed).toHaveLength(expected);
    else expect(changed).toEqual(expected);
  });

  test('says what was before, and only of what changed', () => {
    const after = { ...HOME, address: '2 Vine Road', suburb: 'Fitzroy', postcode: '3065', instructions: 'Ring twice' };
    expect(formatFormerDelivery(HOME, after, 'AU')).toBe('Address was: 1 Orchard Street, Clifton Hill VIC 3068\nFor the driver was empty');
  });

  const ORDER = { isFreeShipping: false, cases: 1, orderCents: 6_000 };
  const at = (state: string, table = TABLE) => ({ state, table });

  test.each([
    ['more in a dearer state', 'VIC', 'WA', 900, false, 1_600, 0],
    ['less in a cheaper state', 'WA', 'VIC', 2_500, false, -1_600, 1_600],
    ['the fee of every other state', 'VIC', 'NSW', 900, false, 600, 0],
    ['the same in the same state, whatever was paid', 'VIC', 'VIC', 500, false, 0, 0],
    ['nothing where delivery was free', 'VIC', 'WA', 0, true, 0, 0],
    ['nothing where nothing was delivered', 'VIC', 'WA', 0, false, 0, 0],
    ['less, without a refund of what was never paid', 'WA', 'VIC', 900, false, -1_600, 0],
    ['less, with a refund of what was paid above the fee', 'WA', 'VIC', 1_000, false, -1_600, 100],
  ] as const)('costs %s', (_, from, to, shippingCents, isFreeShipping, differenceCents, refundableCents) => {
    const charge = compareCharges({ ...ORDER, isFreeShipping, shippingCents }, at(from), at(to), shippingCents);
    expect(charge).toEqual({ differenceCents, refundableCents });
  });

  test.each([
    ['cases', 3, 6_000, { freeFromCases: 3 }],
    ['an order value', 1, 20_000, { freeFromCents: 20_000 }],
  ])('costs nothing where delivery is free from %s', (_, cases, orderCents, free) => {
    const charge = compareCharges({ ...ORDER, cases, orderCents, shippingCents: 2_500 }, at('WA'), at('VIC', { ...TABLE, ...free }), 2_500);
    expect(charge).toEqual({ differenceCents: -2_500, refundableCents: 2_500 });
  });

  test.each([0, 400])('refunds no more than was left to refund: %i', (left) => {
    expect(compareCharges({ ...ORDER, shippingCents: 2_500 }, at('WA'), at('VIC'), 900 + left).refundableCents).toBe(left);
  });
});
