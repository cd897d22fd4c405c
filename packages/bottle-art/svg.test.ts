import { describe, expect, test } from 'vitest';
import { createSvgBuilder, escapeXml, n, n3 } from './svg.ts';

test.each([
  [0, '0'],
  [-0.04, '0'],
  [1.25, '1.3'],
  [-3, '-3'],
  [110.96, '111'],
])('n(%d) is %s', (x, expected) => {
  expect(n(x)).toBe(expected);
});

test('n3 rounds to three decimals', () => {
  expect(n3(0.91349)).toBe('0.913');
});

describe('escapeXml', () => {
  test.each([
    ['markup is escaped', '<script>"a" & b</script>', '&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;'],
    ['emoji stay', 'Rosé 🍷', 'Rosé 🍷'],
    ['a lone surrogate is removed', 'a\ud83cb', 'ab'],
    ['control characters are removed', 'a\u0000\u000bb\u001f\uffff', 'ab'],
    ['tab and line end stay', 'a\tb\n', 'a\tb\n'],
  ])('%s', (_, text, expected) => {
    expect(escapeXml(text)).toBe(expected);
  });
});
test('writes equal definitions once', () => {
  const svg = createSvgBuilder();
  const path = (d: string) => (id: string) => `<path id="${id}" d="${d}"/>`;
  expect([svg.define(path('M0 0')), svg.define(path('M1 1')), svg.define(path('M0 0'))]).toEqual(['a', 'b', 'a']);
  expect(svg.defs()).toBe('<defs><path id="a" d="M0 0"/><path id="b" d="M1 1"/></defs>');
});

test('never repeats an id', () => {
  const svg = createSvgBuilder();
  const ids = Array.from({ length: 800 }, (_, i) => svg.define((id) => `<g id="${id}" class="${i}"/>`));
  expect(new Set(ids).size).toBe(800);
  expect([ids[25], ids[26], ids[27], ids[702]]).toEqual(['z', 'aa', 'ab', 'aaa']);
});
