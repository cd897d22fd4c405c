/**
 * Computes how well a document matches a query, as whole numbers. While postings are read, each document has a running cost packed
 * into 31 bits. At the end it is converted to a relevance with these criteria in this order: words missed, typos, words not typed in
 * full, share of the title that the query does not name, fields. Smaller is better.
 */

/** Bits of the running cost, from the lowest: fields 10, inexact words 6, typos 8, words found in the title 7. */
const INEXACT_AT = 10;
const TYPOS_AT = 16;
const TITLE_AT = 24;

export const INEXACT = 1 << INEXACT_AT;
export const TYPO = 1 << TYPOS_AT;
export const IN_TITLE = 1 << TITLE_AT;
/** The bits that decide which of two matches of one word is the better. */
export const WEIGHT = IN_TITLE - 1;

/** Computes the cost of a match for every combination of fields that it can occur in. Index 0 is not used. */
export const fieldCosts = (fields: readonly { readonly cost: number; readonly title: boolean }[]): Int32Array =>
  Int32Array.from({ length: 1 << fields.length }, (_, bits) => {
    const matched = fields.filter((_field, f) => (bits & (1 << f)) !== 0);
    if (matched.length === 0) return 0;
    return (
      matched.reduce((least, { cost }) => Math.min(least, cost), Number.POSITIVE_INFINITY) +
      (matched.some(({ title }) => title) ? IN_TITLE : 0)
    );
  });

/** Returns the number of typos in a running cost. */
export const typosIn = (cost: number): number => (cost >>> TYPOS_AT) & 0xff;

/** Below this share of the title a query describes a kind of document instead of naming one, and the order of the list stays. */
const NAMING_SHARE = 0.5;
const UNNAMED = 15;

/** Returns 0 if the query names the whole title, up to 15 if it does not name it. */
const unnamed = (found: number, titleLength: number): number => {
  const share = titleLength === 0 ? 0 : Math.min(1, found / titleLength);
  return share < NAMING_SHARE ? UNNAMED : Math.floor(((1 - share) / (1 - NAMING_SHARE)) * (UNNAMED - 1));
};

/**
 * Computes the relevance, below 2^27. Smaller is better.
 * @param titleLength words in title fields
 * @param missed segments of the query that were not found
 */
export const relevanceOf = (cost: number, titleLength: number, missed: number): number => {
  const fields = Math.min(cost & (INEXACT - 1), 63);
  const inexact = (cost >>> INEXACT_AT) & 0x3f;
  const typos = Math.min(typosIn(cost), 63);
  return (((missed * 64 + typos) * 64 + inexact) * 16 + unnamed(cost >>> TITLE_AT, titleLength)) * 64 + fields;
};
