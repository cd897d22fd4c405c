import { expect, test, vi } from 'vitest';
import { signedTransport } from './authenticated-transport.ts';

const CALL = { method: 'GET', path: '/api/orders' } as const;

const cases = [
  { name: 'an answer', token: 'abc', status: 200, code: undefined, ends: false },
  { name: 'a token that is rejected', token: 'abc', status: 401, code: 'token_invalid', ends: true },
  { name: 'an offer for other tiers', token: 'abc', status: 401, code: 'offer_not_eligible', ends: false },
  { name: 'another’s cart', token: 'abc', status: 403, code: 'not_yours', ends: false },
  { name: 'a guest’s refusal', token: null, status: 401, code: 'token_missing', ends: false },
];
test.each(cases)('sends the token of a customer and handles $name [API-14, ID-28]', async ({ token, status, code, ends }) => {
  const base = vi.fn(async () => ({ status, body: { code } }));
  const ended = vi.fn(async () => {});
  const send = signedTransport(base, { getToken: async () => token, ended });
  expect((await send(CALL, {}, { idempotencyKey: 'k' })).status).toBe(status);
  expect(base).toHaveBeenCalledWith(CALL, {}, token === null ? { idempotencyKey: 'k' } : { idempotencyKey: 'k', bearer: token });
  expect(ended).toHaveBeenCalledTimes(ends ? 1 : 0);
});
