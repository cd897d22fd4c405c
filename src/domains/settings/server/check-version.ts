/** Checks a value before it becomes a version: its schema and rules, the environment, pictures and what the shop already has. */
import type { Transaction } from '#lib/db/pool.ts';
import { Failure, fail } from '#lib/result.ts';
import { formatIssues, parseValue } from '../model/parse-value.ts';
import type { SettingGroup, StartValues } from '../model/setting-group.ts';
import { missingPicture } from './missing-picture.ts';

/** Returns why a value would break what the shop already has, null if it would not. Runs in the transaction of the change. */
export type SettingRefusal = (transaction: Transaction, scope: string, value: Readonly<Record<string, unknown>>) => Promise<string | null>;

export interface VersionRules {
  /** Values of the environment, which some settings must fit. */
  readonly start: StartValues;
  /** By id of a group. */
  readonly refusals?: Readonly<Record<string, SettingRefusal>>;
}

interface CheckedTarget {
  readonly group: SettingGroup;
  readonly scope: string;
  /** Null for the defaults, which are always allowed. */
  readonly value: unknown;
  /** The write-only fields, decrypted. */
  readonly secrets: Readonly<Record<string, string | null>>;
}

/** Returns the value to store, or why it cannot be stored. */
export async function checkVersion(transaction: Transaction, { start, refusals }: VersionRules, target: CheckedTarget) {
  const { group, scope } = target;
  if (target.value === null) return { value: null };
  const parsed = parseValue(group, scope, target.value, target.secrets);
  if (parsed instanceof Failure) return parsed;
  const refused = group.checkStart(parsed.value, start);
  if (refused.length > 0) return fail('setting_invalid', { reason: `${formatIssues(refused)}.` });
  const missing = await missingPicture(transaction, group, parsed.value);
  if (missing !== null) return fail('setting_invalid', { reason: `${missing.field}: is no longer in the picture library.` });
  const problem = (await refusals?.[group.id]?.(transaction, scope, parsed.value)) ?? null;
  return problem === null ? parsed : fail('setting_invalid', { reason: problem });
}
