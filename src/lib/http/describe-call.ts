/** Describes a call for the OpenAPI document: responses by status, headers and who may make it [API-2]. */
import { z } from 'zod';
import { COMMON_ERRORS, type EndpointSpec, type ErrorSpec } from '../define-contract.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Request headers that the OpenAPI document describes, as JSON schemas. Nothing is validated by them. */
    documentedHeaders?: Readonly<Record<string, object>>;
    /** The declared call of the route. */
    endpoint?: EndpointSpec;
  }
}

/** Name of the security scheme in the OpenAPI document. */
export const BEARER_SCHEME = 'bearer';

/** Returns who may make a call: customers only, or guests too. Undefined for calls that ignore tokens. */
export function securityOf({ requiresAuth, errors }: EndpointSpec): { [scheme: string]: string[] }[] | undefined {
  if (requiresAuth) return [{ [BEARER_SCHEME]: [] }];
  return errors.token_invalid ? [{}, { [BEARER_SCHEME]: [] }] : undefined;
}

/** Returns the headers of a call in addition to `Authorization`, as JSON schemas. */
export function headersOf({ mutates, errors }: EndpointSpec): Record<string, object> {
  return {
    ...(mutates && {
      'Idempotency-Key': {
        type: 'string',
        maxLength: 255,
        description:
          'A unique key for this change. A repeated request with the same key makes the change once. Without a key every request is a new change.',
      },
    }),
    ...(errors.version_changed && {
      'If-Match': {
        type: 'string',
        description: 'Version of the cart that the client has seen, such as "7". Any other version is rejected with 409.',
      },
    }),
  };
}

/** Returns the errors of a call in addition to its own. */
function commonRefusalsOf({ method, mutates, errors }: EndpointSpec): Record<string, ErrorSpec> {
  const { invalid_input, idempotency_key_reused, cross_site, too_large, not_json, rate_limited, internal, busy, sign_in_unavailable } =
    COMMON_ERRORS;
  return {
    invalid_input,
    ...(mutates && { idempotency_key_reused, cross_site }),
    ...(method === 'POST' && { too_large, not_json }),
    rate_limited,
    internal,
    busy,
    ...(errors.token_invalid && { sign_in_unavailable }),
  };
}

/** Returns the schema of exactly this JSON value. */
function exactly(value: unknown): z.ZodType {
  if (typeof value === 'object' && value !== null)
    return z.object(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, exactly(part)])));
  return z.literal(value as string | number | boolean | null);
}

const unionOf = ([first, ...others]: readonly z.ZodType[]): z.ZodType =>
  first === undefined ? z.never() : others.length === 0 ? first : z.union([first, ...others]);

/** Returns the statuses of a response that contains its own (`statusFromBody`). */
function statusesIn(output: z.ZodType): readonly number[] {
  const field = output instanceof z.ZodObject ? (output.shape.status as z.ZodType) : null;
  const options = field instanceof z.ZodUnion ? field.options : [field];
  return options.flatMap((option) => (option instanceof z.ZodLiteral ? [...option.values].map(Number) : []));
}

/** Returns the schema of every response body by status. A 204 has none: its schema is `z.null()`. */
export function responsesOf(spec: EndpointSpec): Record<number, z.ZodType> {
  const { output, emptyStatus, statusFromBody } = spec;
  const responses: Record<number, z.ZodType> = {};
  const body = emptyStatus && output instanceof z.ZodNullable ? (output.unwrap() as z.ZodType) : output;
  for (const status of statusFromBody ? statusesIn(output) : [200]) responses[status] = body;
  if (emptyStatus) responses[emptyStatus] = z.null().describe('Success without a body.');

  const refusals = Object.entries({ ...commonRefusalsOf(spec), ...spec.errors });
  for (const status of new Set(refusals.map(([, error]) => error.status))) {
    const here = refusals.filter(([, error]) => error.status === status);
    const codes = here.filter(([, error]) => !('body' in error)).map(([code]) => code);
    const bodies = [
      ...(responses[status] ? [responses[status]] : []),
      ...(codes.length > 0 ? [z.object({ status: z.literal(status), title: z.string(), code: z.enum(codes) })] : []),
      ...here.flatMap(([, error]) => ('body' in error ? [exactly(error.body)] : [])),
    ];
    responses[status] = unionOf(bodies).describe(here.map(([code, { title }]) => `${code}: ${title}`).join('\n'));
  }
  return responses;
}
