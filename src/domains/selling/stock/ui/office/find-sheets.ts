/** Finds deliveries and counts for the command palette, by supplier, reference or note. */
import { SHEET_STATE_LABELS, sheetListMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { SHEET_KINDS } from '#domains/selling/stock/model/sheet.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { sheetCalls } from './sheet-calls.ts';
import { sheetName, sheetPath } from './sheet-list-spec.tsx';

const SHOWN = 3;

export const findSheets =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await Promise.all(SHEET_KINDS.map((kind) => sheetCalls.stockSheets({ kind, q: query, limit: SHOWN })));
    return found
      .flatMap((result) => (result.ok ? result.value.rows : []))
      .map((row) => ({
        id: `sheet:${row.id}`,
        label: sheetName(row),
        detail: [text.nouns[row.kind].one, row.reference, SHEET_STATE_LABELS[row.kind][row.state]].filter(Boolean).join(' · '),
        icon: row.kind === 'delivery' ? 'van' : 'barcode',
        keywords: query,
        run: () => open(sheetPath(row)),
      }));
  };
