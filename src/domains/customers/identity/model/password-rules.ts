/** What passwords an account may have, as far as pages say it. The server judges them in `server/password-fault.ts`. */

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** What a shopper is told of a password that will not do, by code. */
export const PASSWORD_FAULTS = {
  password_short: `Use at least ${MIN_PASSWORD_LENGTH} characters. Three or four random words work well.`,
  password_long: `Use at most ${MAX_PASSWORD_LENGTH} characters.`,
  password_common: 'That password is too easy to guess. Choose another one.',
} as const;
export type PasswordFault = keyof typeof PASSWORD_FAULTS;
