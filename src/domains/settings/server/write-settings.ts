/** Imports settings: each value that differs becomes a new version. The same file twice changes nothing. */
import type { Transaction } from '#lib/db/pool.ts';
import { isJsonObject } from '#lib/json.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { SettingRecord } from '../model/record.ts';
import { groupById } from '../model/registry.ts';
import { secretFields } from '../model/setting-group.ts';
import { missingPicture } from './missing-picture.ts';
import { announceVersions, insertVersion, readVersionsOf, rowInForce } from './setting.repository.ts';

/** Author of imported versions. */
const AUTHOR = 'import';

/** Returns a value as it is stored, so that equal ones have equal texts. The rules of its group were checked before. */
function canonical(groupId: string, value: unknown): string {
  const group = groupById(groupId);
  if (!group || !isJsonObject(value)) return JSON.stringify(value ?? null);
  const hidden = secretFields(group);
  const parsed = group.schema.safeParse({ ...value, ...Object.fromEntries(hidden.map((name) => [name, null])) });
  if (!parsed.success) return JSON.stringify(value);
  return JSON.stringify(group.stored(Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !hidden.includes(name)))));
}

interface PlannedVersion {
  readonly value: unknown;
  /** Null for now. */
  readonly effectiveFrom: Date | null;
  readonly note: string;
}

/** Returns the value of a record that is in force by now, and those that are still to come. */
function plannedVersions({ value, scheduled }: SettingRecord, now: number): readonly PlannedVersion[] {
  const dated = scheduled.map((each) => ({ ...each, at: Date.parse(each.effectiveFrom) })).sort((a, b) => a.at - b.at);
  const passed = dated.filter(({ at }) => at <= now).at(-1);
  return [
    { value: passed ? passed.value : value, effectiveFrom: null, note: '' },
    ...dated.filter(({ at }) => at > now).map((each) => ({ value: each.value, effectiveFrom: new Date(each.at), note: each.note })),
  ];
}

/** An imported setting shows a picture that the shop does not have. */
class SettingPictureError extends OperatorError {
  override name = 'SettingPictureError';
}

/** @throws SettingPictureError naming the field and the picture. Nothing of the import is written then */
async function checkPictures(transaction: Transaction, { group, scope }: SettingRecord, text: string): Promise<void> {
  const definition = groupById(group);
  const value: unknown = JSON.parse(text);
  const missing = definition && isJsonObject(value) ? await missingPicture(transaction, definition, value) : null;
  if (missing)
    throw new SettingPictureError(
      `The setting ${group} of ${scope}: ${missing.field} must be a picture of the library, and ${missing.picture} is not there. Add the picture first, or remove it from the file`,
    );
}

/** Writes one record. @returns how many versions it added */
async function writeSetting(transaction: Transaction, record: SettingRecord, now: number): Promise<number> {
  const { group, scope } = record;
  let rows = await readVersionsOf(transaction, group, scope);
  let added = 0;
  for (const { value, effectiveFrom, note } of plannedVersions(record, now)) {
    const text = canonical(group, value);
    const before = rowInForce(rows, effectiveFrom?.getTime() ?? now);
    const isKept = effectiveFrom === null || before?.effective_from.getTime() === effectiveFrom.getTime();
    if (isKept && canonical(group, before?.value ?? null) === text) continue;
    await checkPictures(transaction, record, text);
    const inserted = await insertVersion(transaction, {
      group,
      scope,
      revision: (rows[0]?.revision ?? 0) + 1,
      value: JSON.parse(text),
      secrets: before?.secrets ?? {},
      effectiveFrom,
      author: AUTHOR,
      note,
    });
    if (!inserted) throw new Error(`${group}/${scope} was saved by someone else at the same time.`);
    rows = [inserted, ...rows];
    added += 1;
  }
  return added;
}

/** Writes records. A new version of a setting counts as changed. @throws OperatorError if one shows a picture that is not in the library */
export async function writeSettings(
  transaction: Transaction,
  records: readonly SettingRecord[],
  now = Date.now(),
): Promise<{ added: number; changed: number; unchanged: number }> {
  let changed = 0;
  for (const record of records) if ((await writeSetting(transaction, record, now)) > 0) changed += 1;
  if (changed > 0) announceVersions(transaction);
  return { added: 0, changed, unchanged: records.length - changed };
}
