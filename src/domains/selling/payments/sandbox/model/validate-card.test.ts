import { describe, expect, test } from 'vitest';
import { groupDigits, parseExpiry, validateCard } from './validate-card.ts';

test.each([
  { typed: '4242424242424242', grouped: '4242 4242 4242 4242' },
  { typed: '4242-4242 42', grouped: '4242 4242 42' },
  { typed: '42', grouped: '42' },
  { typed: '', grouped: '' },
  { typed: '123456789012345678901', grouped: '1234 5678 9012 3456 789' },
])('groups $typed as $grouped', ({ typed, grouped }) => {
  expect(groupDigits(typed)).toBe(grouped);
});

describe('the expiry of a card', () => {
  test.each([
    { typed: '08/29', read: { year: 2029, month: 8 } },
    { typed: '8/29', read: { year: 2029, month: 8 } },
    { typed: ' 12 / 2031 ', read: { year: 2031, month: 12 } },
    { typed: '0829', read: { year: 2029, month: 8 } },
    { typed: '08-29', read: { year: 2029, month: 8 } },
    { typed: '13/29', read: null },
    { typed: '00/29', read: null },
    { typed: '8', read: null },
    { typed: '', read: null },
    { typed: '08/29/30', read: null },
  ])('$typed', ({ typed, read }) => {
    expect(parseExpiry(typed)).toEqual(read);
  });
});

describe('the errors of the card form', () => {
  const valid = { number: '4242 4242 4242 4242', expiry: '11/26', code: '123', holder: 'A Okafor' };
  const now = new Date(2026, 10, 30);
  test('accepts a valid card until the last day of its month', () => {
    expect(validateCard(valid, now)).toEqual({});
  });
  test.each([
    { name: 'no number', change: { number: ' ' }, faults: { number: 'Enter the card number' } },
    {
      name: 'a digit wrong',
      change: { number: '4242 4242 4242 4241' },
      faults: { number: 'This isn’t a valid card number. Check the digits.' },
    },
    {
      name: 'a real card',
      change: { number: '4111 1111 1111 1111' },
      faults: { number: 'Use one of the test cards listed here. Never enter a real card.' },
    },
    { name: 'no month', change: { expiry: '26' }, faults: { expiry: 'Enter month and year, like 08/29' } },
    { name: 'the month before', change: { expiry: '10/26' }, faults: { expiry: 'This card has expired.' } },
    { name: 'the year before', change: { expiry: '12/25' }, faults: { expiry: 'This card has expired.' } },
    {
      name: 'two digits of a code',
      change: { code: '12' },
      faults: { code: 'Enter the 3 or 4 digits of the security code' },
    },
    { name: 'letters in a code', change: { code: '12a' }, faults: { code: 'Enter the 3 or 4 digits of the security code' } },
    { name: 'no name', change: { holder: ' ' }, faults: { holder: 'Enter the name on the card' } },
  ])('$name', ({ change, faults }) => {
    expect(validateCard({ ...valid, ...change }, now)).toEqual(faults);
  });
  test('accepts a card that expires next January in December', () => {
    expect(validateCard({ ...valid, expiry: '01/27' }, new Date(2026, 11, 31))).toEqual({});
    expect(validateCard({ ...valid, expiry: '12/26' }, new Date(2027, 0, 1))).toEqual({ expiry: 'This card has expired.' });
  });
});
