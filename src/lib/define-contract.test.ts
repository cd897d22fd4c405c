import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COMMON_ERRORS, calls, fillTitle, type HandlerResult } from './define-contract.ts';
import { fail, ok } from './result.ts';

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
  expect(fail('sold_out')).toMatchObject({ ok: false, code: 'sold_out', values: {} });
  expect(fail('purchase_limit', { limit: 1 })).toMatchObject({ ok: false, code: 'purchase_limit', values: { limit: 1 } });
});

test('the compiler rejects results that a contract does not declare', () => {
  const { buy } = calls({
    buy: {
      method: 'POST',
      path: '/api/buy',
      summary: 'Test',
      reference: 'test',
      input: z.object({}),
      output: z.object({ id: z.number() }),
      mutates: true,
      errors: { sold_out: { status: 422, title: 'Sold out.' }, limit: { status: 409, title: 'At most <limit> case<plural>.' } },
    },
  });
  const results: HandlerResult<typeof buy>[] = [
    ok({ id: 1 }),
    fail('sold_out'),
    fail('limit', { limit: 2, plural: 's' }),
    // @ts-expect-error the contract has another output
    ok({ id: 'one' }),
    // @ts-expect-error the contract does not declare this error
    fail('gone'),
    // @ts-expect-error the title needs values
    fail('limit'),
    // @ts-expect-error the title needs another value
    fail('limit', { limit: 2 }),
  ];
  expect(results).toHaveLength(7);
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
  ['unavailable', 503],
  ['busy', 503],
] as const)('%s returns %i', (code, status) => {
  expect(COMMON_ERRORS[code].status).toBe(status);
});
