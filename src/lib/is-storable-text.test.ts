import { describe, expect, test } from 'vitest';
import { isStorable, storableText } from './is-storable-text.ts';

describe('isStorable', () => {
  test.each([
    { name: 'plain words', text: 'Old Block Shiraz', storable: true },
    { name: 'nothing', text: '', storable: true },
    { name: 'accents, scripts and emoji', text: 'Château 山崎 🍷', storable: true },
    { name: 'other control characters', text: 'a\tb\u0001', storable: true },
    { name: 'a NUL', text: 'a\0b', storable: false },
    { name: 'the first half of a character', text: 'a\ud83c', storable: false },
    { name: 'the second half of a character', text: '\udf77a', storable: false },
  ])('$name: $storable', ({ text, storable }) => {
    expect(isStorable(text)).toBe(storable);
  });
});

describe('storableText', () => {
  test.each([
    { name: 'is trimmed', input: '  Gin\n', read: 'Gin' },
    { name: 'at the maximum length', input: '12345', read: '12345' },
  ])('$name', ({ input, read }) => {
    expect(storableText(5).parse(input)).toBe(read);
  });

  test.each([
    { name: 'over the maximum length', input: '123456' },
    { name: 'with a NUL', input: 'a\0' },
    { name: 'no text', input: 5 },
  ])('rejects what is $name', ({ input }) => {
    expect(storableText(5).safeParse(input).success).toBe(false);
  });
});
