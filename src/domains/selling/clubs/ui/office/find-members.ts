/** Finds members of clubs for the command palette, by name or email address. */
import { memberListMessages, STATUS_NAMES } from '#domains/selling/clubs/messages/office.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { memberCalls } from './member-calls.ts';

const SHOWN_MEMBERS = 4;

export const findMembers =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await memberCalls.members({ q: query, limit: SHOWN_MEMBERS });
    if (!found.ok) return [];
    return found.value.rows.map((row) => ({
      id: `member:${row.id}`,
      label: row.name || row.email || memberListMessages.erased,
      detail: `${row.club} · ${STATUS_NAMES[row.status]}`,
      icon: 'clubs',
      keywords: query,
      run: () => open(`/clubs/members/${row.id}`),
    }));
  };
