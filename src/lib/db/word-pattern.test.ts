import { expect, test } from 'vitest';
import { wordPattern } from './word-pattern.ts';

test('finds words of three letters anywhere, and shorter ones at the beginning of a word', () => {
  expect(wordPattern('shi')).toBe('%shi%');
  expect(wordPattern('sh')).toBe('% sh%');
  expect(wordPattern('s')).toBe('% s%');
});

test('compares the signs of a pattern as they are', () => {
  expect(wordPattern('100%')).toBe('%100\\%%');
  expect(wordPattern('a_b\\')).toBe('%a\\_b\\\\%');
  expect(wordPattern('_')).toBe('% \\_%');
});

test('has no pattern without a word', () => {
  expect(wordPattern(undefined)).toBeNull();
});
