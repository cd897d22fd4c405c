/** Saves a sheet as CSV: what is on the screen, for a printout or a spreadsheet. */
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { differenceOf } from '#domains/selling/stock/model/sheet.ts';
import type { Sheet, SheetLine } from '#domains/selling/stock/sheets-contract.ts';
import { csvValue } from '#lib/csv-value.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { stockName } from './stock-name.ts';

export function saveSheetCsv({ id, kind }: Pick<Sheet, 'id' | 'kind'>, lines: readonly SheetLine[]): void {
  const rows = lines.map((line) => [
    line.sku,
    line.gtin,
    stockName(line),
    line.expected ?? '',
    line.quantity ?? '',
    differenceOf(line) ?? '',
    line.quantity === null ? '' : line.enteredBy,
    line.quantity === null ? '' : line.enteredAt,
  ]);
  const csv = [text.csvColumns, ...rows].map((cells) => `${cells.map(csvValue).join(',')}\r\n`);
  saveFile(`${kind}-${id}.csv`, csv, 'text/csv;charset=utf-8');
}
