/** Validates new passwords: long enough, and not common. */
import { emailKey } from '#lib/email.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordFault } from '../model/password-rules.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Returns the code of the first violated rule, or null. Counts characters, not bytes. Requires no kinds of characters.
 * @param email the account's address, which is not accepted as a password
 */
export async function passwordFault(password: string, email: string): Promise<PasswordFault | null> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return 'password_short';
  if (length > MAX_PASSWORD_LENGTH) return 'password_long';
  const plain = password.toLowerCase();
  const hasOneCharacter = new Set(plain).size <= 2;
  const isGuessed = hasOneCharacter || emailKey(password) === emailKey(email) || (await isCommonPassword(password));
  return isGuessed ? 'password_common' : null;
}
