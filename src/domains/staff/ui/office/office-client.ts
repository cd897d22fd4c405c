/**
 * The typed client of the office. A call that meets an expired session or needs a fresh second factor waits until the person has signed
 * in or confirmed, and is then sent again with the same idempotency key. What was typed is not lost, and nothing is done twice.
 */
import type { z } from 'zod';
import type { OfficeContract } from '#domains/staff/model/office-call.ts';
import { fetchTransport, NetworkError } from '#lib/browser/fetch-transport.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { CallOptions, Transport } from '#lib/client.ts';
import type { ErrorCode, Output } from '#lib/define-contract.ts';
import { isJsonObject } from '#lib/json.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { askForSignIn, askForStepUp } from './session-prompts.ts';

/** Errors of the transport and of the checks that every call has. */
type CommonCode =
  | 'network'
  | 'internal'
  | 'invalid_input'
  | 'rate_limited'
  | 'unavailable'
  | 'busy'
  | 'idempotency_key_reused'
  | 'not_found';

export interface OfficeFailure<Code extends string = string> {
  readonly ok: false;
  readonly status: number;
  readonly code: Code | CommonCode;
  /** The sentence for the person. */
  readonly title: string;
}

export type OfficeResult<Value, Code extends string = string> = { readonly ok: true; readonly value: Value } | OfficeFailure<Code>;

export type OfficeClient<T extends OfficeContract> = {
  readonly [K in keyof T]: (input: z.input<T[K]['input']>, options?: CallOptions) => Promise<OfficeResult<Output<T[K]>, ErrorCode<T[K]>>>;
};

/** Asks the person to sign in again or to confirm who they are. @returns false if they declined */
export interface SessionPrompts {
  readonly askForSignIn: () => Promise<boolean>;
  readonly askForStepUp: () => Promise<boolean>;
}

/** Prompts of one call: an endless loop of them would trap the person. */
const MAX_PROMPTS = 3;

const failureOf = (status: number, body: unknown): OfficeFailure => {
  const error = isJsonObject(body) ? body : {};
  return {
    ok: false,
    status,
    code: typeof error.code === 'string' ? error.code : 'internal',
    title: typeof error.title === 'string' && error.code !== 'internal' ? error.title : officeMessages.unexpected,
  };
};

/** Creates the client of a contract. Never rejects: a lost connection is the failure `network`. */
export function officeClient<T extends OfficeContract>(
  table: T,
  transport: Transport = fetchTransport(),
  prompts: SessionPrompts = { askForSignIn, askForStepUp },
): OfficeClient<T> {
  const made: Record<string, (input: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<unknown>> = {};
  for (const [name, call] of Object.entries(table)) {
    made[name] = async (input, options = {}) => {
      const sent: CallOptions = call.method === 'POST' ? { idempotencyKey: randomKey(), ...options } : options;
      for (let prompted = 0; ; prompted += 1) {
        try {
          const { status, body } = await transport(call, input, sent);
          if (status < 300) return { ok: true, value: status === 204 ? null : body };
          const failure = failureOf(status, body);
          const ask =
            failure.code === 'sign_in_required' ? prompts.askForSignIn : failure.code === 'step_up_required' ? prompts.askForStepUp : null;
          if (ask === null || prompted >= MAX_PROMPTS || !(await ask())) return failure;
        } catch (error) {
          if (!(error instanceof NetworkError)) throw error;
          return { ok: false, status: 0, code: 'network', title: officeMessages.networkError } satisfies OfficeFailure;
        }
      }
    };
  }
  return made as OfficeClient<T>;
}
