import { describe, expect, test } from 'vitest';
import type { BottleSpec } from './bottle-spec.ts';
import { LAYOUTS, type LayoutName } from './label.ts';
import { createLabelRenderer } from './label-renderer.ts';
import { labelText } from './label-text.ts';
import { legible } from './legible.ts';
import { SHAPES } from './shapes.ts';
import { createSvgBuilder } from './svg.ts';
import type { TextLine } from './text-line.ts';
import { widthOf } from './typefaces.ts';

const VARIANTS: Record<string, Partial<BottleSpec>> = {
  'usual words': {},
  'one letter': { producer: 'Q', name: 'X', region: '', vintage: '' },
  'long words': {
    producer: 'The Very Long and Venerable Family Estate of Northern Barossa Winemakers',
    name: 'An extraordinarily long and winding name of a single vineyard late harvest botrytised old bush vine basket pressed Shiraz Mataro No. 136',
    region: 'A long appellation of the western foothills and plains',
  },
  'one endless word': { producer: 'W'.repeat(80), name: 'Supercalifragilisticexpialidocious'.repeat(4), region: 'M'.repeat(60) },
  'an age': { kind: 'whisky', age: 12, vintage: '', name: 'Peated Cask' },
  'no vintage': { vintage: 'NV', name: 'Brut Réserve' },
};

const spec = (overrides: Partial<BottleSpec>): BottleSpec => ({
  producer: 'Wirrabeen Ridge',
  name: 'Old Vine Grenache Mourvèdre',
  vintage: '2021',
  region: 'Barossa Valley',
  kind: 'red',
  varietal: '',
  abv: 14.5,
  ...overrides,
});

type Box = { text: string; left: number; right: number; top: number; foot: number };

/** Returns the box of a straight line's letters. */
const boxOf = ({ text, typeface, size, letterSpacing, stand }: TextLine): Box[] => {
  if (stand.on === 'circle') return [];
  const length = widthOf(legible(text), typeface, size, letterSpacing) - letterSpacing * size;
  const from = stand.anchor === 'start' ? 0 : stand.anchor === 'middle' ? -length / 2 : -length;
  const { x, y } = stand;
  const high = size * 0.68;
  return [
    stand.turn === 0
      ? { text, left: x + from, right: x + from + length, top: y - high, foot: y }
      : { text, left: x - high, right: x, top: y - from - length, foot: y - from },
  ];
};

const linesOf = (layout: LayoutName, shape: keyof typeof SHAPES, overrides: Partial<BottleSpec>) => {
  const lines: TextLine[] = [];
  const renderer = createLabelRenderer(createSvgBuilder(), (line) => {
    lines.push(line);
    return '';
  });
  const w = Math.round(SHAPES[shape].radius * 2 * LAYOUTS[layout].share);
  const h = SHAPES[shape].label[1] + (layout === 'oval' ? 24 : 0);
  const art = LAYOUTS[layout].set({
    w,
    h,
    paper: '#ffffff',
    ink: '#000000',
    accent: '#aa0000',
    text: labelText(spec(overrides)),
    emblem: 'sun',
    chance: () => 0.5,
    renderer,
  });
  return { w, h: h + (art.rise ?? 0), lines: lines.filter(({ text }) => text !== '') };
};

const layouts = Object.keys(LAYOUTS) as LayoutName[];
const shapes = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

describe.each(layouts)('%s', (layout) => {
  describe.each(Object.entries(VARIANTS))('with %s', (_, overrides) => {
    test.each(shapes)('fits on %s', (shape) => {
      const { w, h, lines } = linesOf(layout, shape, overrides);
      const boxes = lines.flatMap(boxOf);
      for (const box of boxes) {
        expect(box.left, box.text).toBeGreaterThanOrEqual(7);
        expect(box.right, box.text).toBeLessThanOrEqual(w - 7);
        expect(box.top, box.text).toBeGreaterThanOrEqual(7);
        expect(box.foot, box.text).toBeLessThanOrEqual(h - 7);
      }
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
          const apart = a.right <= b.left || b.right <= a.left || a.foot <= b.top || b.foot <= a.top;
          expect(apart, `${a.text} over ${b.text}`).toBe(true);
        }
    });
  });

  test('shows producer and name', () => {
    const texts = linesOf(layout, 'bordeaux', { producer: 'Salt & Fallow', name: 'Crianza' }).lines.map(({ text }) => text.toLowerCase());
    expect(texts.some((text) => text.startsWith('salt & fallow'))).toBe(true);
    expect(texts).toContain('crianza');
  });
});
