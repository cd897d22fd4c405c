/** Applies a change to the versions that are scheduled after it. Each is a whole value, which would undo the change at its moment. */
import type { Transaction } from '#lib/db/pool.ts';
import { Failure, fail } from '#lib/result.ts';
import type { SecretVault, StoredSecret } from '#lib/server/secret-vault.ts';
import { DEFAULT_MARKET, MARKETS } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { keyForOtherAddress } from '../messages/connection-tests.ts';
import { scheduledMessages } from '../messages/scheduled.ts';
import { carriedFields, completeValue, scheduledAfter } from '../model/carried-fields.ts';
import { describeGroup } from '../model/describe-group.ts';
import { type Draft, isSameValue } from '../model/setting-draft.ts';
import { connectionFields, type SettingGroup, secretFields } from '../model/setting-group.ts';
import { checkVersion, type VersionRules } from './check-version.ts';
import { secretName, type VersionRow } from './setting.repository.ts';

type StoredSecrets = Readonly<Record<string, StoredSecret>>;

/** What a version holds. */
export interface VersionContent {
  /** Null for the defaults. */
  readonly value: unknown;
  readonly secrets: StoredSecrets;
}

export interface CarriedVersion extends VersionContent {
  readonly effectiveFrom: Date;
}

export interface CarryRequest {
  readonly group: SettingGroup;
  readonly scope: string;
  /** All versions before the change. */
  readonly rows: readonly VersionRow[];
  /** Moment from which the change holds, in ms since 1970. */
  readonly at: number;
  /** In force at that moment before the change. Null for the defaults. */
  readonly before: VersionContent | null;
  readonly after: VersionContent;
}

/** Returns the write-only fields of a version, decrypted. Null for those that are not set or whose key is not here. */
export function openSecrets(vault: SecretVault, group: SettingGroup, scope: string, secrets: StoredSecrets) {
  const open = (field: string): string | null => {
    const stored = secrets[field];
    const isReadable = stored !== undefined && vault.readable.includes(stored.keyId);
    return isReadable ? vault.open(secretName(group.id, scope, field), stored) : null;
  };
  return Object.fromEntries(secretFields(group).map((field) => [field, open(field)]));
}

const omit = <T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));

const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/**
 * Returns the versions that keep a change in force after the moments for which others are scheduled.
 * @returns a failure if the change does not fit what is scheduled
 */
export async function carryOver(
  transaction: Transaction,
  vault: SecretVault,
  rules: VersionRules,
  { group, scope, rows, at, before, after }: CarryRequest,
) {
  const hidden = secretFields(group);
  const hosts = connectionFields(group);
  const defaults = omit(group.defaults(scope, rules.start), hidden);
  const visibleOf = (content: VersionContent | null): Draft => completeValue(group, defaults, content?.value ?? null);
  /** A secret that cannot be read is compared as it is stored. */
  const comparable = (content: VersionContent | null): Draft => {
    const opened = openSecrets(vault, group, scope, content?.secrets ?? {});
    return { ...visibleOf(content), ...Object.fromEntries(hidden.map((name) => [name, opened[name] ?? content?.secrets[name] ?? null])) };
  };
  const isSameHost = (a: Draft, b: Draft): boolean => hosts.every((name) => isSameValue(a[name], b[name]));

  const scheduled = scheduledAfter(
    rows.map((row) => ({ ...row, effectiveFrom: row.effective_from, createdAt: row.created_at })),
    at,
  );
  const carried = carriedFields(Object.keys(group.schema.shape), comparable(before), comparable(after), scheduled.map(comparable));
  const found: CarriedVersion[] = [];
  for (const [index, row] of scheduled.entries()) {
    const fields = carried[index] ?? [];
    const own = visibleOf(row);
    const value = { ...own, ...pick(visibleOf(after), fields) };
    // A key belongs to the address that it was entered for.
    const keys = isSameHost(value, visibleOf(after)) ? fields.filter((name) => hidden.includes(name)) : [];
    if (fields.every((name) => hidden.includes(name) && !keys.includes(name))) continue;
    const secrets = { ...omit(row.secrets, keys), ...pick(after.secrets, keys) };
    const when = formatDate(MARKETS.find((market) => market === scope) ?? DEFAULT_MARKET, row.effective_from);
    const stray = isSameHost(value, own) ? undefined : Object.keys(secrets).find((name) => !keys.includes(name));
    if (stray !== undefined) {
      const title = describeGroup(group).fields.find(({ name }) => name === stray)?.title ?? stray;
      return fail('setting_invalid', { reason: scheduledMessages.invalid(when, keyForOtherAddress(title)) });
    }
    const isAfter = isSameValue(value, visibleOf(after));
    const opened = openSecrets(vault, group, scope, secrets);
    const checked = await checkVersion(transaction, rules, { group, scope, value: isAfter ? after.value : value, secrets: opened });
    if (checked instanceof Failure) {
      return fail('setting_invalid', { reason: scheduledMessages.invalid(when, checked.values.reason) });
    }
    found.push({ value: checked.value, secrets: checked.value === null ? {} : secrets, effectiveFrom: row.effective_from });
  }
  return found;
}
