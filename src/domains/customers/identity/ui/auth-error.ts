/** Errors of the login client [ID-29]. */

export interface AuthError {
  /** Code such as `login_required`, `timeout` or `missing_refresh_token`; null if the failure has none. */
  readonly code: string | null;
  readonly message: string;
}

/** Returns code and message of a failure. `fallback` replaces a missing message [ID-31]. */
export function toAuthError(failure: unknown, fallback: string): AuthError {
  const { error, error_description, message } = (failure ?? {}) as Record<'error' | 'error_description' | 'message', unknown>;
  const said = [error_description, message].find((words) => typeof words === 'string' && words !== '');
  return { code: typeof error === 'string' ? error : null, message: typeof said === 'string' ? said : fallback };
}
