import { expect, test } from 'vitest';
import { normalizeBin } from './bin.ts';
import { binText } from './stock-forms.ts';

test.each([
  ['a-03-2', 'A-03-2'],
  ['  rack\t 4 ', 'RACK 4'],
  ['', ''],
])('stores %j as %j', (typed, stored) => expect(normalizeBin(typed)).toBe(stored));

test('refuses a bin that is too long, and names the limit', () => {
  expect(binText.safeParse('A'.repeat(20)).success).toBe(true);
  expect(binText.safeParse('A'.repeat(21)).error?.issues[0]?.message).toBe('Use 20 characters or fewer');
});
