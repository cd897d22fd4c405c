/**
 * The typed client of the shop's calls [API-1]. Browsers use it over `fetch`, page loaders by direct calls; only the transport differs
 * (ARCHITECTURE.md "Contract").
 */

import type { z } from 'zod';
import type { Contract, ErrorCode, Input, Output } from './define-contract.ts';
import { isJsonObject } from './json.ts';

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly ifMatch?: number;
  readonly bearer?: string;
  /** Revision of the settings that the shopper has seen. The page's by default. */
  readonly revision?: string;
}

/** Sends a call. Resolves with any response, rejects only without one. `revision` is that of the server if the call named another. */
export type Transport = (
  call: { readonly method: 'GET' | 'POST'; readonly path: string },
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<{ readonly status: number; readonly body: unknown; readonly revision?: string }>;

export type Failure<Code extends string> = {
  readonly ok: false;
  readonly status: number;
  readonly code: Code | 'internal' | 'invalid_input' | 'rate_limited' | 'unavailable' | 'busy' | 'idempotency_key_reused';
  readonly title: string;
};

export type Result<Value, Code extends string> = { readonly ok: true; readonly value: Value } | Failure<Code>;

export type Client<T extends Contract> = {
  readonly [K in keyof T]: (input: z.input<T[K]['input']>, options?: CallOptions) => Promise<Result<Output<T[K]>, ErrorCode<T[K]>>>;
};

/**
 * Creates a client of a contract. A 2xx becomes `{ok: true, value}` (204 has `value: null`), anything else `{ok: false, status, code,
 * title}` [API-27].
 */
export function client<T extends Contract>(table: T, transport: Transport): Client<T> {
  const made: Record<string, (input: Input<T[keyof T]>, options?: CallOptions) => Promise<unknown>> = {};
  for (const [name, call] of Object.entries(table)) {
    made[name] = async (input, options = {}) => {
      const { status, body } = await transport(call, input, options);
      if (status === 204) return { ok: true, value: null };
      if (status < 300) return { ok: true, value: body };
      const error = isJsonObject(body) ? body : {};
      return {
        ok: false,
        status,
        code: typeof error.code === 'string' ? error.code : 'internal',
        title: typeof error.title === 'string' ? error.title : 'Sorry, something went wrong!',
      };
    };
  }
  return made as Client<T>;
}
