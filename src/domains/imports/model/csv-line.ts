/** A line of a table, as the reader of files takes it. */

/** Quotes a cell where its separator, a quotation mark or a line end would be read as such. */
export const quoteCell = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Joins cells to a line. */
export const formatLine = (cells: readonly string[], separator: string): string =>
  cells.map((cell) => quoteCell(cell, separator)).join(separator);
