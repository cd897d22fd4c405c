/** What a login client's failure is called (SPEC.md §8 "Login errors"). */

export interface AuthError {
  /** `login_required`, `timeout`, `missing_refresh_token` and so on; null where the failure has none. */
  readonly code: string | null;
  readonly message: string;
}

/** The failure's code and sentence; `fallback` where it brings no sentence. */
export function toAuthError(failure: unknown, fallback: string): AuthError {
  const { error, error_description, message } = (failure ?? {}) as Record<'error' | 'error_description' | 'message', unknown>;
  const said = [error_description, message].find((words) => typeof words === 'string' && words !== '');
  return { code: typeof error === 'string' ? error : null, message: typeof said === 'string' ? said : fallback };
}
