import { expect, test } from 'vitest';
import { COMMON_ERRORS } from '../define-contract.ts';
import { ApiError, commonRefusal, toErrorBody } from './api-error.ts';

test('a refusal of a call, its values filled in', () => {
  const spec = { status: 422, title: 'The coupon <code> is not valid.' };
  expect(toErrorBody('coupon_invalid', spec, { code: 'SAVE' })).toEqual({
    status: 422,
    title: 'The coupon SAVE is not valid.',
    code: 'coupon_invalid',
  });
});

test.each(Object.keys(COMMON_ERRORS) as (keyof typeof COMMON_ERRORS)[])('%s, which every call may answer', (code) => {
  expect(commonRefusal(code, { reason: 'It is so.' })).toEqual({
    status: COMMON_ERRORS[code].status,
    title: code === 'invalid_input' ? 'It is so.' : COMMON_ERRORS[code].title,
    code,
  });
});

test('Refused is an error that carries its code and values', () => {
  const refused = new ApiError('purchase_limit', { limit: 1 });
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ name: 'ApiError', message: 'purchase_limit', code: 'purchase_limit', values: { limit: 1 } });
  expect(new ApiError('sold_out').values).toEqual({});
});
