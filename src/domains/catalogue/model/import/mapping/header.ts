/** Compares the first row of a file with the header that a mapping expects. */

import { cleanText, fold } from '#domains/catalogue/model/import/text/normalize-text.ts';
import type { Mapping } from './mapping.ts';

/** Column index by short name. -1 for a missing optional column. */
export type Header = Readonly<Record<string, number>>;
/** Columns that a header lacks or repeats, by the mapping's names. */
export interface Unmatched {
  readonly missing: readonly string[];
  readonly twice: readonly string[];
}
export type MatchedHeader = { readonly header: Header } | Unmatched;

/** Headers are compared by letters and digits alone: `Bottle Volume (ml)` equals `bottle_volume_ml`. */
const chars = (text: string) => fold(cleanText(text)).replace(/[^a-z0-9]/g, '');

/** Finds the columns of a mapping in a header row. @returns their indexes, or the columns that do not match */
export function matchHeader(mapping: Pick<Mapping, 'columns' | 'optional'>, cells: readonly string[]): MatchedHeader {
  const found = cells.map(chars);
  const header: Record<string, number> = {};
  const missing: string[] = [];
  const twice: string[] = [];
  for (const [name, raw] of Object.entries(mapping.columns)) {
    const names = typeof raw === 'string' ? [raw] : raw;
    const at = names.map((one) => found.indexOf(chars(one))).find((index) => index >= 0) ?? -1;
    header[name] = at;
    if (at >= 0 && found.indexOf(found[at] ?? '', at + 1) >= 0) twice.push(names[0] ?? name);
    if (at < 0 && !mapping.optional.includes(name)) missing.push(names[0] ?? name);
  }
  return missing.length === 0 && twice.length === 0 ? { header } : { missing, twice };
}

/** Returns the error message for a file with the wrong header. */
export function findHeaderError(mapping: Pick<Mapping, 'name'>, { missing, twice }: Unmatched, cells: readonly string[]): string {
  // Ambiguous: one of the two could be a wrong price.
  if (missing.length === 0 && twice.length > 0)
    return `More than one column is called ${twice.map((name) => `"${name}"`).join(', ')}. Rename the one you don’t need.`;
  const lacks = missing.length === 1 ? `the column ${quoted(missing)} is missing` : `the columns ${quoted(missing)} are missing`;
  const has = cells.map((cell) => cleanText(cell)).filter((cell) => cell !== '');
  const displayed = has.length === 0 ? 'Its first row is empty.' : `Its first row has: ${has.slice(0, 40).join(', ').slice(0, 600)}.`;
  return `This file doesn’t match the mapping "${mapping.name}": ${lacks}. ${displayed}`;
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
