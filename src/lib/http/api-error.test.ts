import { expect, test } from 'vitest';
import { COMMON_ERRORS } from '../define-contract.ts';
import { ApiError, toCommonError, toErrorBody } from './api-error.ts';

test('fills the values into the title of an error [API-7, API-9]', () => {
  const spec = { status: 422, title: 'The coupon <code> is not valid.' };
  expect(toErrorBody('coupon_invalid', spec, { code: 'SAVE' })).toEqual({
    status: 422,
    title: 'The coupon SAVE is not valid.',
    code: 'coupon_invalid',
  });
});

test.each(Object.keys(COMMON_ERRORS) as (keyof typeof COMMON_ERRORS)[])('returns %s, which every call can return', (code) => {
  expect(toCommonError(code, { reason: 'It is so.' })).toEqual({
    status: COMMON_ERRORS[code].status,
    title: code === 'invalid_input' ? 'It is so.' : COMMON_ERRORS[code].title,
    code,
  });
});

test('ApiError carries its code [API-8]', () => {
  const error = new ApiError('token_missing');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'ApiError', message: 'token_missing', code: 'token_missing' });
});
