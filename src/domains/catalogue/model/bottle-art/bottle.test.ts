import { describe, expect, test } from 'vitest';
import { CATEGORIES } from '../category.ts';
import { bottle } from './bottle.ts';
import { CAPSULES, STOPPERS } from './closure.ts';
import { GLASS } from './glass.ts';
import { LAYOUTS } from './label.ts';
import { PAPERS } from './papers.ts';
import { textElements } from './render-text.ts';
import { type BottleKind, type BottleSpec, CLOSURES, labelName } from './spec.ts';

const spec = (words: Partial<BottleSpec> = {}): BottleSpec => ({
  producer: 'Salt & Fallow',
  name: 'Nine Rows',
  vintage: '2023',
  region: 'Mornington',
  kind: 'red',
  varietal: '',
  ...words,
});
const draw = (words: Partial<BottleSpec> = {}) => bottle(spec(words), textElements).svg;

test('is 320 × 1000 and says what it shows', () => {
  const { svg, ...picture } = bottle(spec(), textElements);
  expect(picture).toEqual({ width: 320, height: 1000, alt: 'Bottle of Salt & Fallow Nine Rows 2023' });
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 320 1000" width="320" height="1000" role="img" aria-label="Bottle of Salt &amp; Fallow Nine Rows 2023">/,
  );
});

test.each([
  ['house, name, vintage', { producer: 'Tilbuster', name: 'Gully', vintage: '2020' }, 'Tilbuster Gully 2020'],
  ['the house once', { producer: 'Tilbuster', name: 'Tilbuster Gully', vintage: '' }, 'Tilbuster Gully'],
  ['no house', { producer: '', name: 'Gully', vintage: 'NV' }, 'Gully NV'],
])('the label is named by %s', (_, words, expected) => {
  expect(labelName(words)).toBe(expected);
});

test('every kind of bottle looks its own', () => {
  const kinds = [...new Set(Object.values(CATEGORIES).map(({ kind }) => kind))].filter(
    (kind): kind is BottleKind => kind !== 'mixed' && kind !== 'gift',
  );
  const drawings = kinds.map((kind) => draw({ kind, layout: 'oval', glass: kind === 'sparkling' ? 'moss' : 'flint' }));
  expect(kinds).toHaveLength(14);
  expect(new Set(drawings).size).toBe(14);
});

describe('each look can be asked for', () => {
  const distinct = (drawings: string[]) => new Set(drawings).size;
  test('layout', () => expect(distinct(Object.keys(LAYOUTS).map((layout) => draw({ layout })))).toBe(16));
  test('paper', () => expect(distinct(Object.keys(PAPERS).map((palette) => draw({ palette })))).toBe(18));
  test('glass', () => expect(distinct(Object.keys(GLASS).map((glass) => draw({ glass })))).toBe(9));
  test('capsule', () => expect(distinct(Object.keys(CAPSULES).map((capsule) => draw({ capsule })))).toBe(12));
  test('stopper', () => expect(distinct(Object.keys(STOPPERS).map((capsule) => draw({ capsule, kind: 'gin' })))).toBe(4));
  test('closure', () => expect(distinct(CLOSURES.filter((closure) => closure !== 'wire').map((closure) => draw({ closure })))).toBe(4));
});

test.each(['', 'nothing known', '__proto__', 'constructor', 'toString'])('a look called %j is left to the house', (look) => {
  expect(draw({ glass: look, capsule: look, layout: look, palette: look })).toBe(draw());
});

test('a house keeps its paper and layout, its wines keep their words', () => {
  const papersOf = (svg: string) => Object.values(PAPERS).filter(([paper]) => svg.includes(`fill="${paper}"`));
  expect(papersOf(draw({ name: 'Bright Water' }))).toEqual(papersOf(draw({ name: 'Long Paddock' })));
  expect(draw({ name: 'Bright Water' })).toContain('Water');
});

test.each([
  [50, 'scale(0.55)'],
  [187, 'scale(0.68)'],
  [375, 'scale(0.8)'],
  [500, 'scale(0.9)'],
])('%d mL stands smaller on the same line', (volumeMl, scale) => {
  expect(draw({ volumeMl })).toContain(scale);
});

test('large bottles stay in the picture', () => {
  expect(draw({ volumeMl: 1500 })).toBe(draw().replaceAll('750 mL', '1.5 L'));
});

test('large figures need a year: without one the label is an oval', () => {
  expect(draw({ layout: 'year', vintage: '' })).toBe(draw({ layout: 'oval', vintage: '' }));
  expect(draw({ layout: 'year', vintage: 'NV' })).toBe(draw({ layout: 'oval', vintage: 'NV' }));
  expect(draw({ layout: 'year' })).not.toBe(draw({ layout: 'oval' }));
});
