/** Binds a domain's calls to its handlers and serves them: validation, guards, errors and OpenAPI from one definition [API-1]. */
import { createHash } from 'node:crypto';
import type {} from '@fastify/rate-limit';
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type IdempotencyRequest, keyScope } from '../db/idempotency.ts';
import { COMMON_ERRORS, type Contract, type EndpointSpec, type ErrorSpec, type HandlerResult, type Input } from '../define-contract.ts';
import type { FailureValues } from '../result.ts';
import { logSecurityEvent, pseudonym } from '../server/security-log.ts';
import { ApiError, RETRY_AFTER_SECONDS, toCommonError, toErrorBody } from './api-error.ts';
import { clientKey } from './client-key.ts';
import { headersOf, responsesOf, securityOf } from './describe-call.ts';
import { type FailureCounts, failureLimit } from './failure-rate-limit.ts';
import { parseIfMatch } from './if-match.ts';
import type { CallContext } from './request-context.ts';

export type Handlers<T extends Contract, C = CallContext> = {
  readonly [K in keyof T]: (input: Input<T[K]>, context: C) => Promise<HandlerResult<T[K]>>;
};

/** A call with its handler, type-checked in `bindHandlers`. */
export interface Endpoint<C = CallContext, S extends EndpointSpec = EndpointSpec> {
  readonly name: string;
  readonly spec: S;
  readonly handle: (input: unknown, context: C) => Promise<HandlerResult<EndpointSpec>>;
}

/** Binds calls to their handlers. Does not compile without a handler, or if a handler returns an undeclared error. */
export function bindHandlers<T extends Contract>(table: T, handlers: Handlers<T>): Endpoint[] {
  return Object.entries(table).map(([name, spec]) => ({
    name,
    spec,
    handle: handlers[name as keyof T] as Endpoint['handle'],
  }));
}

/** PostgreSQL's character_not_in_repertoire and untranslatable_character: a text with a NUL or a lone surrogate. */
const UNSTORABLE = new Set(['22021', '22P05']);
/** PostgreSQL's datetime_field_overflow: a day or a moment in a year that it does not have, such as 0000. */
const DATETIME_FIELD_OVERFLOW = '22008';
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const BAD_IF_MATCH = 'If-Match must be one version, such as "7".';

/** PostgreSQL's foreign_key_violation for a customer: the account was deleted after the request's token had been verified. */
const isOfDeletedCustomer = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23503' &&
  'constraint' in error &&
  String(error.constraint).endsWith('_customer_id_fkey');

type AnyEndpoint = Pick<Endpoint, 'name' | 'spec'>;

interface OnTheWire {
  readonly status: number;
  readonly body: unknown;
}

const COMMON: Readonly<Record<string, ErrorSpec>> = COMMON_ERRORS;

/** Converts a declared error to its response. @throws Error for an undeclared one, which becomes a 500 */
function toErrorResponse(call: AnyEndpoint, code: string, values?: FailureValues): OnTheWire {
  const spec = call.spec.errors[code] ?? COMMON[code];
  if (!spec) throw new Error(`${call.name} returned the undeclared error '${code}'`);
  return { status: spec.status, body: 'body' in spec ? spec.body : toErrorBody(code, spec, values) };
}

/** Returns the declared error of an exception. @throws the exception itself if it is unexpected */
function errorResponseOf(call: AnyEndpoint, error: unknown): OnTheWire {
  if (error instanceof ApiError) return toErrorResponse(call, error.code, error.values);
  if (UNSTORABLE.has(codeOf(error)))
    return toErrorResponse(call, 'invalid_input', { reason: 'A text holds a character that cannot be stored.' });
  if (codeOf(error) === DATETIME_FIELD_OVERFLOW)
    return toErrorResponse(call, 'invalid_input', { reason: 'A date is in a year that does not exist. Use the years 1 to 9999.' });
  if (isOfDeletedCustomer(error) && call.spec.errors.token_invalid) return toErrorResponse(call, 'token_invalid');
  throw error;
}

