/** What passwords an account may have, as far as pages say it. The server judges them in `server/password-fault.ts`. */

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** What a shopper is told of a password that will not do, by code. */
export const PASSWORD_FAULTS = {
  password_short: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters. A few words in a row are easy to remember.`,
  password_long: `Please choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`,
  password_common: 'That password is on the lists that people try first. Please choose another.',
} as const;
export type PasswordFault = keyof typeof PASSWORD_FAULTS;
