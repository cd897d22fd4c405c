import { describe, expect, test } from 'vitest';
import { drawBottle } from './bottle.ts';
import { BOTTLE_KINDS, type BottleSpec, CLOSURES } from './bottle-spec.ts';
import { CAPSULES, STOPPERS } from './closure.ts';
import { PAPERS } from './colours.ts';
import { GLASS } from './glass.ts';
import { LAYOUTS } from './label.ts';
import { textElements } from './testing/text-elements.ts';

const spec = (overrides: Partial<BottleSpec> = {}): BottleSpec => ({
  producer: 'Salt & Fallow',
  name: 'Nine Rows',
  vintage: '2023',
  region: 'Mornington',
  kind: 'red',
  varietal: '',
  ...overrides,
});
const draw = (overrides: Partial<BottleSpec> = {}) =>
  drawBottle(spec(overrides), 'Bottle of Salt & Fallow Nine Rows 2023', textElements).svg;

test('is 320 × 1000 and has the alternative text as its label', () => {
  const { svg, ...picture } = drawBottle(spec(), 'Bottle of Salt & Fallow Nine Rows 2023', textElements);
  expect(picture).toEqual({ width: 320, height: 1000, alt: 'Bottle of Salt & Fallow Nine Rows 2023' });
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 320 1000" width="320" height="1000" role="img" aria-label="Bottle of Salt &amp; Fallow Nine Rows 2023">/,
  );
});

test('draws every kind of bottle differently', () => {
  const drawings = BOTTLE_KINDS.map((kind) => draw({ kind, layout: 'oval', glass: kind === 'sparkling' ? 'moss' : 'flint' }));
  expect(new Set(drawings).size).toBe(14);
});

describe('draws each of the named styles differently:', () => {
  const distinct = (drawings: string[]) => new Set(drawings).size;
  test('layout', () => expect(distinct(Object.keys(LAYOUTS).map((layout) => draw({ layout })))).toBe(16));
  test('paper', () => expect(distinct(Object.keys(PAPERS).map((palette) => draw({ palette })))).toBe(18));
  test('glass', () => expect(distinct(Object.keys(GLASS).map((glass) => draw({ glass })))).toBe(9));
  test('capsule', () => expect(distinct(Object.keys(CAPSULES).map((capsule) => draw({ capsule })))).toBe(12));
  test('stopper', () => expect(distinct(Object.keys(STOPPERS).map((capsule) => draw({ capsule, kind: 'gin' })))).toBe(4));
  test('closure', () => expect(distinct(CLOSURES.filter((closure) => closure !== 'wire').map((closure) => draw({ closure })))).toBe(4));
});

test.each(['', 'nothing known', '__proto__', 'constructor', 'toString'])('ignores the unknown style %j', (style) => {
  expect(draw({ glass: style, capsule: style, layout: style, palette: style })).toBe(draw());
});

test('draws the wines of a producer on the same paper with their own names', () => {
  const papersOf = (svg: string) => Object.values(PAPERS).filter(([paper]) => svg.includes(`fill="${paper}"`));
  expect(papersOf(draw({ name: 'Bright Water' }))).toEqual(papersOf(draw({ name: 'Long Paddock' })));
  expect(draw({ name: 'Bright Water' })).toContain('Water');
});

test.each([
  [50, 'scale(0.55)'],
  [187, 'scale(0.68)'],
  [375, 'scale(0.8)'],
  [500, 'scale(0.9)'],
])('draws %d mL smaller', (volumeMl, scale) => {
  expect(draw({ volumeMl })).toContain(scale);
});

test('draws large bottles no larger than 750 mL', () => {
  expect(draw({ volumeMl: 1500 })).toBe(draw().replaceAll('750 mL', '1.5 L'));
});

test('uses the oval layout in place of the year layout if there is no year', () => {
  expect(draw({ layout: 'year', vintage: '' })).toBe(draw({ layout: 'oval', vintage: '' }));
  expect(draw({ layout: 'year', vintage: 'NV' })).toBe(draw({ layout: 'oval', vintage: 'NV' }));
  expect(draw({ layout: 'year' })).not.toBe(draw({ layout: 'oval' }));
});