const statusIn = (value: unknown): number => Number((value as { status: number }).status);

/** Runs a bound call on parsed input and returns the response. Converts a thrown ApiError to its error. */
export async function invokeEndpoint<C>(call: Endpoint<C>, input: unknown, context: C): Promise<OnTheWire> {
  try {
    const result = await call.handle(input, context);
    if (!result.ok) return toErrorResponse(call, result.code, result.values);
    if (result.value === null && call.spec.emptyStatus) return { status: call.spec.emptyStatus, body: undefined };
    return { status: call.spec.statusFromBody ? statusIn(result.value) : 200, body: result.value };
  } catch (error) {
    return errorResponseOf(call, error);
  }
}

/** Checks of the caller of a request, and of the customer that its input names. */
export interface CallerChecks<C = CallContext, S extends EndpointSpec = EndpointSpec> {
  /**
   * Verifies the caller of a call by the bearer token or the session. @returns the id that separates the idempotency keys of callers
   * @throws ApiError such as `token_missing`, `token_invalid`
   */
  authenticate(context: C, spec: S): Promise<{ readonly customerId: number }>;
  /**
   * Verifies that the customer in the raw input of a call is the caller [API-12]. @throws ApiError `token_missing`, `token_invalid`,
   * `not_yours`
   */
  authorize(context: C, spec: S, input: unknown): Promise<unknown>;
}

/** Runs a call once per `Idempotency-Key` and repeats its response (stored-answers.ts) [API-15]. */
export type RespondOnce = (once: IdempotencyRequest, run: () => Promise<OnTheWire>) => Promise<OnTheWire>;

/** Distinguishes guests who send the same key: by cart, checkout link, or IP address [API-16]. */
function guestOf(input: unknown, ip: string): string {
  const { cartId, token } = z.looseObject({ cartId: z.string().optional(), token: z.string().optional() }).safeParse(input).data ?? {};
  return cartId ?? (token === undefined ? ip : createHash('sha256').update(token).digest('base64url'));
}

/** Returns the customer id of the caller, 0 for a guest. An invalid token counts as a guest if the call does not declare its error. */
async function customerOf<C extends CallContext, S extends EndpointSpec>(
  { spec }: Endpoint<C, S>,
  context: C,
  checks: CallerChecks<C, S>,
): Promise<number> {
  if (context.bearer === null && !spec.requiresAuth) return 0;
  try {
    return (await checks.authenticate(context, spec)).customerId;
  } catch (error) {
    if (error instanceof ApiError && spec.errors[error.code] === undefined && !(error.code in COMMON_ERRORS)) return 0;
    throw error;
  }
}

/** Runs a call, only once per idempotency key if there is one. */
async function runOnce<C extends CallContext, S extends EndpointSpec>(
  call: Endpoint<C, S>,
  input: unknown,
  context: C,
  checks: CallerChecks<C, S>,
  respondOnce: RespondOnce,
): Promise<OnTheWire> {
  const run = () => invokeEndpoint(call, input, context);
  const { mutates, handlesRepeats, path } = call.spec;
  if (!mutates || handlesRepeats || context.idempotencyKey === null) return run();
  try {
    const customerId = await customerOf(call, context, checks);
    const scope = keyScope(path, customerId, guestOf(input, context.ip));
    return await respondOnce({ scope, key: context.idempotencyKey, input: { site: context.site.id, input } }, run);
  } catch (error) {
    return errorResponseOf(call, error);
  }
}

/** Runs a check and returns its error, or null. */
async function refusalOf(call: AnyEndpoint, check: () => Promise<unknown>): Promise<OnTheWire | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return errorResponseOf(call, error);
  }
}

/** Returns whether a call verifies the bearer token of this request. Without one the caller is a guest, if guests are permitted. */
const needsToken = ({ requiresAuth, errors }: EndpointSpec, { bearer }: CallContext): boolean =>
  requiresAuth === true || (bearer !== null && errors.token_invalid !== undefined);

