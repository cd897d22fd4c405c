import { expect, test } from 'vitest';
import { mayCollect, parseBeforeChoice } from './consent.ts';

test.each([
  ['AU=yes, SG=no', { AU: true, SG: false }],
  ['SG=yes,AU=no', { AU: false, SG: true }],
  ['AU=yes', { AU: true, SG: false }],
])('%s shows what is sent before a choice', (text, expected) => {
  expect(parseBeforeChoice(text)).toEqual(expected);
});

test.each([
  { name: 'before a choice where the market sends', sends: true, choice: null, gpc: false, on: true },
  { name: 'before a choice with a browser signal against it', sends: true, choice: null, gpc: true, on: false },
  { name: 'before a choice in a market that asks first', sends: false, choice: null, gpc: false, on: false },
  { name: 'after a yes', sends: false, choice: 'yes', gpc: true, on: true },
  { name: 'after a no', sends: true, choice: 'no', gpc: false, on: false },
] as const)('$name: $on', ({ sends, choice, gpc, on }) => {
  expect(mayCollect(sends, choice, gpc)).toBe(on);
});
