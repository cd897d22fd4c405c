import { describe, expect, test } from 'vitest';
import { type FieldErrors, faultsAfterLeaving, faultsAfterTyping, getFieldErrors } from './field-errors.ts';

test('collects the errors of all fields', () => {
  expect(
    getFieldErrors([
      { field: 'email', reason: 'a' },
      { field: 'phone', reason: 'b' },
    ]),
  ).toEqual({ email: 'a', phone: 'b' });
});

describe('errors while the shopper types', () => {
  test.each<{ name: string; shown: FieldErrors; now: FieldErrors; left: FieldErrors }>([
    { name: 'removes a corrected error', shown: { email: 'wrong', phone: 'wrong' }, now: { phone: 'wrong' }, left: { phone: 'wrong' } },
    { name: 'updates the reason of a remaining error', shown: { email: 'empty' }, now: { email: 'no @' }, left: { email: 'no @' } },
    { name: 'adds no error while a field is typed', shown: {}, now: { email: 'no @', phone: 'empty' }, left: {} },
    { name: 'the place is not touched by the e-mail', shown: { place: 'mismatch' }, now: {}, left: { place: 'mismatch' } },
  ])('$name', ({ shown, now, left }) => {
    expect(faultsAfterTyping(shown, 'email', now)).toEqual(left);
  });
  test.each(['suburb', 'state', 'postcode'] as const)('removes the mismatch of the locality when the %s changes [CHK-18]', (field) => {
    expect(faultsAfterTyping({ place: 'mismatch', email: 'wrong' }, field, {})).toEqual({ email: 'wrong' });
  });
});

describe('errors after a field is left', () => {
  test.each<{ name: string; isEmpty: boolean; now: FieldErrors; left: FieldErrors }>([
    { name: 'names the error', isEmpty: false, now: { phone: 'nine digits' }, left: { phone: 'nine digits', email: 'wrong' } },
    { name: 'an empty field is let be', isEmpty: true, now: { phone: 'empty' }, left: { email: 'wrong' } },
    { name: 'a good one is let be', isEmpty: false, now: { address: 'short' }, left: { email: 'wrong' } },
  ])('$name', ({ isEmpty, now, left }) => {
    expect(faultsAfterLeaving({ email: 'wrong' }, 'phone', isEmpty, now)).toEqual(left);
  });
});
