/** Reads cells of a row by the mapping's column names. Each cell is cleaned once. */

import type { Header } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { cleanText } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { maxOf } from '#lib/extremes.ts';

/** Returns the cleaned cell of a column, or an empty string if it is missing or counts as empty. */
export type ReadCell = (column: string) => string;

/** Formula with which spreadsheets preserve leading zeros: `="0123"`. */
const FORMULA = /^="([^"]*)"$/;

/** Returns a function from the raw cells of a row to a function that reads them by column. */
export function cellReader(mapping: Mapping, header: Header): (cells: readonly string[]) => ReadCell {
  const empty = new Set(mapping.source.empty.map((cell) => cell.toLowerCase()));
  const longest = maxOf(
    mapping.source.empty.map((cell) => cell.length),
    0,
  );
  return (cells) => {
    const cleaned: (string | undefined)[] = [];
    return (column) => {
      const at = header[column] ?? -1;
      if (at < 0) return '';
      let text = cleaned[at];
      if (text === undefined) {
        text = cleanText(cells[at] ?? '');
        if (text.startsWith('="')) text = FORMULA.exec(text)?.[1]?.trim() ?? text;
        if (text.length <= longest && empty.has(text.toLowerCase())) text = '';
        cleaned[at] = text;
      }
      return text;
    };
  };
}
