/**
 * Defines a call in one place [API-1]: method, path, input, output and errors. Validation, types, the OpenAPI document, the browser's
 * client and the loaders' direct client are derived from it.
 */
import type { z } from 'zod';
import type { Failure, FailureValues, Success } from './result.ts';

/** An error of a call: HTTP status and the sentence for the shopper [API-9], with `<name>` for a value. */
export interface ErrorSpec {
  readonly status: number;
  readonly title: string;
  /** The whole body, if a requirement fixes another one than `{status, title, code}`. */
  readonly body?: unknown;
}

export interface EndpointSpec {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** Ids of its requirements in docs/requirements, the description in the OpenAPI document. */
  readonly reference: string;
  /** Query for GET, JSON body for POST. */
  readonly input: z.ZodObject;
  /** `null` returns 204 if the call declares it (`emptyStatus`). */
  readonly output: z.ZodType;
  readonly emptyStatus?: 204;
  /** True for calls that change state, GETs included. They are guarded against cross-site requests and never cached [API-19]. */
  readonly mutates: boolean;
  /**
   * The handler of a mutation claims the `Idempotency-Key` in its own transaction, or is idempotent. Otherwise the first successful
   * response to a key is stored and repeated.
   */
  readonly handlesRepeats?: true;
  /** For customers only. A request without a token is rejected before the input is validated [API-11]. */
  readonly requiresAuth?: true;
  /** Requests per client IP address and minute, if lower than for other calls [API-22, API-23]. */
  readonly rateLimitPerMinute?: number;
  /** Failed requests per client IP address and minute, for calls that could be brute-forced [API-24]. */
  readonly failureLimitPerMinute?: number;
  /** The response's own field `status` is its HTTP status, for calls with other successes than 200. */
  readonly statusFromBody?: true;
  readonly errors: Readonly<Record<string, ErrorSpec>>;
}

export type Contract = Readonly<Record<string, EndpointSpec>>;

/** Declares the calls of a domain. */
export const calls = <const T extends Contract>(table: T): T => table;

export type Input<S extends EndpointSpec> = z.output<S['input']>;
export type Output<S extends EndpointSpec> = z.output<S['output']>;
export type ErrorCode<S extends EndpointSpec> = keyof S['errors'] & string;

/** Names of the `<name>` placeholders of a title. Any name if the title is not known at compile time. */
type Placeholders<Title extends string> = string extends Title
  ? never
  : Title extends `${string}<${infer Name}>${infer Rest}`
    ? Name | Placeholders<Rest>
    : never;

/** The result of a handler: the output, or a declared error with a value for each placeholder of its title. */
export type HandlerResult<S extends EndpointSpec> =
  | Success<Output<S>>
  | { [Code in ErrorCode<S>]: Failure<Code, Readonly<Record<Placeholders<S['errors'][Code]['title']>, string | number>>> }[ErrorCode<S>];

/** Errors that every call may return. */
export const COMMON_ERRORS = {
  invalid_input: { status: 400, title: '<reason>' },
  not_json: { status: 415, title: 'The body must be JSON, sent as application/json.' },
  cross_site: { status: 403, title: 'This request came from another site, so nothing was changed.' },
  not_found: { status: 404, title: 'There is nothing at this address.' },
  idempotency_key_reused: { status: 400, title: 'This Idempotency-Key was used for a different request.' },
  rate_limited: { status: 429, title: 'Too many requests. Please wait a moment and try again.' },
  too_large: { status: 413, title: 'The request is too large.' },
  sign_in_unavailable: { status: 503, title: 'Signing in is not available just now. Please try again in a moment.' },
  shop_closed: { status: 503, title: 'Opening soon. This shop is not open yet.' },
  unavailable: { status: 503, title: 'The shop is briefly unavailable. Please try again in a moment.' },
  busy: { status: 503, title: 'The shop is very busy. Please try again in a moment.' },
  internal: { status: 500, title: 'Sorry, something went wrong!' },
} as const satisfies Record<string, ErrorSpec>;

/** Fills the `<name>` placeholders of a title [API-9]. */
export const fillTitle = (title: string, values: FailureValues = {}): string =>
  title.replace(/<([a-z]+)>/g, (placeholder, name: string) => String(values[name] ?? placeholder));
