/**
 * Defines a call in one place [API-1]: method, path, input, output and errors. Validation, types, the OpenAPI document, the browser's
 * client and the loaders' direct client are made from it.
 */
import type { z } from 'zod';

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
  /** Where the call is specified. */
  readonly reference: string;
  /** Query for GET, JSON body for POST. */
  readonly input: z.ZodObject;
  /** `null` answers 204 where the call says so (`emptyStatus`). */
  readonly output: z.ZodType;
  readonly emptyStatus?: 204;
  /** A call that changes state, GETs included: guarded against cross-site requests, never cached. */
  readonly mutates: boolean;
  /**
   * Of a call that changes state: its handler claims the `Idempotency-Key` in its own transaction, or does nothing new however
   * often it runs. Left out, the first yes to a key is stored and answered again.
   */
  readonly handlesRepeats?: true;
  /** Only for signed-in customers: without a token it is refused before its input is looked at. */
  readonly requiresAuth?: true;
  /** Requests that one client address may make in a minute, where it is less than for other calls. */
  readonly rateLimitPerMinute?: number;
  /** Refused requests that one client address may make in a minute, where guessing must not pay. */
  readonly failureLimitPerMinute?: number;
  /** The answer's own field `status` is its HTTP status, where the specification counts another one than 200 as a yes. */
  readonly statusFromBody?: true;
  readonly errors: Readonly<Record<string, ErrorSpec>>;
}

export type Contract = Readonly<Record<string, EndpointSpec>>;

/** Declare the calls of a domain. */
export const calls = <const T extends Contract>(table: T): T => table;

export type Input<S extends EndpointSpec> = z.output<S['input']>;
export type Output<S extends EndpointSpec> = z.output<S['output']>;
export type ErrorCode<S extends EndpointSpec> = keyof S['errors'] & string;

/** What a handler answers. */
export type HandlerResult<S extends EndpointSpec> =
  | { readonly ok: true; readonly value: Output<S> }
  | { readonly ok: false; readonly refusal: ErrorCode<S>; readonly values?: Readonly<Record<string, string | number>> };

/** A yes. */
export const ok = <V>(value: V) => ({ ok: true, value }) as const;
/** A no, by the code in the call's refusals; `values` fill the `<name>` places of its title. */
export const fail = <C extends string>(refusal: C, values: Readonly<Record<string, string | number>> = {}) =>
  ({ ok: false, refusal, values }) as const;

/** Refusals that every call may answer. */
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
  busy: { status: 503, title: 'The shop is very busy. Please try again in a moment.' },
  internal: { status: 500, title: 'Sorry, something went wrong!' },
} as const satisfies Record<string, ErrorSpec>;

/** Fill the `<name>` places of a title. */
export const fillTitle = (title: string, values: Readonly<Record<string, string | number>> = {}): string =>
  title.replace(/<([a-z]+)>/g, (place, name: string) => String(values[name] ?? place));
