import { describe, expect, test } from 'vitest';
import { noText, type TextLine, textElements } from './render-text.ts';
import { createSvgBuilder } from './sheet.ts';

const line: TextLine = {
  text: 'A',
  face: 'serif',
  size: 20,
  fill: '#000000',
  track: 0,
  stand: { on: 'line', x: 5, y: 9, anchor: 'start', turn: 0 },
};
const draw = (change: Partial<TextLine>, sheet = createSvgBuilder()) => textElements({ ...line, ...change }, sheet.define) + sheet.defs();

describe('text elements', () => {
  test('stand on their baseline in their face', () => {
    expect(draw({})).toBe(
      '<text x="5" y="9" font-family="Fraunces, Georgia, serif" font-size="20" font-weight="400" fill="#000000">A</text><defs></defs>',
    );
  });
  test.each<[string, Partial<TextLine>, string]>([
    ['escaped', { text: '<b>&' }, '>&lt;b&gt;&amp;</text>'],
    ['italic', { face: 'italic' }, 'font-style="italic"'],
    ['condensed and spaced', { face: 'narrow', track: 0.1 }, 'font-stretch="85%" letter-spacing="2"'],
    ['centred', { stand: { on: 'line', x: 1, y: 2, anchor: 'middle', turn: 0 } }, 'text-anchor="middle"'],
    ['turned', { stand: { on: 'line', x: 1, y: 2, anchor: 'start', turn: -90 } }, 'transform="translate(1 2) rotate(-90)"'],
    ['round a circle', { stand: { on: 'circle', x: 50, y: 50, radius: 40 } }, '<textPath href="#a" startOffset="50%">A</textPath>'],
  ])('%s', (_, change, expected) => {
    expect(draw(change)).toContain(expected);
  });
  test('of nothing that can be drawn are nothing', () => {
    expect(draw({ text: '🍷' })).toBe('<defs></defs>');
  });
});

test('no text is no text', () => {
  expect(noText(line, createSvgBuilder().define)).toBe('');
});
