import { describe, expect, test } from 'vitest';
import { outlinedText } from './outlined-text.ts';
import { createSvgBuilder } from './svg.ts';
import type { TextLine } from './text-line.ts';

const line: TextLine = {
  text: 'Yarra',
  typeface: 'serif',
  size: 20,
  fill: '#112233',
  letterSpacing: 0,
  stand: { on: 'line', x: 5, y: 9, anchor: 'start', turn: 0 },
};
const draw = (change: Partial<TextLine> = {}, svg = createSvgBuilder()) => outlinedText({ ...line, ...change }, svg.define);
const contours = (path: string) =>
  [...path.matchAll(/m-?\d+[ -]\d+((?!m)[^z])*z/g)].map(([contour]) => contour.replace(/^m-?\d+[ -]\d+/, ''));

describe('a straight line', () => {
  test('is one path of whole numbers without text elements', () => {
    expect(draw()).toMatch(/^<path transform="translate\(5 9\)scale\(0\.125\)" fill="#112233" d="m[-\d hvlqtmz]+z"\/>$/);
  });
  test('draws equal letters with equal bytes', () => {
    const [first, second] = [...draw({ text: 'll' }).matchAll(/m[^mz]*z/g)].map(([d]) => d.replace(/^m-?\d+[ -]\d+/, ''));
    expect(first).toBe(second);
    expect(contours(draw({ text: 'lol' })).length).toBeGreaterThan(2);
  });
  test.each([
    ['start', 0],
    ['middle', -0.5],
    ['end', -1],
  ] as const)('anchored at its %s', (anchor, share) => {
    const from = (path: string) => Number(/d="m(-?\d+)/.exec(path)?.[1]);
    const stand = { on: 'line', x: 0, y: 0, turn: 0 } as const;
    const shift = from(draw({ stand: { ...stand, anchor } })) - from(draw({ stand: { ...stand, anchor: 'start' } }));
    const length = from(draw({ stand: { ...stand, anchor: 'end' } })) - from(draw({ stand: { ...stand, anchor: 'start' } }));
    expect(Math.abs(shift + share * length)).toBeLessThanOrEqual(1);
  });
  test('can be rotated', () => {
    expect(draw({ stand: { on: 'line', x: 1, y: 2, anchor: 'start', turn: -90 } })).toContain('translate(1 2)rotate(-90)scale(');
  });
  test('becomes longer with letter spacing', () => {
    const end = (path: string) => [...path.matchAll(/m(-?\d+)/g)].reduce((sum, [, x]) => sum + Number(x), 0);
    expect(end(draw({ letterSpacing: 0.2 }))).toBeGreaterThan(end(draw()));
  });
});

test('defines each letter once on a circle and rotates it to its place', () => {
  const svg = createSvgBuilder();
  const circle = draw({ text: 'ANNA', stand: { on: 'circle', x: 50, y: 60, radius: 40 } }, svg);
  expect(svg.defs().match(/<path/g)).toHaveLength(2);
  const turns = [...circle.matchAll(/rotate\((-?[\d.]+)\)/g)].map(([, turn]) => Number(turn));
  expect(turns).toHaveLength(4);
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
  expect((turns[0] ?? 0) + (turns[3] ?? 0)).toBeCloseTo(0, 0);
});

test.each(['', '   ', '🍷', '純米'])('draws nothing for %j', (text) => {
  expect(draw({ text })).toBe('');
  expect(draw({ text, stand: { on: 'circle', x: 0, y: 0, radius: 9 } })).toBe('');
});

test('leaves out characters that it cannot draw', () => {
  expect(draw({ text: 'Yar🍷ra' })).toBe(draw());
});
