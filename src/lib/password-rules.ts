/** Password rules that pages show. The server checks passwords in `server/password-policy.ts`. */

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** Messages for invalid passwords by code. */
export const PASSWORD_RULE_MESSAGES = {
  password_short: `Use at least ${MIN_PASSWORD_LENGTH} characters. Three or four random words work well.`,
  password_long: `Use at most ${MAX_PASSWORD_LENGTH} characters.`,
  password_common: 'That password is too easy to guess. Choose another one.',
} as const;
export type PasswordErrorCode = keyof typeof PASSWORD_RULE_MESSAGES;
