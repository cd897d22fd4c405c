/** Finds settings for the command palette, by the names of groups and their fields. */
import { settingListMessages } from '#domains/settings/messages/office.ts';
import type { SettingGroupView } from '#domains/settings/office-contract.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { settingCalls } from './setting-calls.ts';

const SHOWN_SETTINGS = 6;

/** Groups do not change while the application is open. */
let known: Promise<readonly SettingGroupView[]> | null = null;

function readGroups(): Promise<readonly SettingGroupView[]> {
  known ??= settingCalls.settingGroups({}).then((result) => {
    if (result.ok) return result.value.groups;
    known = null;
    return [];
  });
  return known;
}

export const findSettings =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const groups = await readGroups();
    return groups
      .flatMap(({ id, title, help, fields, scopes }) =>
        scopes.map((scope) => ({
          id: `setting:${id}/${scope.id}`,
          label: scopes.length === 1 ? title : settingListMessages.palette(title, scope.label),
          detail: settingListMessages.detail,
          icon: 'settings' as const,
          keywords: [title, help, scope.label, scope.id, ...fields.map((field) => field.title)].join(' ').toLowerCase(),
          run: () => open(`/settings/${id}/${scope.id}`),
        })),
      )
      .filter(({ keywords }) => words.every((word) => keywords.includes(word)))
      .slice(0, SHOWN_SETTINGS);
  };
