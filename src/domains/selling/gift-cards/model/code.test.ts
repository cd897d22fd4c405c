import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODE_ALPHABET, CODE_LENGTH, codeOf, formatCode, normaliseCode } from './code.ts';

test.each([
  { name: 'as it is printed', typed: 'ABCD-EFGH-1120-3456', code: 'ABCDEFGH11203456' },
  { name: 'in small letters, with spaces', typed: ' abcd efgh 1120 3456 ', code: 'ABCDEFGH11203456' },
  { name: 'letters that look like digits', typed: 'ABCD-EFGH-1l2O-3456', code: 'ABCDEFGH11203456' },
  { name: 'too short', typed: 'ABCD-EFGH', code: null },
  { name: 'a letter that no code has', typed: 'UBCD-EFGH-1120-3456', code: null },
])('$name', ({ typed, code }) => {
  expect(normaliseCode(typed)).toBe(code);
});

test('parses every printed code and uses the whole alphabet', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: CODE_LENGTH, maxLength: CODE_LENGTH }), (bytes) => {
      const code = codeOf(bytes);
      for (const character of code) seen.add(character);
      expect(normaliseCode(formatCode(code))).toBe(code);
    }),
  );
  expect(seen.size).toBe(CODE_ALPHABET.length);
});
