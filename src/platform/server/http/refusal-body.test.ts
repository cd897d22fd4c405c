import { expect, test } from 'vitest';
import { COMMON_REFUSALS } from '../../contract.ts';
import { commonRefusal, Refused, refusalBody } from './refusal-body.ts';

test('a refusal of a call, its values filled in', () => {
  const spec = { status: 422, title: 'The coupon <code> is not valid.' };
  expect(refusalBody('coupon_invalid', spec, { code: 'SAVE' })).toEqual({
    status: 422,
    title: 'The coupon SAVE is not valid.',
    code: 'coupon_invalid',
  });
});

test.each(Object.keys(COMMON_REFUSALS) as (keyof typeof COMMON_REFUSALS)[])('%s, which every call may answer', (code) => {
  expect(commonRefusal(code, { reason: 'It is so.' })).toEqual({
    status: COMMON_REFUSALS[code].status,
    title: code === 'invalid_input' ? 'It is so.' : COMMON_REFUSALS[code].title,
    code,
  });
});

test('Refused is an error that carries its code and values', () => {
  const refused = new Refused('purchase_limit', { limit: 1 });
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ name: 'Refused', message: 'purchase_limit', code: 'purchase_limit', values: { limit: 1 } });
  expect(new Refused('sold_out').values).toEqual({});
});
