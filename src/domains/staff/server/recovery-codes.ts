/** Recovery codes: each replaces the second factor once. */
import { randomInt } from 'node:crypto';
import { digestOf } from './staff-session.repository.ts';

const COUNT = 10;
const LENGTH = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const createCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Creates codes. @returns them as they are shown, in two groups, and their digests */
export function createRecoveryCodes(): { readonly codes: readonly string[]; readonly hashes: readonly string[] } {
  const plain = Array.from({ length: COUNT }, createCode);
  return { codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes: plain.map(digestOf) };
}

/** Returns the digest of a code as it was typed. */
export const recoveryCodeHash = (code: string): string => digestOf(code.replace(/[\s-]/g, '').toLowerCase());
