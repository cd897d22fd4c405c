import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legible } from './legible.ts';
import { widthOf } from './typefaces.ts';
import { depthOf, evenLines, fitLine, setBlock, sizeToFit, truncate } from './typeset.ts';

const box = { typeface: 'serif', width: 170, height: 110, max: 40 } as const;
const words = fc.string({ unit: 'binary', maxLength: 160 });

describe('one line', () => {
  test('keeps its size if it fits', () => {
    expect(fitLine('Yarra', 'sans', 14, 180)).toEqual({ text: 'Yarra', size: 14 });
  });
  test('shrinks to fit', () => {
    const line = fitLine('Mornington Peninsula Winery', 'sans', 14, 160);
    expect(line.text).toBe('Mornington Peninsula Winery');
    expect(line.size).toBeLessThan(14);
    expect(widthOf(line.text, 'sans', line.size)).toBeCloseTo(160);
  });
  test('is truncated before it becomes too small to read', () => {
    const line = fitLine('A long appellation of the western foothills and plains', 'sans', 14, 120);
    expect(line.size).toBeCloseTo(14 * 0.66);
    expect(line.text).toMatch(/^A long app.*…$/);
    expect(widthOf(line.text, 'sans', line.size)).toBeLessThanOrEqual(120);
  });
  test('has no space or comma before the ellipsis', () => {
    expect(truncate('Nine rows, and more', 'sans', 10, widthOf('Nine rows, …', 'sans', 10))).toBe('Nine rows…');
  });
  test('is empty if not even the ellipsis fits', () => {
    expect(truncate('Shiraz', 'sans', 20, 4)).toBe('');
  });
  test('has the largest size if it is empty', () => {
    expect(sizeToFit('', 'sans', 14, 100)).toBe(14);
  });
});

describe('a block', () => {
  test.each([
    ['one letter', 'X', ['X'], 40],
    ['a name in one line', 'Crianza', ['Crianza'], 40],
    ['a name in two', 'Old Block Shiraz', ['Old Block', 'Shiraz'], 39],
    ['nothing', '', [], 40],
  ])('sets %s', (_, text, lines, size) => {
    expect(setBlock(text, box)).toMatchObject({ lines, size });
  });
  test('balances its lines', () => {
    expect(setBlock('Single Vineyard Late Shiraz', { ...box, width: 130, height: 60, max: 18, lines: 2 }).lines).toEqual([
      'Single Vineyard',
      'Late Shiraz',
    ]);
  });
  test('uses more lines before it becomes too small', () => {
    const block = setBlock('An extraordinarily long and winding name of a single vineyard late harvest botrytised old bush vine', box);
    expect(block.lines.length).toBeGreaterThan(3);
    expect(block.lines.join(' ')).toMatch(/bush vine$/);
  });
  test('is truncated as a last resort', () => {
    expect(setBlock('word '.repeat(80), box).lines.at(-1)).toMatch(/…$/);
  });
  test('hyphenates a word that is wider than the line', () => {
    const { lines } = setBlock('supercalifragilisticexpialidocious'.repeat(2), { ...box, width: 100 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatch(/-$/);
  });
  test('stays in its box for any text', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 60, max: 260 }), fc.integer({ min: 24, max: 160 }), (text, width, height) => {
        const block = setBlock(text, { ...box, width, height });
        expect(block.lines.every((line) => widthOf(line, 'serif', block.size) <= width + 1e-9)).toBe(true);
        expect(depthOf(block) + block.size).toBeLessThanOrEqual(Math.max(height, block.size));
      }),
    );
  });
  test('keeps every word that fits', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-z]{1,6}$/), { minLength: 1, maxLength: 6 }), (list) => {
        expect(setBlock(list.join(' '), box).lines.join(' ')).toBe(list.join(' '));
      }),
    );
  });
});

describe('even lines', () => {
  test.each([
    [2, ['SINGLE VINEYARD', 'LATE DISGORGED']],
    [4, ['SINGLE', 'VINEYARD', 'LATE', 'DISGORGED']],
    [9, ['SINGLE', 'VINEYARD', 'LATE', 'DISGORGED']],
  ])('at most %d', (count, expected) => {
    expect(evenLines('SINGLE VINEYARD LATE DISGORGED', 'narrow', count)).toEqual(expected);
  });
  test('has at most the number of lines and all of the text', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 6 }), (text, count) => {
        const lines = evenLines(text, 'narrow', count);
        expect(lines.length).toBeLessThanOrEqual(count);
        expect(lines.join(' ')).toBe(legible(text));
      }),
    );
  });
});
