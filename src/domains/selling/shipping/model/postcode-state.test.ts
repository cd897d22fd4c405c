import { expect, test } from 'vitest';
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
])('%s lies in %s', (postcode, state) => expect(stateOfPostcode('AU', postcode)).toBe(state));

test('Singapore has no states', () => expect(stateOfPostcode('SG', '018956')).toBeNull());

test('every postcode with localities is told the fee of a state that it lies in', () => {
  const table = loadLocalities();
  const wrong = [...table.postcodes()].filter((postcode) => {
    const fee = deliveryFee('AU', stateOfPostcode('AU', postcode));
    return !table.byPostcode(postcode).some(({ state }) => deliveryFee('AU', state) === fee);
  });
  expect(wrong).toEqual([]);
});
