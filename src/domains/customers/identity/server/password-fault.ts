/** Judges new passwords: long enough, and not the first that anybody would try. */
import { emailKey } from '#lib/email.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordFault } from '../model/password-rules.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Why a password is refused, or null. Length counts characters, not bytes; no kinds of characters are asked for.
 * @param email the account's address, which is no secret
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
