import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { calls } from '../define-contract.ts';
import { fail, ok } from '../result.ts';
import { ApiError } from './api-error.ts';
import { bindHandlers, type CallerChecks, type Handlers, invokeEndpoint, registerEndpoints } from './register-endpoints.ts';
import type { CallContext } from './request-context.ts';

const token = { token_missing: { status: 401, title: 'No token.' }, token_invalid: { status: 401, title: 'Bad token.' } };
const common = { summary: 'Test', reference: 'test', mutates: false } as const;

const shelfCalls = calls({
  read: {
    ...common,
    method: 'GET',
    path: '/api/read',
    input: z.object({ id: z.coerce.number().int() }),
    output: z.object({ id: z.number() }).nullable(),
    emptyStatus: 204,
    errors: {
      gone: { status: 404, title: 'There is no <what>.' },
      nothing: { status: 404, title: '', body: { data: null } },
      ...token,
    },
  },
  take: {
    ...common,
    method: 'GET',
    path: '/api/take',
    mutates: true,
    input: z.object({}),
    output: z.object({ taken: z.boolean() }),
    errors: {},
  },
  put: {
    ...common,
    method: 'POST',
    path: '/api/put',
    mutates: true,
    input: z.object({ name: z.string() }),
    output: z.object({ name: z.string() }),
    errors: {},
  },
  own: {
    ...common,
    method: 'POST',
    path: '/api/own',
    input: z.object({ customerId: z.coerce.number(), name: z.string() }),
    output: z.object({ name: z.string() }),
    errors: { ...token, not_yours: { status: 403, title: 'Not yours.' } },
  },
});

const context: CallContext = {
  site: DEFAULT_SITES[0],
  terms: TERMS.AU,
  outdatedTerms: null,
  origin: 'http://localhost',
  ip: '127.0.0.1',
  requestId: 'r',
  idempotencyKey: null,
  edgeRegion: null,
  isLocal: false,
  ifMatch: null,
  bearer: null,
};

const handlers: Handlers<typeof shelfCalls> = {
  read: async ({ id }) => ok(id === 0 ? null : { id }),
  take: async () => ok({ taken: true }),
  put: async ({ name }) => ok({ name }),
  own: async ({ name }) => ok({ name }),
};

const bound = (changed: Partial<Handlers<typeof shelfCalls>> = {}) => bindHandlers(shelfCalls, { ...handlers, ...changed });
const readCall = (read: Handlers<typeof shelfCalls>['read']) => {
  const call = bound({ read }).find(({ name }) => name === 'read');
  if (!call) throw new Error('read was not bound');
  return call;
};
const databaseError = (code: string) => Object.assign(new Error('invalid byte sequence'), { code });

describe('runCall', () => {
  test.each([
    { name: 'a yes', read: async () => ok({ id: 1 }), status: 200, body: { id: 1 } },
    { name: 'null if the call declares it', read: async () => ok(null), status: 204, body: undefined },
    {
      name: 'a no, its place filled',
      read: async () => fail('gone', { what: 'shelf' }),
      status: 404,
      body: { status: 404, title: 'There is no shelf.', code: 'gone' },
    },
    { name: 'an error with its own body', read: async () => fail('nothing'), status: 404, body: { data: null } },
    {
      name: 'a failed check of the token',
      read: async () => {
        throw new ApiError('token_missing');
      },
      status: 401,
      body: { status: 401, title: 'No token.', code: 'token_missing' },
    },
    {
      name: 'a no that every call may answer',
      read: async () => {
        throw new ApiError('idempotency_key_reused');
      },
      status: 400,
      body: { status: 400, title: 'This Idempotency-Key was used for a different request.', code: 'idempotency_key_reused' },
    },
    ...['22021', '22P05'].map((code) => ({
      name: `a text the database cannot hold (${code})`,
      read: async () => {
        throw databaseError(code);
      },
      status: 400,
      body: { status: 400, title: 'A text holds a character that cannot be stored.', code: 'invalid_input' },
    })),
    {
      name: 'a day that the database does not have',
      read: async () => {
        throw databaseError('22008');
      },
      status: 400,
      body: { status: 400, title: 'A date is in a year that does not exist. Use the years 1 to 9999.', code: 'invalid_input' },
    },
    {
      name: 'a customer who was deleted after signing in',
      read: async () => {
        throw Object.assign(databaseError('23503'), { constraint: 'customer_markets_customer_id_fkey' });
      },
      status: 401,
      body: { status: 401, title: 'Bad token.', code: 'token_invalid' },
    },
  ])('$name: $status', async ({ read, status, body }) => {
    expect(await invokeEndpoint(readCall(read), { id: 1 }, context)).toEqual({ status, body });
  });

  test.each([
    { name: 'an unexpected error', error: new Error('broken'), message: 'broken' },
    { name: 'another error of the database', error: databaseError('23505'), message: 'invalid byte' },
    {
      name: 'a missing row that is no customer',
      error: Object.assign(databaseError('23503'), { constraint: 'cart_lines_cart_id_fkey' }),
      message: 'invalid byte',
    },
    { name: 'a failed check that the call does not declare', error: new ApiError('not_yours'), message: "undeclared error 'not_yours'" },
  ])('$name is thrown', async ({ error, message }) => {
    await expect(
      invokeEndpoint(
        readCall(() => Promise.reject(error)),
        { id: 1 },
        context,
      ),
    ).rejects.toThrow(message);
  });
});

