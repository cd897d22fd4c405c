/** Files with the settings of one group, in the interchange format that imports and the command line read. */
import { z } from 'zod';
import type { SettingView } from '#domains/settings/office-contract.ts';
import { saveFile } from '#ui/office/save-file.ts';
import type { SettingValues } from './use-setting-form.ts';

/** Saves the values in force and those that are scheduled, without write-only fields. */
export function exportSetting({ group, scope, value, versions }: SettingView): void {
  const scheduled = versions
    .filter(({ state }) => state === 'scheduled')
    .map(({ effectiveFrom, value: to, note }) => ({ effectiveFrom, value: to, note }));
  const record = { record: 'setting', group: group.id, scope, value, scheduled };
  saveFile(`${group.id}-${scope}.ndjson`, `${JSON.stringify(record)}\n`, 'application/x-ndjson');
}

const fileRecord = z.looseObject({ record: z.literal('setting'), group: z.string(), value: z.record(z.string(), z.json()).nullable() });

/** Returns the values of a group in the text of a file. @returns null if it has none */
export function valuesInFile(text: string, { group, defaults }: Pick<SettingView, 'group' | 'defaults'>): SettingValues | null {
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      return null;
    }
    const record = fileRecord.safeParse(parsed);
    if (record.success && record.data.group === group.id) return record.data.value ?? defaults;
  }
  return null;
}

/** Lets the person choose a file. @param use gets its text */
export function chooseFile(use: (text: string) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.ndjson,.json,.jsonl';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void file.text().then(use);
  });
  input.click();
}
