import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { client, type Transport } from './client.ts';
import { calls } from './define-contract.ts';

const shelfCalls = calls({
  find: {
    method: 'GET',
    path: '/api/find',
    summary: 'Find',
    reference: 'test',
    input: z.object({ id: z.number() }),
    output: z.object({ name: z.string() }).nullable(),
    mutates: false,
    errors: { gone: { status: 404, title: 'It is gone.' } },
  },
  put: {
    method: 'POST',
    path: '/api/put',
    summary: 'Put',
    reference: 'test',
    input: z.object({}),
    output: z.object({ done: z.boolean() }),
    mutates: true,
    errors: {},
  },
});

const answering =
  (status: number, body: unknown): Transport =>
  async () => ({ status, body });

describe('results of responses', () => {
  const failed = 'Sorry, something went wrong!';
  test.each([
    { name: '200 is its body', status: 200, body: { name: 'a' }, result: { ok: true, value: { name: 'a' } } },
    { name: '204 is null, whatever its body', status: 204, body: '', result: { ok: true, value: null } },
    {
      name: 'an error has status, code and title',
      status: 404,
      body: { status: 404, title: 'It is gone.', code: 'gone' },
      result: { ok: false, status: 404, code: 'gone', title: 'It is gone.' },
    },
    { name: 'an answer of a proxy', status: 502, body: '<html>', result: { ok: false, status: 502, code: 'internal', title: failed } },
    { name: 'no body', status: 500, body: null, result: { ok: false, status: 500, code: 'internal', title: failed } },
    {
      name: 'a body of other types',
      status: 422,
      body: { code: 7, title: {} },
      result: { ok: false, status: 422, code: 'internal', title: failed },
    },
    {
      name: 'a redirect is not a success',
      status: 302,
      body: undefined,
      result: { ok: false, status: 302, code: 'internal', title: failed },
    },
  ])('$name', async ({ status, body, result }) => {
    expect(await client(shelfCalls, answering(status, body)).find({ id: 1 })).toEqual(result);
  });
});

test('passes contract, input and options to the transport', async () => {
  const seen: unknown[] = [];
  const api = client(shelfCalls, async (call, input, options) => {
    seen.push({ method: call.method, path: call.path, input, options });
    return { status: 204, body: null };
  });
  await api.find({ id: 7 });
  await api.put({}, { idempotencyKey: 'k', ifMatch: 3, bearer: 't' });
  expect(seen).toEqual([
    { method: 'GET', path: '/api/find', input: { id: 7 }, options: {} },
    { method: 'POST', path: '/api/put', input: {}, options: { idempotencyKey: 'k', ifMatch: 3, bearer: 't' } },
  ]);
});

test('rejects if there is no response', async () => {
  const api = client(shelfCalls, () => Promise.reject(new Error('offline')));
  await expect(api.find({ id: 1 })).rejects.toThrow('offline');
});
