import { describe, expect, test } from 'vitest';
import type { BottleSpec } from './bottle-spec.ts';
import { drawCase } from './case-box.ts';
import { drawMixedCase } from './mixed-case.ts';
import { textElements } from './testing/text-elements.ts';

const bottle = (producer: string): BottleSpec => ({ producer, name: 'Red', vintage: '2020', region: '', kind: 'red', varietal: '' });
const bottles = (count: number) => Array.from({ length: count }, (_, i) => bottle(`House ${i}`));
const print = { producer: 'Tilbuster', name: 'Gully', region: 'Yarra Valley', foot: '12 × 375 mL' };
const usedIds = (svg: string) => [...svg.slice(svg.indexOf('</defs>')).matchAll(/<use href="#(\w+)"/g)].map(([, id]) => id);

describe('a case', () => {
  const draw = (count: number, specs: BottleSpec[] = []) => drawCase([bottle('Tilbuster'), ...specs], count, print, 'Case', textElements);
  test.each([
    [1, 1, 480],
    [3, 3, 630],
    [4, 4, 480],
    [6, 6, 630],
    [12, 12, 780],
    [24, 12, 780],
  ])('of %d bottles shows %d necks and is %d wide', (count, necks, expectedWidth) => {
    const { svg, width, height } = draw(count);
    expect(usedIds(svg)).toHaveLength(necks);
    expect([width, height]).toEqual([expectedWidth, 990]);
  });
  test('is printed with producer, name, region and foot', () => {
    const { svg } = draw(12);
    for (const text of ['TILBUSTER', 'Gully', 'Yarra Valley', '12 × 375 mL']) expect(svg).toContain(`>${text}</text>`);
  });
  test('shows different bottles in turn', () => {
    expect(new Set(usedIds(draw(12, bottles(4)).svg)).size).toBe(5);
  });
});

describe('the bottles of a mixed case', () => {
  const draw = (specs: BottleSpec[]) => drawMixedCase(specs, 'Mixed case', textElements);
  test.each([
    [1, 1],
    [6, 6],
    // In two rows each bottle at the back is darkened by a second use of its outline.
    [7, 4 + 2 * 3],
    [12, 6 + 2 * 6],
  ])('%d of them use %d shapes', (count, shapes) => {
    expect(usedIds(draw(bottles(count)).svg)).toHaveLength(shapes);
  });
  test('are written once if they are equal', () => {
    const pair = [bottle('House 0'), bottle('House 0')];
    expect(draw(pair).svg.length).toBeLessThan(draw(bottles(2)).svg.length * 0.8);
  });
});
