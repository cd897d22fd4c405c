/**
 * How well a document fits a query, as whole numbers. While postings are read, each document has a running cost packed into
 * 31 bits; at the end it becomes a relevance, compared digit by digit like a number of these places, smallest first:
 * words missed, typos, words not typed in full, share of brand and name that the query leaves unnamed, fields.
 */
import { SEARCHED_FIELDS } from './document.ts';

/** Places of the running cost, from the lowest bit: fields 10, inexact words 6, typos 8, words found in the title 7. */
const INEXACT_AT = 10;
const TYPOS_AT = 16;
const TITLE_AT = 24;

export const INEXACT = 1 << INEXACT_AT;
export const TYPO = 1 << TYPOS_AT;
export const IN_TITLE = 1 << TITLE_AT;
/** The bits that decide which of two matches of one word is the better. */
export const WEIGHT = IN_TITLE - 1;

export const ALL_FIELDS = (1 << SEARCHED_FIELDS.length) - 1;

const costOf = (fields: number): number => {
  let cost = Number.POSITIVE_INFINITY;
  let title = 0;
  SEARCHED_FIELDS.forEach((field, f) => {
    if ((fields & (1 << f)) === 0) return;
    cost = Math.min(cost, field.cost);
    if (field.title) title = IN_TITLE;
  });
  return cost + title;
};

/** The cost of a match by the bits of the fields it stands in; place 0 is not used. */
export const FIELD_COSTS: Int32Array = Int32Array.from({ length: ALL_FIELDS + 1 }, (_, fields) => (fields === 0 ? 0 : costOf(fields)));

/** The bits of named fields, for searches restricted to some. */
export const fieldBits = (names: readonly string[]): number =>
  SEARCHED_FIELDS.reduce((bits, { field }, f) => (names.includes(field) ? bits | (1 << f) : bits), 0);

export const typosIn = (cost: number): number => (cost >>> TYPOS_AT) & 0xff;

/** Below this share of the title a query names a kind of wine, not a wine, and the order of the list stays as it is. */
const NAMING_FROM = 0.5;
const UNNAMED = 15;

/** 0 when the query names the whole title, 15 when it does not name it. */
const unnamed = (found: number, titleLength: number): number => {
  const share = titleLength === 0 ? 0 : Math.min(1, found / titleLength);
  return share < NAMING_FROM ? UNNAMED : Math.floor(((1 - share) / (1 - NAMING_FROM)) * (UNNAMED - 1));
};

/**
 * In: the finished cost, the words in brand and name, the segments of the query not found.
 * Out: relevance below 2^27, smaller is better.
 */
export const relevanceOf = (cost: number, titleLength: number, missed: number): number => {
  const fields = Math.min(cost & (INEXACT - 1), 63);
  const inexact = (cost >>> INEXACT_AT) & 0x3f;
  const typos = Math.min(typosIn(cost), 63);
  return (((missed * 64 + typos) * 64 + inexact) * 16 + unnamed(cost >>> TITLE_AT, titleLength)) * 64 + fields;
};
