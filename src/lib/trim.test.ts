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
  // Quadratic work would take minutes, longer than the limit of a test.
  const text = `x${'/'.repeat(1_000_000)}x`;
  expect(trimOf(text, /\//)).toBe(text);
});
