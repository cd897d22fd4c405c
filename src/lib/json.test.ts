import { expect, test } from 'vitest';
import { hasTexts, parseJsonObject } from './json.ts';

test.each([
  { text: '{"a":1}', value: { a: 1 } },
  { text: '{}', value: {} },
  { text: '[1]', value: null },
  { text: '"a"', value: null },
  { text: 'null', value: null },
  { text: '{"a":', value: null },
  { text: '', value: null },
  { text: null, value: null },
])('parses $text as an object or null', ({ text, value }) => {
  expect(parseJsonObject(text)).toEqual(value);
});

test.each([
  { value: { a: 'x', b: 'y', c: 1 }, isComplete: true },
  { value: { a: 'x' }, isComplete: false },
  { value: { a: 'x', b: 1 }, isComplete: false },
  { value: ['x', 'y'], isComplete: false },
  { value: null, isComplete: false },
])('checks the texts of $value', ({ value, isComplete }) => {
  expect(hasTexts(value, ['a', 'b'])).toBe(isComplete);
});
