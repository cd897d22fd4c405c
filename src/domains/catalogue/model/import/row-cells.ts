/** A row's cells by the mapping's short column names, each cleaned once. */
import type { Header } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { cleanText } from '#domains/catalogue/model/import/text/normalize-text.ts';

/** A column's cleaned cell; empty when it is missing or says nothing. */
export type ReadCell = (column: string) => string;

/** How spreadsheets keep figures as they are: `="0123"`. */
const FORMULA = /^="([^"]*)"$/;

/** Out: a function that opens a row's raw cells for reading. */
export function cellReader(mapping: Mapping, header: Header): (cells: readonly string[]) => ReadCell {
  const empty = new Set(mapping.source.empty.map((cell) => cell.toLowerCase()));
  const longest = Math.max(0, ...mapping.source.empty.map((cell) => cell.length));
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
