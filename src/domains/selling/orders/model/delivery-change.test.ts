import { describe, expect, test } from 'vitest';
import { changedDelivery, chargeDifference, formatFormerDelivery } from './delivery-change.ts';

const HOME = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', phone: '0412 345 678', address: '1 Orchard Street', suburb: 'Clifton Hill', state: 'VIC' },
  ...{ postcode: '3068', instructions: '', authorityToLeave: false, giftMessage: '' },
};
const TABLE = {
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

  test.each([
    ['more in a dearer state', 'VIC', 'WA', 900, false, 1_600],
    ['less in a cheaper state', 'WA', 'VIC', 2_500, false, -1_600],
    ['the fee of every other state', 'VIC', 'NSW', 900, false, 600],
    ['the same in the same state, whatever was paid', 'VIC', 'VIC', 500, false, 0],
    ['nothing where delivery was free', 'VIC', 'WA', 0, true, 0],
    ['nothing where nothing was delivered', 'VIC', 'WA', 0, false, 0],
  ] as const)('costs %s', (_, from, to, shippingCents, isFreeShipping, expected) => {
    expect(chargeDifference({ isFreeShipping, shippingCents }, from, to, TABLE)).toBe(expected);
  });
});
