/** Text of the hosted pages of sign-in. Errors and notices are found by the code in the URL; no other text from a URL is shown. */
import { MIN_PASSWORD_LENGTH, PASSWORD_RULE_MESSAGES } from '#lib/password-rules.ts';
import { THROTTLE_MINUTES } from '#lib/throttle-window.ts';

export const HOSTED_ERRORS = {
  ...PASSWORD_RULE_MESSAGES,
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
export type HostedError = keyof typeof HOSTED_ERRORS;

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
  code !== null && Object.hasOwn(HOSTED_ERRORS, code)
    ? { message: HOSTED_ERRORS[code as HostedError], field: FIELDS[code as HostedError] ?? null }
    : null;

export const hostedNotice = (code: string | null): string | null =>
  code !== null && Object.hasOwn(HOSTED_NOTICES, code) ? HOSTED_NOTICES[code as HostedNotice] : null;

/** Text that several hosted pages share. The labels of email and password are fixed [NAME-11, NAME-12]. */
export const hostedMessages = {
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters. Three or four random words work well.`,
  firstName: 'First name',
  lastName: 'Last name',
  signIn: 'Sign in',
  join: 'Join',
  newHere: 'New here? {join}',
  continueWith: (provider: string) => `Continue with ${provider}`,
  checkEmail: 'Check your email',
  linkExpired: 'This link has expired',
  backToSignIn: 'Back to sign in',
  useDifferentEmail: 'Use a different email',
  notReceived: 'Didn’t get it? Check your spam folder first.',
  resendConfirmation: 'Resend confirmation email',
} as const;

export const loginMessages = {
  intro: 'For member prices, your orders and your favourites.',
  provider: (email: string | null, provider: string) => `${email ?? 'This email'} uses ${provider} to sign in.`,
  setPassword: 'Set a password instead',
  continue: 'Continue',
  forgotPassword: 'Forgot your password?',
} as const;

export const joinMessages = {
  title: 'Create an account',
  intro: 'Your addresses, orders and member tier, all in one place.',
  haveAccount: 'Already have an account? {signIn}',
  sent: (email: string | null) => `We’ve sent a link to ${email ?? 'you'}. Use it within an hour to confirm your account.`,
} as const;

export const resetMessages = {
  title: 'Reset your password',
  intro: 'We’ll email you a link.',
  send: 'Send reset link',
  sent: (email: string | null) =>
    `If there’s an account for ${email ?? 'that address'}, we’ve sent a link to reset the password. The link works once and expires in an hour.`,
  expired: 'Links work once and last an hour. Request a new one below.',
  requestLink: 'Request a new link',
  chooseTitle: 'Choose a new password',
  chooseIntro: (email: string) => `For ${email}. You’ll be signed out on all other devices.`,
  save: 'Save password',
} as const;

export const verifyMessages = {
  title: 'Confirm your email',
  joining: (email: string) => `You asked to join as ${email}. If this wasn’t you, you can close this page.`,
  joiningWithPassword: (email: string) =>
    `You asked to join as ${email}. Choose a password for your account. If this wasn’t you, you can close this page.`,
  confirming: (email: string) => `Please confirm that ${email} is yours.`,
  confirmJoining: 'Confirm my email',
  confirm: 'Confirm',
  doneTitle: 'Thank you',
  done: 'Your email is confirmed.',
  startShopping: 'Start shopping',
  sentAgain: (email: string | null) =>
    `If ${email ?? 'that address'} still needs confirming, we’ve sent a new link. It works once and expires in an hour.`,
  expired: 'Links work once and last an hour. If you’ve already used it, just sign in. Otherwise, we’ll send you another.',
  confirmedAlready: 'Confirmed already? {signIn}',
} as const;

export const undoEmailMessages = {
  title: 'Change your email back',
  intro: (email: string) => `Your account goes back to ${email}. You’ll be signed out everywhere and choose a new password.`,
  expired: 'Links work once and last 7 days. If someone else uses your account, please call us.',
  confirm: 'Change my email back',
} as const;

/** Titles of the hosted pages in browser tabs. */
export const hostedPageTitles = {
  login: 'Sign in',
  join: 'Join',
  forgot: 'Reset your password',
  reset: 'Choose a new password',
  verify: 'Confirm your email',
  undoEmail: 'Change your email back',
} as const;
