import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_ERRORS, fail, fillTitle, ok } from './define-contract.ts';

describe('fillTitle', () => {
  test.each([
    { name: 'a place', title: 'The coupon <code> is not valid.', values: { code: 'X1' }, filled: 'The coupon X1 is not valid.' },
    { name: 'two places', title: '<limit> Case<plural>', values: { limit: 2, plural: 's' }, filled: '2 Cases' },
    { name: 'a place of nothing', title: '<limit> Case<plural>', values: { limit: 1, plural: '' }, filled: '1 Case' },
    { name: 'the same place twice', title: '<code> <code>', values: { code: 'A' }, filled: 'A A' },
    { name: 'zero', title: '<left> left', values: { left: 0 }, filled: '0 left' },
    { name: 'a place without a value stays', title: 'The <thing>', values: {}, filled: 'The <thing>' },
    { name: 'no places', title: 'The product is sold-out!', values: { code: 'A' }, filled: 'The product is sold-out!' },
  ])('$name', ({ title, values, filled }) => {
    expect(fillTitle(title, values)).toBe(filled);
  });

  test('inserts a value unchanged, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (code) => {
        expect(fillTitle('[<code>]', { code })).toBe(`[${code}]`);
      }),
      { examples: [['$&'], ['$1'], ['<code>'], ['<plural>']] },
    );
  });
});

test('ok and fail return results', () => {
  expect(ok(null)).toEqual({ ok: true, value: null });
  expect(fail('sold_out')).toEqual({ ok: false, refusal: 'sold_out', values: {} });
  expect(fail('purchase_limit', { limit: 1 })).toEqual({ ok: false, refusal: 'purchase_limit', values: { limit: 1 } });
});

test.each([
  ['invalid_input', 400],
  ['idempotency_key_reused', 400],
  ['cross_site', 403],
  ['not_found', 404],
  ['too_large', 413],
  ['not_json', 415],
  ['rate_limited', 429],
  ['internal', 500],
  ['sign_in_unavailable', 503],
  ['busy', 503],
] as const)('%s returns %i', (code, status) => {
  expect(COMMON_ERRORS[code].status).toBe(status);
});
