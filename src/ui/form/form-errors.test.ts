import { describe, expect, test } from 'vitest';
import { placeError, readField } from './form-errors.ts';

describe('an error of the server', () => {
  const fieldOf = { phone_invalid: 'phone' } as const;

  test('is placed beside its field', () => {
    expect(placeError({ code: 'phone_invalid', message: 'No' }, fieldOf)).toEqual({ fields: { phone: 'No' }, form: null });
  });

  test.each(['unreachable', 'toString'])('without a field concerns the form (%s)', (code) => {
    expect(placeError({ code, message: 'No' }, fieldOf)).toEqual({ fields: {}, form: 'No' });
  });

  test('is absent after a success', () => {
    expect(placeError(null, fieldOf)).toEqual({ fields: {}, form: null });
  });
});

test('reads a field trimmed, and a password as typed', () => {
  const form = new FormData();
  form.set('name', ' Ada ');

  expect([readField(form, 'name'), readField(form, 'name', { trims: false }), readField(form, 'missing')]).toEqual(['Ada', ' Ada ', '']);
});
