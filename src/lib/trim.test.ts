import { expect, test } from 'vitest';
import { trimEndOf, trimOf } from './trim.ts';

test.each([
  ['wine, - ', 'wine'],
  [' -wine', ' -wine'],
  ['a - b', 'a - b'],
  [', ;', ''],
  ['', ''],
])('trims the end of "%s"', (text, expected) => {
  expect(trimEndOf(text, /[\s,;-]/)).toBe(expected);
});

test('trims both ends and leaves the middle', () => {
  expect(trimOf(' - a - b ;', /[\s,;-]/)).toBe('a - b');
});

test('takes time in proportion to the length, whatever runs the text holds', () => {
  const started = performance.now();
  for (let iteration = 0; iteration < 10; iteration += 1) trimOf(`x${'/'.repeat(1_000_000)}x`, /\//);
  expect(performance.now() - started).toBeLessThan(500);
});
