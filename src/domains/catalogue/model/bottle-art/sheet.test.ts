import { expect, test } from 'vitest';
import { createSvgBuilder } from './sheet.ts';

test('what is defined twice is written once', () => {
  const sheet = createSvgBuilder();
  const path = (d: string) => (id: string) => `<path id="${id}" d="${d}"/>`;
  expect([sheet.define(path('M0 0')), sheet.define(path('M1 1')), sheet.define(path('M0 0'))]).toEqual(['a', 'b', 'a']);
  expect(sheet.defs()).toBe('<defs><path id="a" d="M0 0"/><path id="b" d="M1 1"/></defs>');
});

test('ids never run out or repeat', () => {
  const sheet = createSvgBuilder();
  const ids = Array.from({ length: 800 }, (_, i) => sheet.define((id) => `<g id="${id}" class="${i}"/>`));
  expect(new Set(ids).size).toBe(800);
  expect([ids[25], ids[26], ids[27], ids[702]]).toEqual(['z', 'aa', 'ab', 'aaa']);
});
