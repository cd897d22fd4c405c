import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeliveryZone, SellingTerms } from '#markets/definition.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { explainFee } from './explain-fee.ts';
import { deliveryFee, shippingOf } from './fees.ts';
import { isExcluded, MAX_ZONE_FEE_CENTS, zoneFee, zoneTerms } from './zones.ts';

const PERTH: DeliveryZone = {
  name: 'Perth',
  postcodes: [['6000', '6199']],
  isServed: true,
  bands: [
    { upToGrams: 5_000, cents: 12_00 },
    { upToGrams: 10_000, cents: 18_00 },
    { upToGrams: 20_000, cents: 25_50 },
  ],
  perKilogramCents: 1_10,
  free: null,
};
const NORTH: DeliveryZone = {
  ...PERTH,
  name: 'North',
  postcodes: [
    ['0872', '0872'],
    ['6700', '6799'],
  ],
  free: { freeFromCases: null, freeFromCents: 500_00, freeMessage: 'Free because your order is $500 or more.' },
};
const ISLANDS: DeliveryZone = { ...PERTH, name: 'Islands', postcodes: [['6798', '6799']], isServed: false, bands: [] };
const terms: SellingTerms = {
  ...TERMS.AU,
  hasZones: true,
  zones: {
    bottleGrams: 1_500,
    list: [
      PERTH,
      {
        ...NORTH,
        postcodes: [
          ['0872', '0872'],
          ['6700', '6797'],
        ],
      },
      ISLANDS,
    ],
  },
};
const bottles = (count: number) => [{ quantity: 1, packSize: count }];
const request = (cases: number, orderCents = 100_00) => ({ region: 'WA', cases, orderCents, isGiftCardOnly: false, grantedFree: false });

describe('the fee of a zone', () => {
  test.each([
    [1, 12_00, 5_000, 0],
    [5_000, 12_00, 5_000, 0],
    [5_001, 18_00, 10_000, 0],
    [20_000, 25_50, 20_000, 0],
    [20_001, 26_60, 20_000, 1],
    [22_500, 28_80, 20_000, 3],
  ])('of %i g is %i cents', (grams, cents, bandGrams, extraKilograms) => {
    expect(zoneFee(PERTH, grams)).toEqual({ cents, bandGrams, extraKilograms });
  });

  test('stays that of the last band without a fee for each kilogram', () => {
    expect(zoneFee({ ...PERTH, perKilogramCents: 0 }, 90_000).cents).toBe(25_50);
  });

  test('has a limit, so that an order can store it', () => {
    expect(zoneFee({ ...PERTH, perKilogramCents: 50_00 }, 90_000_000).cents).toBe(MAX_ZONE_FEE_CENTS);
  });

  test('is that of the lightest band that carries the weight, and never falls with the weight if the bands do not', () => {
    const band = fc.record({ grams: fc.integer({ min: 100, max: 20_000 }), cents: fc.integer({ min: 0, max: 5_000 }) });
    const weight = fc.integer({ min: 0, max: 500_000 });
    fc.assert(
      fc.property(
        fc.array(band, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 500 }),
        weight,
        weight,
        (steps, perKilogramCents, a, b) => {
          let [upToGrams, cents] = [0, 0];
          const bands = steps.map((step) => {
            upToGrams += step.grams;
            cents += step.cents;
            return { upToGrams, cents };
          });
          const [light, heavy] = [Math.min(a, b), Math.max(a, b)];
          const [less, more] = [zoneFee({ bands, perKilogramCents }, light), zoneFee({ bands, perKilogramCents }, heavy)];
          expect(less.cents).toBeLessThanOrEqual(more.cents);
          expect(less.bandGrams ?? 0).toBeLessThanOrEqual(more.bandGrams ?? 0);
          if (more.extraKilograms === 0) expect(bands.find(({ upToGrams: limit }) => heavy <= limit)?.cents).toBe(more.cents);
        },
      ),
    );
  });
});

describe('the terms of a postcode', () => {
  test('are those of the market outside of every zone, and before the postcode is known', () => {
    expect(zoneTerms(terms, '3068', bottles(6))).toBe(terms);
    expect(zoneTerms(terms, '', bottles(6))).toBe(terms);
    expect(zoneTerms(TERMS.AU, '6000', bottles(6))).toBe(TERMS.AU);
  });

  test('have the fee of the zone whatever the state, and the free delivery of the market unless the zone has its own', () => {
    const perth = zoneTerms(terms, '6000', bottles(6)).shipping;
    const north = zoneTerms(terms, '0872', bottles(6)).shipping;

    expect([deliveryFee(perth, 'WA'), deliveryFee(perth, null)]).toEqual([18_00, 18_00]);
    expect(shippingOf(request(3), perth)).toMatchObject({ cents: 0, isFree: true, message: TERMS.AU.shipping.freeMessage });
    expect(shippingOf(request(3), north)).toMatchObject({ cents: 18_00, isFree: false });
    expect(shippingOf(request(1, 500_00), north)).toMatchObject({
      cents: 0,
      isFree: true,
      message: 'Free because your order is $500 or more.',
    });
    expect(shippingOf({ ...request(1), grantedFree: true }, north)).toMatchObject({ cents: 0, isFree: true });
  });

  test('do not carry the zones any further', () => {
    expect(zoneTerms(terms, '6000', bottles(6)).zones).toBeUndefined();
  });

  test('say where nothing is delivered', () => {
    expect(['6799', '6797', '3068', ''].map((postcode) => isExcluded(terms, postcode))).toEqual([true, false, false, false]);
  });
});

describe('the explanation of a fee', () => {
  const explain = (postcode: string, count = 6, kilograms: number | null = null) =>
    explainFee('AU', terms, { postcode, bottles: count, kilograms });

  test.each([
    ['600', 6, null, null],
    ['6000', 6, 18_00, '6000 is in the zone Perth. 6 bottles of 1.5 kg weigh 9 kg. The band up to 10 kg decides. Free from 3 cases.'],
    [
      '0872',
      1,
      12_00,
      '0872 is in the zone North. 1 bottle of 1.5 kg weighs 1.5 kg. The band up to 5 kg decides. Free from an order value of $500.00.',
    ],
    [
      '6000',
      15,
      28_80,
      '6000 is in the zone Perth. 15 bottles of 1.5 kg weigh 22.5 kg. The band up to 20 kg decides. 3 kilograms more, each for $1.10. Free from 3 cases.',
    ],
    ['6799', 6, null, '6799 is in the zone Islands, where nothing is delivered.'],
    [
      '4000',
      6,
      14_90,
      '4000 is in no zone, so the fees under Delivery apply. Most addresses with it are in QLD. The state in the address decides.',
    ],
  ] as const)('of %s with %i bottles', (postcode, count, cents, sentences) => {
    const explained = explain(postcode, count);
    expect(explained?.cents ?? null).toBe(cents);
    expect(explained?.sentences.join(' ') ?? null).toBe(sentences);
  });

  test('takes a weight in place of bottles', () => {
    expect(explain('6000', 6, 4.2)).toMatchObject({ cents: 12_00, sentences: expect.arrayContaining(['The order weighs 4.2 kg.']) });
  });
});
