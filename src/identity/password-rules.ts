/** Which passwords an account may have: long enough, and not the first that anybody would try. */
import { COMMON_PASSWORDS } from './common-passwords.ts';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;

/** What a shopper is told of a password that will not do, by code. */
export const PASSWORD_FAULTS = {
  password_short: `Please choose a password of at least ${SHORTEST_PASSWORD} characters. A few words in a row are easy to remember.`,
  password_long: `Please choose a password of at most ${LONGEST_PASSWORD} characters.`,
  password_common: 'That password is on the lists that people try first. Please choose another.',
} as const;
export type PasswordFault = keyof typeof PASSWORD_FAULTS;

/**
 * Why a password will not do, or null where it will. Length counts characters, not bytes; nothing else is asked of it.
 * @param email the account's address, which is no secret
 */
export function passwordFault(password: string, email: string): PasswordFault | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return 'password_short';
  if (length > LONGEST_PASSWORD) return 'password_long';
  const plain = password.toLowerCase();
  const isOneCharacter = new Set(plain).size <= 2;
  if (isOneCharacter || COMMON_PASSWORDS.has(plain) || plain === email.trim().toLowerCase()) return 'password_common';
  return null;
}
