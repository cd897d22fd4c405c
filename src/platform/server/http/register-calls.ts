/** Binds a domain's calls to its handlers and serves them: validation, guard, refusals and OpenAPI from one table. */
import type {} from '@fastify/rate-limit';
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Answer, type CallSpec, type CallTable, COMMON_REFUSALS, type Input } from '../../contract.ts';
import type { CallContext } from './context.ts';
import { failureLimit } from './failure-limit.ts';
import { commonRefusal, Refused, refusalBody } from './refusal-body.ts';

export type Handlers<T extends CallTable> = {
  readonly [K in keyof T]: (input: Input<T[K]>, context: CallContext) => Promise<Answer<T[K]>>;
};

/** One call with its handler; the types met in `bind` and are not needed after. */
export interface BoundCall {
  readonly name: string;
  readonly spec: CallSpec;
  readonly handle: (input: unknown, context: CallContext) => Promise<Answer<CallSpec>>;
  /** Writes its bodies as JSON, where it does that better than `JSON.stringify`; `basedOn` is what the caller holds (context.ts). */
  readonly toJson?: (body: unknown, basedOn: string | null) => string;
}

/** A missing handler, or a refusal that the call does not declare, does not compile. */
export function bind<T extends CallTable>(table: T, handlers: Handlers<T>, toJson?: BoundCall['toJson']): BoundCall[] {
  return Object.entries(table).map(([name, spec]) => ({
    name,
    spec,
    handle: handlers[name as keyof T] as unknown as BoundCall['handle'],
    ...(toJson && { toJson }),
  }));
}

/** PostgreSQL's character_not_in_repertoire and untranslatable_character: a text with a NUL or half a character. */
const UNSTORABLE = new Set(['22021', '22P05']);
const isUnstorable = (error: unknown): boolean => error instanceof Error && 'code' in error && UNSTORABLE.has(String(error.code));

interface OnTheWire {
  readonly status: number;
  readonly body: unknown;
}

function refused(call: BoundCall, code: string, values?: Readonly<Record<string, string | number>>): OnTheWire {
  const spec = call.spec.refusals[code] ?? COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS];
  if (!spec) throw new Error(`${call.name} answered the undeclared refusal '${code}'`);
  return { status: spec.status, body: 'body' in spec ? spec.body : refusalBody(code, spec, values) };
}

const statusIn = (value: unknown): number => Number((value as { status: number }).status);

/** Run a bound call on parsed input and say what goes on the wire. A Refused thrown inside becomes its refusal. */
export async function runCall(call: BoundCall, input: unknown, context: CallContext): Promise<OnTheWire> {
  try {
    const given = await call.handle(input, context);
    if (!given.ok) return refused(call, given.refusal, given.values);
    if (given.value === null && call.spec.emptyStatus) return { status: call.spec.emptyStatus, body: undefined };
    return { status: call.spec.tellsStatus ? statusIn(given.value) : 200, body: given.value };
  } catch (error) {
    if (error instanceof Refused) return refused(call, error.code, error.values);
    if (isUnstorable(error)) return refused(call, 'invalid_input', { reason: 'A text holds a character that cannot be stored.' });
    throw error;
  }
}

/** Verifies the bearer token of a call. @throws Refused `token_missing`, `token_invalid` */
export type Authenticate = (context: CallContext) => Promise<unknown>;

/** Authentication comes before input (DECISIONS.md "The wire"). Gives what a call answers to a missing or bad token, else null. */
async function turnedAway(call: BoundCall, context: CallContext, authenticate: Authenticate): Promise<OnTheWire | null> {
  const { signedIn, refusals } = call.spec;
  if (signedIn !== true && (context.bearer === null || refusals.token_invalid === undefined)) return null;
  try {
    await authenticate(context);
    return null;
  } catch (error) {
    if (error instanceof Refused) return refused(call, error.code, error.values);
    throw error;
  }
}

/** The refusals of a call for the OpenAPI document: one entry a status, with its codes and sentences. */
function describedRefusals(spec: CallSpec): Record<number, z.ZodType> {
  const byStatus = new Map<number, [string, ...string[]]>();
  const sentences = new Map<number, string[]>();
  for (const [code, { status, title }] of Object.entries(spec.refusals)) {
    const codes = byStatus.get(status);
    if (codes) codes.push(code);
    else byStatus.set(status, [code]);
    sentences.set(status, [...(sentences.get(status) ?? []), `${code}: ${title}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      z.object({ status: z.literal(status), title: z.string(), code: z.enum(codes) }).describe((sentences.get(status) ?? []).join('\n')),
    ]),
  );
}

/** Serve bound calls on an instance; `contextOf` reads site, origin and headers of a request, `authenticate` its token. */
export function registerCalls(
  app: FastifyInstance,
  bound: readonly BoundCall[],
  contextOf: (request: FastifyRequest) => CallContext,
  isUnsafe: (request: FastifyRequest) => boolean,
  authenticate: Authenticate,
): void {
  for (const call of bound) {
    const { spec, toJson } = call;
    const failures = spec.failuresPerMinute === undefined ? null : failureLimit(spec.failuresPerMinute);
    app.route({
      method: spec.method,
      url: spec.path,
      exposeHeadRoute: false,
      ...(spec.perMinute === undefined ? {} : { config: { rateLimit: { max: spec.perMinute, timeWindow: 60_000 } } }),
      schema: {
        summary: spec.summary,
        description: spec.from,
        tags: [spec.path.split('/')[1] ?? 'api'],
        ...(spec.method === 'GET' ? { querystring: spec.input } : { body: spec.input }),
        response: { 200: spec.output, ...describedRefusals(spec) },
      },
      ...(toJson && { serializerCompiler: () => (body) => toJson(body, null) }),
      ...(spec.changes
        ? {
            onRequest: async (request, reply) => {
              reply.header('cache-control', 'no-store');
              if (isUnsafe(request)) await reply.code(403).send(commonRefusal('cross_site'));
            },
          }
        : {}),
      preValidation: async (request, reply) => {
        const away = await turnedAway(call, contextOf(request), authenticate);
        if (away) await reply.header('cache-control', 'no-store').code(away.status).send(away.body);
      },
      handler: async (request, reply) => {
        const input = spec.method === 'GET' ? request.query : request.body;
        const wait = failures?.waitSeconds(request.ip) ?? 0;
        if (wait > 0) return reply.header('retry-after', wait).code(429).send(commonRefusal('rate_limited'));
        const context = contextOf(request);
        const { status, body } = await runCall(call, input, context);
        if (status >= 400) failures?.failed(request.ip);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        if (toJson && context.basedOn !== null) reply.serializer((given: unknown) => toJson(given, context.basedOn));
        return reply.code(status).send(body);
      },
    });
  }
}
