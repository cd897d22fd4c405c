/** Makes the body of every error: `{status, title, code}` [API-7, API-8]. */
import { COMMON_ERRORS, type ErrorSpec, fillTitle } from '../define-contract.ts';
import type { FailureValues } from '../result.ts';

export interface ErrorBody {
  readonly status: number;
  readonly title: string;
  readonly code: string;
}

/** Makes the body of a declared error. */
export const toErrorBody = (code: string, spec: ErrorSpec, values: FailureValues = {}): ErrorBody => ({
  status: spec.status,
  title: fillTitle(spec.title, values),
  code,
});

export const toCommonError = (code: keyof typeof COMMON_ERRORS, values: FailureValues = {}): ErrorBody =>
  toErrorBody(code, COMMON_ERRORS[code], values);

/** `Retry-After` of a 503, in seconds. */
export const RETRY_AFTER_SECONDS = 5;

/** Errors of checks that many calls share: the token, the owner, the permission of staff, the idempotency key. */
export type CheckErrorCode =
  | keyof typeof COMMON_ERRORS
  | 'token_missing'
  | 'token_invalid'
  | 'not_yours'
  | 'sign_in_required'
  | 'permission_missing'
  | 'step_up_required';

/** Thrown by checks that many calls share. Everything else returns a `Failure` (docs/decisions/0130-failures-are-values.md). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: CheckErrorCode;
  /** Values for the placeholders of the error's sentence. */
  readonly values: FailureValues;
  constructor(code: CheckErrorCode, values: FailureValues = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}
