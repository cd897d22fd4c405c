import { describe, expect, test } from 'vitest';
import { contrastingInk, luminance, mix, PAPERS } from './colours.ts';

const contrast = (a: string, b: string) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

test.each([
  ['its start', '#000000', '#ffffff', 0, '#000000'],
  ['its end', '#123456', '#fedcba', 1, '#fedcba'],
  ['the middle', '#000000', '#ff8000', 0.5, '#804000'],
])('mix gives %s', (_, a, b, t, expected) => {
  expect(mix(a, b, t)).toBe(expected);
});

test('luminance runs from black to white', () => {
  expect([luminance('#000000'), luminance('#ffffff')]).toEqual([0, 1]);
  expect(luminance('#77b204')).toBeCloseTo(0.36, 2);
});

describe('a label reads on its paper', () => {
  test.each(Object.entries(PAPERS))('%s', (_, [paper, ink, accent]) => {
    expect(contrast(paper, ink)).toBeGreaterThan(4.5);
    expect(contrast(accent, contrastingInk(accent))).toBeGreaterThan(4.5);
  });
});
