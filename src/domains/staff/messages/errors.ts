/** Errors of staff calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

export const THROTTLED = {
  too_many_attempts: { status: 429, title: 'Too many attempts. Please wait 15 minutes and try again.' },
} as const satisfies Errors;

export const WRONG_PASSWORD_ERRORS = {
  wrong_password: { status: 422, title: 'That’s not your password. Try again.' },
  ...THROTTLED,
} as const satisfies Errors;

export const SIGN_IN_ERRORS = {
  sign_in_failed: { status: 422, title: 'Email or password is wrong. Try again.' },
  factor_missing: {
    status: 403,
    title: 'You haven’t set up a second factor. Open the link in your invitation, or ask a colleague who manages staff for a new one.',
  },
  ...THROTTLED,
} as const satisfies Errors;

/** The password was checked too long ago, or in another browser. */
export const SIGN_IN_EXPIRED = {
  sign_in_expired: { status: 409, title: 'That took too long. Please sign in again.' },
} as const satisfies Errors;

/** Why the way to the identity provider and back ended at the sign-in page, as `error` in its address. */
export const RETURN_ERRORS = {
  ...SIGN_IN_EXPIRED,
  factor_missing: SIGN_IN_ERRORS.factor_missing,
  sign_in_refused: {
    status: 403,
    title: 'Your identity provider knows you, but this office doesn’t. Ask a colleague who manages staff to invite this address.',
  },
} as const satisfies Errors;

export const CODE_ERRORS = {
  code_wrong: { status: 422, title: 'That code is wrong or was used before. Try the next one.' },
  ...SIGN_IN_EXPIRED,
  ...THROTTLED,
} as const satisfies Errors;

export const PASSKEY_ERRORS = {
  passkey_refused: { status: 422, title: 'That passkey didn’t work here. Try again, or use another way to sign in.' },
  ...SIGN_IN_EXPIRED,
} as const satisfies Errors;

export const LINK_ERRORS = {
  link_expired: {
    status: 404,
    title:
      'This link has expired or was used before. Ask a colleague who manages staff for a new one. A new shop prints one in its log when it starts.',
  },
  ...SIGN_IN_EXPIRED,
} as const satisfies Errors;

export const PASSWORD_ERRORS = {
  password_refused: { status: 422, title: '<reason>' },
} as const satisfies Errors;

export const EMAIL_INVALID = {
  email_invalid: { status: 422, title: 'email must be an email address, like name@example.com.' },
} as const satisfies Errors;

export const CURSOR_ERRORS = {
  cursor_invalid: { status: 400, title: 'cursor must be the nextCursor of this list.' },
} as const satisfies Errors;

export const PASSWORD_MISSING = {
  password_missing: { status: 409, title: 'Authenticator codes need a password. Choose one first, or use a passkey.' },
} as const satisfies Errors;

export const CHANGED_MEANWHILE = {
  changed_meanwhile: { status: 409, title: '<who> changed this <when>. Look at their change before you save yours.' },
} as const satisfies Errors;

/** Why an action on several records left one alone. */
export const CHANGED_SINCE_LISTED = '<who> changed it <when>, after you opened this page. It was left alone.';

export const OWNER_ERRORS = {
  last_owner: { status: 409, title: 'This is the only active owner. Make a colleague an owner first.' },
  beyond_your_permissions: {
    status: 403,
    title: 'You can only give or change permissions, markets and limits that you have yourself.',
  },
} as const satisfies Errors;
