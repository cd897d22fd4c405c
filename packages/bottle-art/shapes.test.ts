import { describe, expect, test } from 'vitest';
import type { BottleSpec } from './bottle-spec.ts';
import { bottlePath, ribbonPath } from './outline-path.ts';
import { SHAPES, type ShapeName, shapeOf } from './shapes.ts';

const spec = (overrides: Partial<BottleSpec>): BottleSpec => ({
  producer: 'Salt & Fallow',
  name: '',
  vintage: '',
  region: '',
  kind: 'red',
  varietal: '',
  ...overrides,
});

describe.each(Object.entries(SHAPES))('%s', (_, { outline, radius, top, label, body, fill, foot, cap }) => {
  const xs = outline.flatMap((step) => step.filter((_, i) => i % 2 === 0));
  const last = outline.at(-1) ?? outline[0];
  test('has its foot at 985 and stays within its radius', () => {
    expect(last.at(-1)).toBe(985);
    expect(Math.max(...xs)).toBe(radius);
    expect(radius).toBeLessThanOrEqual(160);
    expect(outline[0].at(-1)).toBe(top);
  });
  test('has its label on the body above the foot', () => {
    expect(label[0]).toBeGreaterThan(body);
    expect(label[0] + label[1] + 12).toBeLessThan(985 - foot);
  });
  test('is filled to a level between closure and label', () => {
    expect(fill).toBeGreaterThanOrEqual(cap[0]);
    expect(fill).toBeLessThan(label[0]);
  });
});

test('bottlePath mirrors the outline', () => {
  expect(
    bottlePath([
      [10, 0],
      [20, 5, 20, 8, 20, 10],
      [20, 50],
    ]),
  ).toBe('M10 0C20 5 20 8 20 10L20 50L-20 50L-20 10C-20 8 -20 5 -10 0Z');
});

test('ribbonPath runs down at one width and up at another and ends above the foot', () => {
  expect(
    ribbonPath(
      [
        [10, 0],
        [20, 40],
        [0, 50],
      ],
      0.5,
      -0.5,
    ),
  ).toBe('M5 0L10 40L-10 40L-5 0Z');
});

describe('shapeOf', () => {
  test.each<[string, Partial<BottleSpec>, ShapeName]>([
    ['the named shape first', { shape: 'gin', kind: 'sparkling' }, 'gin'],
    ['sparkling', { kind: 'sparkling', varietal: 'Chardonnay' }, 'champagne'],
    ['dessert', { kind: 'sweet' }, 'flute'],
    ['brandy', { kind: 'brandy' }, 'cognac'],
    ['tequila', { kind: 'tequila' }, 'tequila'],
    ['Pinot Noir', { varietal: 'Pinot Noir' }, 'burgundy'],
    ['Pinot Gris', { varietal: 'Pinot Gris', kind: 'white' }, 'bordeaux'],
    ['Riesling in the name only', { name: 'Bright Water Riesling', kind: 'white' }, 'flute'],
    ['Grüner', { varietal: 'Grüner Veltliner', kind: 'white' }, 'flute'],
    ['Shiraz', { varietal: 'Shiraz' }, 'bordeaux'],
  ])('%s', (_, overrides, expected) => {
    expect(shapeOf(spec(overrides))).toBe(expected);
  });
  test('gives each whisky producer one of three shapes', () => {
    const shapes = Array.from({ length: 40 }, (_, i) => shapeOf(spec({ kind: 'whisky', producer: `House ${i}`, name: `Cask ${i}` })));
    expect(new Set(shapes)).toEqual(new Set(['whisky', 'gin', 'rum']));
    expect(shapeOf(spec({ kind: 'whisky', producer: 'House 3', name: 'another' }))).toBe(shapes[3]);
  });
});
