import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOTTLE_KINDS, type BottleSpec, CLOSURES } from './bottle-spec.ts';
import { CAPSULES } from './closure.ts';
import { drawBottle, drawCase, drawGiftCard, drawingVersion, drawMixedCase } from './index.ts';
import { LAYOUTS } from './label.ts';
import { SHAPES, type ShapeName } from './shapes.ts';
import { findSvgProblems } from './testing/svg-problems.ts';

const bottle = (change: Partial<BottleSpec> = {}): BottleSpec => ({
  producer: 'Wirrabeen Ridge',
  name: 'Old Block Shiraz',
  vintage: '2021',
  region: 'Barossa Valley',
  kind: 'red',
  varietal: 'Shiraz',
  abv: 14.5,
  ...change,
});
const LAYOUT_NAMES = Object.keys(LAYOUTS);
const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];

test('findSvgProblems finds problems', () => {
  expect(findSvgProblems('<svg><g></svg>').length).toBeGreaterThan(0);
  expect(findSvgProblems('<svg a="1" a="2"/>').length).toBeGreaterThan(0);
  expect(findSvgProblems('<svg>a & b</svg>').length).toBeGreaterThan(0);
  expect(findSvgProblems('<svg><use href="#a"/></svg>').length).toBeGreaterThan(0);
  expect(findSvgProblems('<svg d="MNaN"/>').length).toBeGreaterThan(0);
  expect(findSvgProblems('<svg d="M0 0"/>')).toEqual([]);
});

const anyText = (maxLength: number) =>
  fc.oneof(fc.string({ unit: 'binary', maxLength }), fc.string({ unit: 'grapheme', maxLength }), fc.string({ maxLength }));
const anyBottle = fc.record(
  {
    producer: anyText(100),
    name: anyText(150),
    region: anyText(100),
    varietal: anyText(60),
    vintage: fc.constantFrom('', 'NV', '1999', '2024'),
    kind: fc.constantFrom(...BOTTLE_KINDS),
    shape: fc.constantFrom(...SHAPE_NAMES),
    glass: anyText(20),
    capsule: fc.oneof(anyText(20), fc.constantFrom(...Object.keys(CAPSULES))),
    layout: fc.oneof(anyText(20), fc.constantFrom(...LAYOUT_NAMES)),
    palette: anyText(20),
    age: fc.integer({ min: 1, max: 99 }),
    abv: fc.double({ min: 0, max: 95, noNaN: true }),
    volumeMl: fc.integer({ min: 20, max: 18_000 }),
    closure: fc.constantFrom(...CLOSURES),
  },
  { requiredKeys: ['producer', 'name', 'region', 'varietal', 'vintage', 'kind'] },
);

describe('every drawing', () => {
  test('is valid SVG and the same every time, whatever the bottles are', () => {
    const anyBottles = fc.array(anyBottle, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyBottles, fc.integer({ min: 1, max: 48 }), anyText(60), (bottles, count, text) => {
        const first = bottles[0] ?? bottle();
        const print = { producer: text, name: text, region: text, foot: text };
        const drawings = [
          () => drawBottle(first, text),
          () => drawMixedCase(bottles, text),
          () => drawCase([first, ...bottles.slice(1)], count, print, text),
          () => drawGiftCard({ brand: text, title: text, line: text, amount: text }, text),
        ];
        for (const draw of drawings) {
          const picture = draw();
          expect(findSvgProblems(picture.svg)).toEqual([]);
          expect(draw()).toEqual(picture);
          expect(picture.width > 0 && picture.height > 0).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test.each([
    ['a name of 136 characters', { name: `${'An extraordinarily long name '.repeat(5)}`.slice(0, 136) }],
    ['a name of one letter', { name: 'X', producer: 'Q' }],
    ['a name of emoji', { name: '🍇🍷', producer: '🦘' }],
    ['a name in another script', { name: '純米大吟醸', producer: '獺祭' }],
    ['a name with markup', { name: '<script>alert("x")</script>', producer: ']]>&amp;<!--' }],
  ])('is valid SVG for %s in every layout', (_, change) => {
    for (const layout of LAYOUT_NAMES) expect(findSvgProblems(drawBottle(bottle({ ...change, layout }), '').svg)).toEqual([]);
  });

  test('escapes markup', () => {
    expect(drawBottle(bottle({ name: '<script>' }), '<script>').svg).not.toContain('<script');
  });
});

describe('the compressed size', () => {
  const sizeOf = (change: Partial<BottleSpec>) => gzipSync(drawBottle(bottle(change), 'Bottle').svg).length;
  test.each(LAYOUT_NAMES)('of layout %s is below 6.5 kB', (layout) => {
    expect(sizeOf({ layout })).toBeLessThan(6_500);
  });
  test('is below 5 kB on average over all shapes', () => {
    const sizes = SHAPE_NAMES.map((shape) => sizeOf({ shape }));
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(5_000);
  });
  test('of twelve different bottles is below 32 kB', () => {
    const bottles = Array.from({ length: 12 }, (_, i) => bottle({ producer: `House Number ${i}`, name: `Hill ${i}`, vintage: '2020' }));
    expect(gzipSync(drawMixedCase(bottles, 'Mixed case').svg).length).toBeLessThan(32_000);
  });
});

test('drawingVersion is 14 letters and digits that depend on the data only', () => {
  expect(drawingVersion({ a: 1 })).toMatch(/^[0-9a-z]{14}$/);
  expect(drawingVersion({ a: 1 })).toBe(drawingVersion({ a: 1 }));
  expect(drawingVersion({ a: 1 })).not.toBe(drawingVersion({ a: 2 }));
});
