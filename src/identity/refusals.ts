/** Why calls that need a sign-in say no (SPEC.md §5, DECISIONS.md "Safer than the original"). */
import type { RefusalSpec } from '../platform/contract.ts';

export const TOKEN_REFUSALS = {
  token_missing: { status: 401, title: 'Required Authorization header is missing' },
  token_invalid: { status: 401, title: 'Your sign-in has ended. Please sign in again.' },
} as const satisfies Record<string, RefusalSpec>;

export const OWNER_REFUSALS = {
  ...TOKEN_REFUSALS,
  not_yours: { status: 403, title: 'This belongs to someone else.' },
} as const satisfies Record<string, RefusalSpec>;

export const PASSWORD_REFUSALS = {
  password_invalid: { status: 422, title: '<reason>' },
} as const satisfies Record<string, RefusalSpec>;

export const WRONG_PASSWORD: RefusalSpec = { status: 422, title: 'That is not your password.' };

/** Its code is none of `token_…`, because those sign out. */
export const RECENT_SIGN_IN_REQUIRED: RefusalSpec = {
  status: 403,
  title: 'Please enter your password, or sign in again, to make this change.',
};

export const TOO_MANY_ATTEMPTS: RefusalSpec = {
  status: 429,
  title: 'Too many attempts. Please wait <minutes> minutes and try again.',
};