async function serving(
  values: { unsafe?: boolean; bearer?: string; key?: string; seen?: unknown[] } & Partial<CallerChecks> = {},
): Promise<FastifyInstance> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const seen = values.seen ?? [];
  const recorded = bound({
    read: async (input, at) => {
      seen.push(input);
      return handlers.read(input, at);
    },
    take: async (input, at) => {
      seen.push(input);
      return handlers.take(input, at);
    },
  });
  registerEndpoints(
    app,
    recorded,
    () => ({ ...context, bearer: values.bearer ?? null, idempotencyKey: values.key ?? null }),
    () => values.unsafe ?? false,
    { authenticate: values.authenticate ?? (async () => ({ customerId: 0 })), authorize: values.authorize ?? (async () => {}) },
    (_, run) => run(),
    { processes: 1, failuresOf: () => ({ read: async () => ({ count: 0, msLeft: 0 }), add: async () => undefined }) },
  );
  await app.ready();
  return app;
}

describe('registerCalls', () => {
  test.each([
    { name: 'the query of a GET', request: { method: 'GET', url: '/api/read?id=7' }, status: 200, body: '{"id":7}' },
    { name: 'nothing', request: { method: 'GET', url: '/api/read?id=0' }, status: 204, body: '' },
    {
      name: 'the body of a POST',
      request: { method: 'POST', url: '/api/put', payload: { name: 'Gin' } },
      status: 200,
      body: '{"name":"Gin"}',
    },
  ] as const)('serves $name with Cache-Control: no-store [API-19]', async ({ request, status, body }) => {
    const response = await (await serving()).inject(request);
    expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([status, body, 'no-store']);
  });

  test.each([
    { name: 'a query of the wrong type', request: { method: 'GET', url: '/api/read?id=seven' } },
    { name: 'the same parameter twice', request: { method: 'GET', url: '/api/read?id=1&id=2' } },
    { name: 'a body without a field', request: { method: 'POST', url: '/api/put', payload: {} } },
  ] as const)('rejects $name before the handler runs', async ({ request }) => {
    const seen: unknown[] = [];
    const response = await (await serving({ seen })).inject(request);
    expect([response.statusCode, seen]).toEqual([400, []]);
  });

  test('rejects a cross-site mutation with 403 and answers a cross-site read [API-19, API-20]', async () => {
    const seen: unknown[] = [];
    const app = await serving({ unsafe: true, seen });
    const change = await app.inject('/api/take');
    expect([change.statusCode, change.json().code, change.headers['cache-control']]).toEqual([403, 'cross_site', 'no-store']);
    expect(seen).toEqual([]);
    expect((await app.inject('/api/read?id=1')).statusCode).toBe(200);
  });

  test('treats the caller as a guest if a bad token comes with an idempotency key and the call rejects no token', async () => {
    const rejectToken = () => Promise.reject(new ApiError('token_invalid'));
    const app = await serving({ bearer: 'x', key: 'k', authenticate: rejectToken });
    expect((await app.inject({ method: 'POST', url: '/api/put', payload: { name: 'Gin' } })).statusCode).toBe(200);
  });

  test('answers HEAD without running the call', async () => {
    const seen: unknown[] = [];
    const response = await (await serving({ seen })).inject({ method: 'HEAD', url: '/api/take' });
    expect([response.statusCode, seen]).toEqual([404, []]);
  });

  const rejectToken = () => Promise.reject(new ApiError('token_invalid'));

  test('checks the token before the input [API-11]', async () => {
    const seen: unknown[] = [];
    const response = await (await serving({ bearer: 'x', authenticate: rejectToken, seen })).inject('/api/read?id=seven');
    expect([response.statusCode, response.json().code, seen]).toEqual([401, 'token_invalid', []]);
  });

  test.each([
    { name: 'is not JSON', headers: { 'content-type': 'application/json' }, payload: '{"name":' },
    { name: 'is of another type', headers: { 'content-type': 'text/csv' }, payload: 'a,b' },
    { name: 'is too large', headers: { 'content-type': 'application/json', 'content-length': '99999999' }, payload: '{}' },
  ])('checks the token before a body that $name [API-11]', async ({ headers, payload }) => {
    const app = await serving({ bearer: 'x', authenticate: rejectToken });
    const response = await app.inject({ method: 'POST', url: '/api/own', headers, payload });
    expect([response.statusCode, response.json().code]).toEqual([401, 'token_invalid']);
  });

  test('checks ownership before the input [API-11, API-12]', async () => {
    const seen: unknown[] = [];
    const authorize: CallerChecks['authorize'] = (_, spec, input) => {
      seen.push([spec.path, input]);
      return Promise.reject(new ApiError('not_yours'));
    };
    const app = await serving({ bearer: 'x', authorize });
    const response = await app.inject({ method: 'POST', url: '/api/own', payload: { customerId: '7' } });
    expect([response.statusCode, response.json().code, seen]).toEqual([403, 'not_yours', [['/api/own', { customerId: '7' }]]]);
  });

  test('rejects an If-Match that cannot be parsed, before the handler runs [API-17]', async () => {
    const seen: unknown[] = [];
    const app = await serving({ seen });
    const response = await app.inject({ url: '/api/read?id=1', headers: { 'if-match': '"seven"' } });
    expect([response.statusCode, response.json(), seen]).toEqual([
      400,
      { status: 400, title: 'If-Match must be one version, such as "7".', code: 'invalid_input' },
      [],
    ]);
  });
});