/** Counts that the processes of a shop share. */
export interface CallLimits {
  /** Returns the counts of the failures of a call. */
  readonly failuresOf: (path: string) => FailureCounts;
  /** Web processes that share the calls. */
  readonly processes: number;
}

/**
 * Serves bound calls on an instance. `contextOf` reads site, origin and headers of a request. Checks authentication before the body is
 * parsed, ownership before it is validated, then the input [API-11].
 */
export function registerEndpoints<C extends CallContext, S extends EndpointSpec>(
  app: FastifyInstance,
  bound: readonly Endpoint<C, S>[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => C,
  isUnsafe: (request: FastifyRequest) => boolean,
  checks: CallerChecks<C, S>,
  respondOnce: RespondOnce,
  limits: CallLimits,
): void {
  const contexts = new WeakMap<FastifyRequest, C>();
  /** One context per request, so that its token is verified once. */
  const contextFor = (request: FastifyRequest, reply: FastifyReply): C => {
    const context = contexts.get(request) ?? contextOf(request, reply);
    contexts.set(request, context);
    return context;
  };
  const send = async (reply: FastifyReply, { status, body }: OnTheWire): Promise<void> => {
    await reply.header('cache-control', 'no-store').code(status).send(body);
  };
  for (const call of bound) {
    const { spec } = call;
    const security = securityOf(spec);
    const failures =
      spec.failureLimitPerMinute === undefined
        ? null
        : failureLimit(spec.failureLimitPerMinute, limits.failuresOf(spec.path), limits.processes);
    app.route({
      method: spec.method,
      url: spec.path,
      exposeHeadRoute: false,
      config: {
        documentedHeaders: headersOf(spec),
        endpoint: spec,
        ...(spec.rateLimitPerMinute !== undefined && {
          rateLimit: { max: spec.rateLimitPerMinute, timeWindow: 60_000, groupId: spec.path },
        }),
      },
      schema: {
        summary: spec.summary,
        description: spec.reference,
        tags: [spec.path.split('/')[1] ?? 'api'],
        ...(spec.method === 'GET' ? { querystring: spec.input } : { body: spec.input }),
        response: responsesOf(spec),
        ...(security && { security }),
      },
      ...(spec.mutates
        ? {
            onRequest: async (request, reply) => {
              reply.header('cache-control', 'no-store');
              if (isUnsafe(request)) await reply.code(403).send(toCommonError('cross_site'));
            },
          }
        : {}),
      preParsing: async (request, reply) => {
        const context = contextFor(request, reply);
        const error = needsToken(spec, context) ? await refusalOf(call, () => checks.authenticate(context, spec)) : null;
        if (error) await send(reply, error);
      },
      preValidation: async (request, reply) => {
        const input = spec.method === 'GET' ? request.query : request.body;
        const error = await refusalOf(call, async () => {
          if (spec.errors.not_yours !== undefined) await checks.authorize(contextFor(request, reply), spec, input);
        });
        if (error) await send(reply, error);
        else if (parseIfMatch(request.headers['if-match']) === 'malformed')
          await send(reply, toErrorResponse(call, 'invalid_input', { reason: BAD_IF_MATCH }));
      },
      handler: async (request, reply) => {
        const input = spec.method === 'GET' ? request.query : request.body;
        const client = clientKey(request.ip);
        const wait = (await failures?.begin(client)) ?? 0;
        if (wait > 0) {
          logSecurityEvent(request.log, 'guesses_locked', { route: spec.path, client: pseudonym(client) });
          return reply.header('retry-after', wait).code(429).send(toCommonError('rate_limited'));
        }
        const context = contextFor(request, reply);
        let hasFailed = true;
        const { status, body } = await runOnce(call, input, context, checks, respondOnce)
          .then((result) => {
            hasFailed = result.status >= 400;
            return result;
          })
          .finally(() => failures?.end(client, hasFailed));
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
        return reply.code(status).send(body);
      },
    });
  }
}
