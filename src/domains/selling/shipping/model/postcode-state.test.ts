import { expect, test } from 'vitest';
import { TERMS } from '#tests/fixtures/terms.ts';
import { loadLocalities } from '../server/locality-table.ts';
import { deliveryFee } from './fees.ts';
import { stateOfPostcode } from './postcode-state.ts';

test.each([
  ['2000', 'NSW'],
  ['2600', 'ACT'],
  ['0800', 'NT'],
  ['3053', 'VIC'],
  ['4000', 'QLD'],
  ['5000', 'SA'],
  ['6000', 'WA'],
  ['7000', 'TAS'],
  ['0100', null],
  ['200', null],
  ['abcd', null],
])('returns the state of %s: %s', (postcode, state) => expect(stateOfPostcode('AU', postcode)).toBe(state));

test('returns null in Singapore, which has no states', () => expect(stateOfPostcode('SG', '018956')).toBeNull());

test('returns a state with the right fee for every postcode with localities [SHIP-2, SHIP-3]', () => {
  const table = loadLocalities().AU;
  const mismatched = [...table.postcodes()].filter((postcode) => {
    const fee = deliveryFee(TERMS.AU.shipping, stateOfPostcode('AU', postcode));
    return !table.byPostcode(postcode).some(({ state }) => deliveryFee(TERMS.AU.shipping, state) === fee);
  });
  expect(mismatched).toEqual([]);
});
