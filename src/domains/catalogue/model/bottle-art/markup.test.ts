import { describe, expect, test } from 'vitest';
import { escapeXml, n, n3 } from './markup.ts';

test.each([
  [0, '0'],
  [-0.04, '0'],
  [1.25, '1.3'],
  [-3, '-3'],
  [110.96, '111'],
])('n(%d) is %s', (x, expected) => {
  expect(n(x)).toBe(expected);
});

test('n3 keeps three decimals', () => {
  expect(n3(0.91349)).toBe('0.913');
});

describe('escapeXml', () => {
  test.each([
    ['markup', '<script>"a" & b</script>', '&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;'],
    ['emoji, kept whole', 'Rosé 🍷', 'Rosé 🍷'],
    ['half an emoji, left out', 'a\ud83cb', 'ab'],
    ['control characters, left out', 'a\u0000\u000bb\u001f\uffff', 'ab'],
    ['tab and line end, kept', 'a\tb\n', 'a\tb\n'],
  ])('%s', (_, text, expected) => {
    expect(escapeXml(text)).toBe(expected);
  });
});
