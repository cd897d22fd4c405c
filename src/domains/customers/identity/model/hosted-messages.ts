/** What the hosted pages say, by the code in their address: only these sentences can ever be shown. */
import { PASSWORD_FAULTS } from './password-rules.ts';

/** Minutes for which failed sign-ins count. */
export const THROTTLE_MINUTES = 15;

export const HOSTED_MESSAGES = {
  ...PASSWORD_FAULTS,
  email_invalid: 'Please enter an e-mail address, like name@example.com.',
  name_missing: 'Please enter your first and last name.',
  name_long: 'Please keep each name under 60 characters, without control characters.',
  name_link: 'Enter your name without a web address.',
  wrong_credentials: 'That e-mail and password do not match an account. Check both, or choose a new password.',
  throttled: `Too many attempts. Please wait ${THROTTLE_MINUTES} minutes, or choose a new password by e-mail.`,
  sign_ins_throttled: 'Too many sign-ins. Wait a minute and try again.',
  link_ended: 'This link has ended or was used before. Please ask for a new one.',
  email_taken: 'Another account uses that email now, so we can’t change it back here. Please call us.',
  social_failed: 'The sign-in with the other service did not work. Please try again, or sign in with your e-mail.',
  social_unverified: 'The other service has not confirmed your e-mail address, so we cannot use it to sign you in.',
  social_only: 'This e-mail signs in with another service.',
} as const;
export type HostedError = keyof typeof HOSTED_MESSAGES;

/** The field that an error is about; others are about the whole form. */
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
  password_changed: 'Your password is changed. Please sign in with the new one.',
  signed_out: 'You are signed out.',
  email_restored: 'Your email is changed back, and you’re signed out everywhere. Choose a new password to sign in.',
} as const;
export type HostedNotice = keyof typeof HOSTED_NOTICES;

/** The sentence of a code out of an address, and the field it is about, null for the whole form; null for any other text. */
export const hostedError = (code: string | null): { readonly message: string; readonly field: string | null } | null =>
  code !== null && Object.hasOwn(HOSTED_MESSAGES, code)
    ? { message: HOSTED_MESSAGES[code as HostedError], field: FIELDS[code as HostedError] ?? null }
    : null;

export const hostedNotice = (code: string | null): string | null =>
  code !== null && Object.hasOwn(HOSTED_NOTICES, code) ? HOSTED_NOTICES[code as HostedNotice] : null;
