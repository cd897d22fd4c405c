import { describe, expect, test } from 'vitest';
import { COLLECTION, placesOf } from './collection.ts';

const PLACE = { name: 'Cellar door', address: '5 Barrel Lane', state: 'VIC', hours: '10 to 6', bring: '' };

describe('collecting in a store', () => {
  test('is off by default', () => {
    expect(placesOf({ isOffered: false, places: [PLACE] })).toEqual([]);
    expect(placesOf({ isOffered: true, places: [PLACE] })).toEqual([PLACE]);
  });

  test.each([
    ['no place', 'AU', [], ['places']],
    ['a state that does not exist', 'AU', [{ ...PLACE, state: 'XX' }], ['places', 0, 'state']],
    ['a state in a market without states', 'SG', [PLACE], ['places', 0, 'state']],
    ['a name that two places have', 'AU', [PLACE, { ...PLACE, name: 'CELLAR DOOR' }], ['places', 1, 'name']],
  ] as const)('refuses %s, naming the field', (_, market, places, path) => {
    const issues = COLLECTION.check({ isOffered: true, places: [...places] }, market);

    expect(issues.map((issue) => issue.path)).toEqual([path]);
  });

  test('accepts places with states of the market', () => {
    expect(COLLECTION.check({ isOffered: true, places: [PLACE] }, 'AU')).toEqual([]);
    expect(COLLECTION.check({ isOffered: true, places: [{ ...PLACE, state: '' }] }, 'SG')).toEqual([]);
  });
});
