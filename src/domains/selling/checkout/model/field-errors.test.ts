import { describe, expect, test } from 'vitest';
import { errorsAfterBlur, errorsAfterTyping, type FieldErrors, getFieldErrors } from './field-errors.ts';

test('collects the errors of all fields', () => {
  expect(
    getFieldErrors([
      { field: 'email', reason: 'a' },
      { field: 'phone', reason: 'b' },
    ]),
  ).toEqual({ email: 'a', phone: 'b' });
});

describe('errors while the shopper types', () => {
  test.each<{ name: string; shown: FieldErrors; now: FieldErrors; remaining: FieldErrors }>([
    {
      name: 'removes a corrected error',
      shown: { email: 'wrong', phone: 'wrong' },
      now: { phone: 'wrong' },
      remaining: { phone: 'wrong' },
    },
    { name: 'updates the reason of a remaining error', shown: { email: 'empty' }, now: { email: 'no @' }, remaining: { email: 'no @' } },
    { name: 'adds no error while a field is typed', shown: {}, now: { email: 'no @', phone: 'empty' }, remaining: {} },
    { name: 'the place is not touched by the e-mail', shown: { place: 'mismatch' }, now: {}, remaining: { place: 'mismatch' } },
  ])('$name', ({ shown, now, remaining }) => {
    expect(errorsAfterTyping(shown, 'email', now)).toEqual(remaining);
  });
  test.each(['suburb', 'state', 'postcode'] as const)('removes the mismatch of the locality when the %s changes [CHK-18]', (field) => {
    expect(errorsAfterTyping({ place: 'mismatch', email: 'wrong' }, field, {})).toEqual({ email: 'wrong' });
  });
});

describe('errors after a field is left', () => {
  test.each<{ name: string; isEmpty: boolean; now: FieldErrors; remaining: FieldErrors }>([
    { name: 'names the error', isEmpty: false, now: { phone: 'nine digits' }, remaining: { phone: 'nine digits', email: 'wrong' } },
    { name: 'an empty field is let be', isEmpty: true, now: { phone: 'empty' }, remaining: { email: 'wrong' } },
    { name: 'a good one is let be', isEmpty: false, now: { address: 'short' }, remaining: { email: 'wrong' } },
  ])('$name', ({ isEmpty, now, remaining }) => {
    expect(errorsAfterBlur({ email: 'wrong' }, 'phone', isEmpty, now)).toEqual(remaining);
  });
});
