import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bottlesIn, packedGrams } from '#domains/selling/shipping/model/weight.ts';
import type { LineFulfilment } from '../line-fulfilment.ts';
import { linesLeft, MAX_PARCELS, parcelGrams, suggestParcels } from './label.ts';

const line = (position: number, quantity: number, more: Partial<LineFulfilment> = {}): LineFulfilment => ({
  position,
  productId: position,
  name: 'Wine',
  quantity,
  netCents: 0,
  isPhysical: true,
  shipped: 0,
  withdrawn: 0,
  refunded: 0,
  refundedCents: 0,
  ...more,
});

test('a case is a parcel, and loose bottles share one', () => {
  const lines = [line(0, 2), line(1, 7), line(2, 1)];

  expect(suggestParcels(linesLeft(lines, [{ packSize: 12 }, { packSize: 1 }, { packSize: 3 }]))).toBe(2 + 2);
});

test('only what is left to send is packed', () => {
  const lines = [line(0, 3, { shipped: 1, withdrawn: 1 }), line(1, 1, { isPhysical: false })];

  expect(suggestParcels(linesLeft(lines, [{ packSize: 6 }, { packSize: 1 }]))).toBe(1);
  expect(suggestParcels(linesLeft([line(0, 1, { shipped: 1 })], [{ packSize: 6 }]))).toBe(0);
});

test('an order of many cases begins with as many parcels as one request may have', () => {
  expect(suggestParcels([{ quantity: 500, packSize: 12 }])).toBe(MAX_PARCELS);
});

test.each([
  { name: 'a case of six', lines: [line(0, 1)], packs: [6], parcels: 1, grams: 9_000 },
  { name: 'two cases in a parcel each', lines: [line(0, 2)], packs: [6], parcels: 2, grams: 9_000 },
  { name: 'seven bottles in two parcels: the heavier counts', lines: [line(0, 7)], packs: [1], parcels: 2, grams: 6_000 },
  {
    name: 'only what is left to send',
    lines: [line(0, 3, { shipped: 1, withdrawn: 1 }), line(1, 5, { isPhysical: false })],
    packs: [6, 1],
    parcels: 1,
    grams: 9_000,
  },
  { name: 'more parcels than bottles: each weighs something', lines: [line(0, 1)], packs: [1], parcels: 3, grams: 1_500 },
])('weighs parcels: $name', ({ lines, packs, parcels, grams }) => {
  expect(
    parcelGrams(
      linesLeft(
        lines,
        packs.map((packSize) => ({ packSize })),
      ),
      parcels,
      1_500,
    ),
  ).toBe(grams);
});

test('the label of a single parcel weighs what the delivery fee is charged for', () => {
  const line = fc.record({ quantity: fc.integer({ min: 1, max: 20 }), packSize: fc.constantFrom(1, 3, 6, 12) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 100, max: 30_000 }), (lines, bottleGrams) => {
      expect(parcelGrams(lines, 1, bottleGrams)).toBe(packedGrams(bottlesIn(lines), bottleGrams));
    }),
  );
});
