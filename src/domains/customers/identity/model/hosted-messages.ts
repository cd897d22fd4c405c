/** Messages of the hosted pages by the code in their URL. No other text from the URL is shown. */
import { PASSWORD_FAULTS } from './password-rules.ts';

/** Window in which failed sign-ins count, in minutes. */
export const THROTTLE_MINUTES = 15;

export const HOSTED_MESSAGES = {
  ...PASSWORD_FAULTS,
  email_invalid: 'Enter an email address, like name@example.com',
  name_missing: 'Enter your first and last name',
  name_long: 'Names can be up to 60 characters long',
  name_link: 'Enter your name without a web address',
  wrong_credentials: 'That email and password don’t match. Check both, or reset your password.',
  throttled: `Too many attempts. Wait ${THROTTLE_MINUTES} minutes, or reset your password by email.`,
  sign_ins_throttled: 'Too many sign-ins. Wait a minute and try again.',
  link_ended: 'That link has expired or has already been used. Request a new one.',
  email_taken: 'Another account uses that email now, so we can’t change it back here. Please call us.',
  social_failed: 'We couldn’t sign you in with that service. Try again, or sign in with your email.',
  social_unverified: 'That service hasn’t confirmed your email address, so we can’t use it to sign you in.',
  social_only: 'This email is set up to sign in with another service.',
} as const;
export type HostedError = keyof typeof HOSTED_MESSAGES;

/** Fields that errors belong to. Other errors belong to the whole form. */
const FIELDS: Partial<Record<HostedError, string>> = {
  email_invalid: 'email',
  name_missing: 'given_name',
  name_long: 'given_name',
  name_link: 'given_name',
  password_short: 'password',
  password_long: 'password',
  password_common: 'password',
};

export const HOSTED_NOTICES = {
  password_changed: 'Password changed. Sign in with your new password.',
  signed_out: 'You’ve signed out.',
  email_restored: 'We’ve changed your email back, and you’re signed out everywhere. Choose a new password to sign in.',
} as const;
export type HostedNotice = keyof typeof HOSTED_NOTICES;

/**
 * Returns the message of a code and its field, null for the whole form.
 * @returns null for an unknown code
 */
export const hostedError = (code: string | null): { readonly message: string; readonly field: string | null } | null =>
  code !== null && Object.hasOwn(HOSTED_MESSAGES, code)
    ? { message: HOSTED_MESSAGES[code as HostedError], field: FIELDS[code as HostedError] ?? null }
    : null;

export const hostedNotice = (code: string | null): string | null =>
  code !== null && Object.hasOwn(HOSTED_NOTICES, code) ? HOSTED_NOTICES[code as HostedNotice] : null;
