/** Finds stock for the command palette, by name, SKU or bar code. */
import { stockFormat } from '#domains/selling/stock/messages/office.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { stockCalls } from './stock-calls.ts';
import { stockName } from './stock-name.ts';

const SHOWN = 5;

export const findStock =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await stockCalls.stock({ q: query, limit: SHOWN });
    if (!found.ok) return [];
    return found.value.rows.map((row) => ({
      id: `stock:${row.id}`,
      label: stockName(row),
      detail: `${row.market} · ${stockFormat.cases(row.available)}`,
      icon: 'stock',
      keywords: query,
      run: () => open(`/stock/${row.id}`),
    }));
  };
