/** Gift card codes: sixteen letters and digits, eighty random bits, without characters that are easily confused. */

/** Without I, L, O and U. Typed I, L and O are read as the digits they resemble. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 16;

/** Normalises a typed code: `abcd-efgh 1l2o-3456` → `ABCDEFGH11203456`. Null if it is not a code. */
export function normaliseCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((character) => CODE_ALPHABET.includes(character)) ? code : null;
}

/** Formats a code: `ABCDEFGH11203456` → `ABCD-EFGH-1120-3456`. */
export const formatCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');

/** Converts random bytes to a code, one character per byte. */
export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte % 32]).join('');
