/** Errors of calls that need a sign-in [ID-27]. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const TOKEN_ERRORS = {
  token_missing: { status: 401, title: 'Required Authorization header is missing' },
  token_invalid: { status: 401, title: 'Your sign-in has ended. Please sign in again.' },
} as const satisfies Record<string, ErrorSpec>;

export const OWNERSHIP_ERRORS = {
  ...TOKEN_ERRORS,
  not_yours: { status: 403, title: 'This belongs to someone else.' },
} as const satisfies Record<string, ErrorSpec>;

export const PASSWORD_ERRORS = {
  password_invalid: { status: 422, title: '<reason>' },
} as const satisfies Record<string, ErrorSpec>;

export const WRONG_PASSWORD = { status: 422, title: 'That is not your password.' } as const satisfies ErrorSpec;

/** The code must not start with `token_`, because those codes sign the shopper out [ID-28]. */
export const RECENT_SIGN_IN_REQUIRED = {
  status: 403,
  title: 'Please enter your password, or sign in again, to make this change.',
} as const satisfies ErrorSpec;

export const TOO_MANY_ATTEMPTS = {
  status: 429,
  title: 'Too many attempts. Please wait <minutes> minutes and try again.',
} as const satisfies ErrorSpec;
