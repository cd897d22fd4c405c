/** What passwords an account may have, as far as pages say it. The server judges them in `server/password-fault.ts`. */

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;

/** What a shopper is told of a password that will not do, by code. */
export const PASSWORD_FAULTS = {
  password_short: `Please choose a password of at least ${SHORTEST_PASSWORD} characters. A few words in a row are easy to remember.`,
  password_long: `Please choose a password of at most ${LONGEST_PASSWORD} characters.`,
  password_common: 'That password is on the lists that people try first. Please choose another.',
} as const;
export type PasswordFault = keyof typeof PASSWORD_FAULTS;
