/** Saves figures as CSV. */
import { csvValue } from '#lib/csv-value.ts';
import { saveFile } from '#ui/office/save-file.ts';

/** Saves rows below their headings. Text that a spreadsheet would run is made harmless. */
export function saveCsv(name: string, headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [headings, ...rows].map((row) => row.map(csvValue).join(','));
  saveFile(`${name}.csv`, `${lines.join('\r\n')}\r\n`, 'text/csv;charset=utf-8');
}
