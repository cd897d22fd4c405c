/** Finds wines for the command palette, by name, producer, number or bar code. */
import { STATE_LABELS } from '#domains/catalogue/messages/office.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { wineCalls } from './wine-calls.ts';

const SHOWN_WINES = 6;

export const findWines =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await wineCalls.wines({ q: query, limit: SHOWN_WINES });
    if (!found.ok) return [];
    return found.value.rows.map(({ id, brand, name, state }) => ({
      id: `wine:${id}`,
      label: `${brand} ${name}`,
      detail: STATE_LABELS[state],
      icon: 'wines',
      keywords: query,
      run: () => open(`/wines/${id}`),
    }));
  };
