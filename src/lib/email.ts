/** The rule for email addresses, for browser and server alike, in any script. It contains no schema, because pages load it. */

/** Longest address in characters; `isEmail` counts bytes. */
export const EMAIL_MAX_LENGTH = 254;

/** Describes a valid address, as the end of a sentence that names the field. */
export const EMAIL_RULE = 'must be an email address, like name@example.com';

const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

const bytesOf = (text: string): number => [...text].reduce((sum, character) => sum + utf8Length(character.codePointAt(0) ?? 0), 0);
const utf8Length = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/**
 * Returns whether an address is deliverable: a plain local part, a domain with a dot whose last label is not a number, at most 254 bytes.
 * Rejects quoted local parts, comments and IP addresses.
 */
export function isEmail(address: string): boolean {
  if (address.length > EMAIL_MAX_LENGTH) return false;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split('.');
  return (
    at > 0 &&
    bytesOf(address) <= EMAIL_MAX_LENGTH &&
    bytesOf(local) <= 64 &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Normalises an address for comparison, so that it belongs to one account however it is typed. */
export const emailKey = (address: string): string => address.trim().normalize('NFC').toLowerCase();

/** Masks `grace.hopper@example.com` as `g…@example.com`, for pages that anyone with the link can open. */
export const maskEmail = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)][0] ?? ''}…${address.slice(at)}`;
};
