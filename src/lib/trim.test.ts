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

test('trims both ends and keeps the middle', () => {
  expect(trimOf(' - a - b ;', /[\s,;-]/)).toBe('a - b');
});

test('trims in linear time', () => {
  const started = performance.now();
  for (let iteration = 0; iteration < 10; iteration += 1) trimOf(`x${'/'.repeat(1_000_000)}x`, /\//);
  expect(performance.now() - started).toBeLessThan(500);
});
