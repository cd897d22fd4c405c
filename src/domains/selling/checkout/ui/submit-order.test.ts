import { describe, expect, test } from 'vitest';
import type { CallOptions } from '#lib/client.ts';
import { createOrderSubmission, type PlaceInput } from './submit-order.ts';

const input: PlaceInput = { token: 't', details: {}, dateOfBirth: '1980-01-01', expectedTotal: 129.9 };
type GatewayOutcome = { readonly code: string; readonly status: number } | 'placed' | 'none';

/** Creates a submission to a shop that returns these responses in turn, and records the keys it was sent. */
function pressing(...outcomes: GatewayOutcome[]) {
  const keys: (string | undefined)[] = [];
  let made = 0;
  const submit = createOrderSubmission(
    async (_input: PlaceInput, options?: CallOptions) => {
      keys.push(options?.idempotencyKey);
      const outcome = outcomes.shift() ?? 'none';
      if (outcome === 'none') throw new Error('no answer');
      if (outcome === 'placed') return { ok: true, value: { data: { nextUrl: '/next' } } };
      return { ok: false, title: 'Why.', ...outcome } as never;
    },
    () => {
      made += 1;
      return `key ${made}`;
    },
  );
  return { press: submit, keys };
}

describe('the outcome of an error response', () => {
  const notice = { kind: 'notice', message: 'Why.' };
  test.each([
    { code: 'checkout_expired', status: 410, outcome: { kind: 'ended' } },
    { code: 'under_age', status: 422, outcome: { kind: 'field_error', at: 'dateOfBirth', message: 'Why.' } },
    { code: 'address_mismatch', status: 422, outcome: { kind: 'field_error', at: 'place', message: 'Why.' } },
    { code: 'no_delivery', status: 422, outcome: { kind: 'field_error', at: 'postcode', message: 'Why.' } },
    { code: 'total_changed', status: 409, outcome: { ...notice, isCart: false, isStale: true } },
    { code: 'cart_not_found', status: 404, outcome: { ...notice, isCart: true, isStale: true } },
    { code: 'not_enough_stock', status: 422, outcome: { ...notice, isCart: true, isStale: true } },
    { code: 'offer_not_eligible', status: 422, outcome: { ...notice, isCart: true, isStale: true } },
    { code: 'rate_limited', status: 429, outcome: { ...notice, isCart: false, isStale: false } },
  ])('$code', async ({ code, status, outcome }) => {
    expect(await pressing({ code, status }).press(input)).toEqual(outcome);
  });
  test('leads to the next URL after a success', async () => {
    expect(await pressing('placed').press(input)).toEqual({ kind: 'leave', nextUrl: '/next' });
  });
  test('says that nothing was charged if there is no response', async () => {
    expect(await pressing('none').press(input)).toMatchObject({
      kind: 'notice',
      message: expect.stringContaining("You haven't been charged."),
    });
  });
});

describe('the idempotency key of a submission [CHK-3]', () => {
  test('is reused until there is a response', async () => {
    const { press, keys } = pressing('none', 'none', 'placed');
    for (let iteration = 0; iteration < 3; iteration += 1) await press(input);
    expect(keys).toEqual(['key 1', 'key 1', 'key 1']);
  });
  test('is new after a response', async () => {
    const { press, keys } = pressing({ code: 'total_changed', status: 409 }, 'placed');
    await press(input);
    await press(input);
    expect(keys).toEqual(['key 1', 'key 2']);
  });
  test('is new for another order, even without a response', async () => {
    const { press, keys } = pressing('none', 'placed');
    await press(input);
    await press({ ...input, expectedTotal: 134.9 });
    expect(keys).toEqual(['key 1', 'key 2']);
  });
});
