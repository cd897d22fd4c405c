/** Addresses as people read and type them: with spaces and letters of any language, which links carry encoded. Pure rules. */

/** A space or a letter outside ASCII, encoded. Signs with a meaning in addresses stay encoded. */
const ENCODED = /(?:%20|%[89a-f][\da-f])+/gi;
const UNENCODED = /[^\x21-\x7e]+/gu;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns an address for people: `/wines?region=Barossa Valley`. */
export const toReadableAddress = (address: string): string => address.replace(ENCODED, decode);

/** Returns what a link carries for an address that was typed: `/wines?region=Barossa%20Valley`. */
export const toLinkAddress = (typed: string): string => typed.trim().toWellFormed().replace(UNENCODED, encodeURIComponent);
