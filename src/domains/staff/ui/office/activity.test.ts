import { expect, test } from 'vitest';
import { formatChange, pathOfEntries, pathOfSubject } from './activity.ts';

test('leads to the screen of a record, and not to lists and unknown kinds', () => {
  expect(pathOfSubject({ kind: 'order', id: 'abc' })).toBe('/orders/abc');
  expect(pathOfSubject({ kind: 'offer', id: 'shiraz 2021' })).toBe('/wines/shiraz%202021');
  expect(pathOfSubject({ kind: 'credit', id: 'AU:10001' })).toBe('/credit/AU/10001');
  expect(pathOfSubject({ kind: 'order', id: 'list' })).toBeNull();
  expect(pathOfSubject({ kind: 'barrel', id: '1' })).toBeNull();
  expect(pathOfEntries({ kind: 'setting', id: 'tax/AU' })).toBe('/staff/activity?filter%5Bsubject%5D=setting%3Atax%2FAU');
});

test.each([
  { value: null, shown: 'empty' },
  { value: 'Kim', shown: 'Kim' },
  { value: '2026-11-24', shown: '24 November 2026' },
  { value: '2026-11-24T03:05:00.000Z', shown: '24 November 2026, 2:05 pm AEDT' },
  { value: '10 of 20', shown: '10 of 20' },
])('shows $value as $shown', ({ value, shown }) => {
  expect(formatChange(value, 'Australia/Melbourne')).toBe(shown);
});
