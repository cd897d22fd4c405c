/** Binds a domain's calls to its handlers and serves them: validation, guard, refusals and OpenAPI from one table. */
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, type CallSpec, type CallTable, COMMON_REFUSALS, type Input } from '../../contract.ts';
import type { CallContext } from './context.ts';
import { commonRefusal, Refused, refusalBody } from './refusal-body.ts';

export type Handlers<T extends CallTable> = {
  readonly [K in keyof T]: (input: Input<T[K]>, context: CallContext) => Promise<Answer<T[K]>>;
};

/** One call with its handler; the types met in `bind` and are not needed after. */
export interface BoundCall {
  readonly name: string;
  readonly spec: CallSpec;
  readonly handle: (input: unknown, context: CallContext) => Promise<Answer<CallSpec>>;
}

/** A missing handler, or a refusal that the call does not declare, does not compile. */
export function bind<T extends CallTable>(table: T, handlers: Handlers<T>): BoundCall[] {
  return Object.entries(table).map(([name, spec]) => ({
    name,
    spec,
    handle: handlers[name as keyof T] as unknown as BoundCall['handle'],
  }));
}

/** Run a bound call on parsed input and say what goes on the wire. A Refused thrown inside becomes its refusal. */
export async function runCall(call: BoundCall, input: unknown, context: CallContext): Promise<{ status: number; body: unknown }> {
  const refused = (code: string, values?: Readonly<Record<string, string | number>>) => {
    const spec = call.spec.refusals[code] ?? COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS];
    if (!spec) throw new Error(`${call.name} answered the undeclared refusal '${code}'`);
    return { status: spec.status, body: 'body' in spec ? spec.body : refusalBody(code, spec, values) };
  };
  try {
    const given = await call.handle(input, context);
    if (!given.ok) return refused(given.refusal, given.values);
    if (given.value === null && call.spec.emptyStatus) return { status: call.spec.emptyStatus, body: undefined };
    return { status: 200, body: given.value };
  } catch (error) {
    if (error instanceof Refused) return refused(error.code, error.values);
    throw error;
  }
}

/** Serve bound calls on an instance; `contextOf` reads site, origin and headers of a request. */
export function registerCalls(
  app: FastifyInstance,
  bound: readonly BoundCall[],
  contextOf: (request: FastifyRequest) => CallContext,
  isUnsafe: (request: FastifyRequest) => boolean,
): void {
  for (const call of bound) {
    const { spec } = call;
    app.route({
      method: spec.method,
      url: spec.path,
      exposeHeadRoute: false,
      schema: {
        summary: spec.summary,
        description: spec.from,
        tags: [spec.path.split('/')[1] ?? 'api'],
        ...(spec.method === 'GET' ? { querystring: spec.input } : { body: spec.input }),
      },
      ...(spec.changes
        ? {
            onRequest: async (request, reply) => {
              reply.header('cache-control', 'no-store');
              if (isUnsafe(request)) await reply.code(403).send(commonRefusal('cross_site'));
            },
          }
        : {}),
      handler: async (request, reply) => {
        const input = spec.method === 'GET' ? request.query : request.body;
        const { status, body } = await runCall(call, input, contextOf(request));
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        return reply.code(status).send(body);
      },
    });
  }
}
