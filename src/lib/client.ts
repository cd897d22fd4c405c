/**
 * The one typed client of the shop's own calls. The browser uses it over `fetch`, page loaders by direct call;
 * what differs is the transport (ARCHITECTURE.md "Contract").
 */

import type { z } from 'zod';
import type { Contract, ErrorCode, Input, Output } from './define-contract.ts';

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly ifMatch?: number;
  readonly bearer?: string;
}

/** Send a call; resolves with whatever was answered, rejects only when there was no answer at all. */
export type Transport = (
  call: { readonly method: 'GET' | 'POST'; readonly path: string },
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<{ readonly status: number; readonly body: unknown }>;

export type Failure<Code extends string> = {
  readonly ok: false;
  readonly status: number;
  readonly code: Code | 'internal' | 'invalid_input' | 'rate_limited' | 'busy' | 'idempotency_key_reused';
  readonly title: string;
};

export type Result<Value, Code extends string> = { readonly ok: true; readonly value: Value } | Failure<Code>;

export type Client<T extends Contract> = {
  readonly [K in keyof T]: (input: z.input<T[K]['input']>, options?: CallOptions) => Promise<Result<Output<T[K]>, ErrorCode<T[K]>>>;
};

interface ErrorBody {
  readonly status?: unknown;
  readonly title?: unknown;
  readonly code?: unknown;
}

/**
 * Make a client of a call table.
 * A 2xx becomes `{ok: true, value}` (204 has `value: null`), anything else `{ok: false, status, code, title}`.
 */
export function client<T extends Contract>(table: T, transport: Transport): Client<T> {
  const made: Record<string, (input: Input<T[keyof T]>, options?: CallOptions) => Promise<unknown>> = {};
  for (const [name, call] of Object.entries(table)) {
    made[name] = async (input, options = {}) => {
      const { status, body } = await transport(call, input, options);
      if (status === 204) return { ok: true, value: null };
      if (status < 300) return { ok: true, value: body };
      const error = (body ?? {}) as ErrorBody;
      return {
        ok: false,
        status,
        code: typeof error.code === 'string' ? error.code : 'internal',
        title: typeof error.title === 'string' ? error.title : 'Sorry, something went wrong!',
      };
    };
  }
  return made as unknown as Client<T>;
}
