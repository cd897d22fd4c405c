/** Files with the menus of a site, in the interchange format that imports and the command line read. */
import { z } from 'zod';
import type { MenusView } from '#domains/content/menu-office-contract.ts';
import { menuIssues } from '#domains/content/model/menu-edit.ts';
import { MENUS, type Menus } from '#domains/settings/model/groups/menus.ts';
import { saveFile } from '#ui/office/save-file.ts';

/** Saves the menus in force and those that are scheduled. */
export function exportMenus({ site, value, versions }: MenusView): void {
  const scheduled = versions
    .filter(({ state }) => state === 'scheduled')
    .map(({ effectiveFrom, value: to, note }) => ({ effectiveFrom, value: to, note }));
  const record = { record: 'setting', group: MENUS.id, scope: site, value, scheduled };
  saveFile(`menus-${site}.ndjson`, `${JSON.stringify(record)}\n`, 'application/x-ndjson');
}

const fileRecord = z.looseObject({ record: z.literal('setting'), group: z.literal(MENUS.id), value: MENUS.schema.nullable() });

/** Returns the menus in the text of a file. @returns null if it has none, or if they could not be saved */
export function menusInFile(content: string, site: string): Menus | null {
  for (const line of content.split('\n').filter((each) => each.trim() !== '')) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      return null;
    }
    const record = fileRecord.safeParse(parsed);
    if (!record.success) continue;
    const menus = record.data.value ?? MENUS.schema.parse({});
    return menuIssues(site, menus).length === 0 ? menus : null;
  }
  return null;
}

/** Lets the person choose a file. @param use gets its text */
export function chooseMenuFile(use: (content: string) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.ndjson,.json,.jsonl';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void file.text().then(use);
  });
  input.click();
}
