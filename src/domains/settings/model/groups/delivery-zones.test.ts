import { describe, expect, test } from 'vitest';
import type { Market } from '#markets/market.ts';
import { checkValue, formatIssues } from '../parse-value.ts';
import { DELIVERY_ZONES, toDeliveryZones, type ZoneSettings } from './delivery-zones.ts';

type Zone = ZoneSettings['zones'][number];

const ZONE: Zone = {
  name: 'Perth',
  postcodes: '6000-6199',
  isExcluded: false,
  bands: [
    { upTo: 5, fee: 12 },
    { upTo: 10, fee: 18.5 },
  ],
  perKilogram: 1.1,
  freeDelivery: 'market',
  freeFrom: null,
};
const problems = (zones: readonly object[], market: Market = 'AU'): string =>
  formatIssues(checkValue(DELIVERY_ZONES, market, { zones }).issues);

describe('zones', () => {
  test('are none by default, and none is no terms', () => {
    const value = DELIVERY_ZONES.schema.parse({ zones: [] });
    expect(toDeliveryZones(value, { market: 'AU', shipping: { freeMessage: '' }, bottleKilograms: 1.5 })).toBeNull();
  });

  test('are accepted in both markets', () => {
    expect(problems([ZONE, { ...ZONE, name: 'North', postcodes: '6700-6799, 0872', freeDelivery: 'cases', freeFrom: 5 }])).toBe('');
    expect(problems([{ ...ZONE, name: 'Sentosa', postcodes: '098000-099999', freeDelivery: 'value', freeFrom: 350.5 }], 'SG')).toBe('');
    expect(problems([{ ...ZONE, isExcluded: true, bands: [], perKilogram: null }])).toBe('');
  });

  test.each([
    [
      'a word among postcodes',
      { postcodes: '6000, Perth' },
      "zones.0.postcodes: has 'Perth', which is neither a 4-digit postcode nor a range of them, such as 1000-1999",
    ],
    [
      'a postcode of another market',
      { postcodes: '098000' },
      "zones.0.postcodes: has '098000', which is neither a 4-digit postcode nor a range of them",
    ],
    ['a range backwards', { postcodes: '6199-6000' }, "zones.0.postcodes: has the range '6199-6000', which ends before it begins"],
    ['only separators', { postcodes: ' , ;' }, 'zones.0.postcodes: must have at least one postcode'],
    ['no band', { bands: [] }, 'zones.0.bands: must have at least one band with a fee, unless nothing is delivered here'],
    [
      'bands out of order',
      {
        bands: [
          { upTo: 10, fee: 1 },
          { upTo: 10, fee: 2 },
        ],
      },
      'zones.0.bands.1.upTo: must be more than 10, the limit of the band above',
    ],
    ['a band of nothing', { bands: [{ upTo: 0, fee: 1 }] }, 'zones.0.bands.0.upTo: must be at least 0.1'],
    [
      'a limit that nothing uses',
      { freeFrom: 3 },
      'zones.0.freeFrom: must be empty unless delivery is free from a number of cases or an order value',
    ],
    ['no number of cases', { freeDelivery: 'cases' }, 'zones.0.freeFrom: must be a number of cases'],
    ['half a case', { freeDelivery: 'cases', freeFrom: 2.5 }, 'zones.0.freeFrom: must be a whole number of cases from 1 to 1000'],
    ['no order value', { freeDelivery: 'value' }, 'zones.0.freeFrom: must be an order value in dollars'],
    ['a character that cannot be stored', { postcodes: '6000\u0000' }, 'zones.0.postcodes: must be plain text'],
  ] as const)('are refused with the field and what is allowed: %s', (_, change, expected) => {
    expect(problems([{ ...ZONE, ...change }])).toContain(expected);
  });

  test('that share a postcode are refused, and both are named', () => {
    expect(problems([ZONE, { ...ZONE, name: 'Hills', postcodes: '0872, 6100-6300' }])).toBe(
      'zones.1.postcodes: of ‘Hills’ include 6100-6199, which ‘Perth’ includes too; a postcode belongs to one zone, so take it out of one of the two',
    );
  });

  test('of one name are refused', () => {
    expect(problems([ZONE, { ...ZONE, name: 'PERTH', postcodes: '6300' }])).toBe('zones.1.name: is the name of zone 1 already');
  });

  test('are converted to cents and grams, with a sentence of their own free delivery', () => {
    const { zones } = DELIVERY_ZONES.schema.parse({
      zones: [
        ZONE,
        { ...ZONE, name: 'North', postcodes: '0872', freeDelivery: 'cases', freeFrom: 5 },
        { ...ZONE, name: 'East', postcodes: '2000', freeDelivery: 'value', freeFrom: 250 },
        { ...ZONE, name: 'Never', postcodes: '2001', freeDelivery: 'never', isExcluded: true, perKilogram: null },
      ],
    });

    const shipping = { freeMessage: 'Free because you ordered {cases} or more cases.' };
    const converted = toDeliveryZones({ zones }, { market: 'AU', shipping, bottleKilograms: 1.35 });

    expect(converted?.bottleGrams).toBe(1_350);
    expect(converted?.list[0]).toEqual({
      name: 'Perth',
      postcodes: [['6000', '6199']],
      isServed: true,
      bands: [
        { upToGrams: 5_000, cents: 12_00 },
        { upToGrams: 10_000, cents: 18_50 },
      ],
      perKilogramCents: 1_10,
      free: null,
    });
    expect(converted?.list.slice(1).map(({ free, isServed, perKilogramCents }) => ({ free, isServed, perKilogramCents }))).toEqual([
      {
        free: { freeFromCases: 5, freeFromCents: null, freeMessage: 'Free because you ordered 5 or more cases.' },
        isServed: true,
        perKilogramCents: 1_10,
      },
      {
        free: { freeFromCases: null, freeFromCents: 250_00, freeMessage: 'Free because your order is $250 or more.' },
        isServed: true,
        perKilogramCents: 1_10,
      },
      { free: { freeFromCases: null, freeFromCents: null, freeMessage: '' }, isServed: false, perKilogramCents: 0 },
    ]);
  });
});
