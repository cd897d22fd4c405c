/** Finds clubs for the command palette, by name or id. */
import { CLUB_STATE_BADGES } from '#domains/selling/clubs/messages/club-records.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { clubRecordCalls } from './club-record-calls.ts';

const SHOWN_CLUBS = 4;

export const findClubs =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await clubRecordCalls.clubRecords({});
    if (!found.ok) return [];
    const words = query.toLowerCase();
    return found.value.rows
      .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(words))
      .slice(0, SHOWN_CLUBS)
      .map(({ id, name, market, state }) => ({
        id: `club:${id}`,
        label: name,
        detail: `${market} · ${CLUB_STATE_BADGES[state]}`,
        icon: 'clubs',
        keywords: query,
        run: () => open(`/clubs/records/${encodeURIComponent(id)}`),
      }));
  };
