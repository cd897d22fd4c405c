import { maxOf } from '#lib/extremes.ts';
/** Formats rows as a plain text table. Numbers are right-aligned. */
export function textTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => maxOf(cells.map((row) => row[column]?.length ?? 0)));
  const isNumber = headings.map((_, column) => rows.length > 0 && rows.every((row) => /^-?\d+(\.\d+)?$/.test(String(row[column]))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
