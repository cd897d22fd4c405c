/** Identity of an imported row and the ids derived from it. The same row has the same ids on every machine. */
import { fold, slug } from '#domains/catalogue/model/import/text/normalize-text.ts';

/** 64 bits as two unsigned 32-bit numbers. */
export interface Identity {
  readonly high: number;
  readonly low: number;
}

/** Manually assigned ids are lower. */
export const FIRST_DERIVED_PRODUCT_ID = 100_000_000;
const LAST_PRODUCT_ID = 2_147_483_647;
const SPAN = LAST_PRODUCT_ID - FIRST_DERIVED_PRODUCT_ID + 1;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns the identity of a row: the name of its mapping and its identity cells, compared without accents, case and spacing. */
export function identityOf(scope: string, cells: readonly string[]): Identity {
  const key = [scope, ...cells.map((cell) => fold(cell).replace(/\s+/g, ' ').trim())].join('\u001f');
  // Two multiplicative hashes with different factors, finished by mixing each into the other.
  let high = 0x2f0b_4c47;
  let low = 0x6b84_21d3;
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    high = Math.imul(high ^ code, 0x0100_0193);
    low = Math.imul(low ^ code, 0x9e37_79b1);
    low = (low << 13) | (low >>> 19);
  }
  high = mix(high ^ Math.imul(low, 0x85eb_ca6b));
  low = mix(low ^ Math.imul(high, 0xc2b2_ae35));
  return { high: high >>> 0, low: low >>> 0 };
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x7feb_352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846c_a68b);
  return mixed ^ (mixed >>> 16);
}

/** Returns 40 bits of the identity as eight digits and letters that are not easily confused. */
export function shortHash({ high, low }: Identity): string {
  let out = '';
  for (let digit = 0; digit < 4; digit++) out += DIGITS[(high >>> (digit * 5)) & 31];
  for (let digit = 0; digit < 4; digit++) out += DIGITS[(low >>> (digit * 5)) & 31];
  return out;
}

/** Returns an id such as `ridge-2012-lytton-springs-4k0c9t2m`: readable, stable, at most 64 characters of `A-Za-z0-9_-`. */
export const offerIdOf = (identity: Identity, words: string): string => {
  const readable = slug(words, 52);
  return readable === '' ? shortHash(identity) : `${readable}-${shortHash(identity)}`;
};

/** Returns the product id of an identity at its `attempt`-th try (0, 1, …). Later tries are for ids that are already in use. */
export function productIdOf({ high, low }: Identity, attempt: number): number {
  const base = (high * 2_097_152 + (low >>> 11)) % SPAN;
  const step = ((low | 1) >>> 0) % SPAN;
  return FIRST_DERIVED_PRODUCT_ID + ((base + attempt * step) % SPAN);
}
