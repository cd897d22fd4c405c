/** Makes the body of every error: `{status, title, code}` [API-7, API-8]. */
import { COMMON_ERRORS, type ErrorSpec, fillTitle } from '../define-contract.ts';

export interface RefusalBody {
  readonly status: number;
  readonly title: string;
  readonly code: string;
}

/** Makes the body of a declared error. */
export const toErrorBody = (code: string, spec: ErrorSpec, values: Readonly<Record<string, string | number>> = {}): RefusalBody => ({
  status: spec.status,
  title: fillTitle(spec.title, values),
  code,
});

export const commonRefusal = (code: keyof typeof COMMON_ERRORS, values: Readonly<Record<string, string | number>> = {}): RefusalBody =>
  toErrorBody(code, COMMON_ERRORS[code], values);

/** Thrown inside a transaction to roll it back and return an error of the call. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  constructor(code: string, values: Readonly<Record<string, string | number>> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}
