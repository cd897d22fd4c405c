/** Use cases of settings: save, schedule, return to an earlier version. Each change is a new version. */
import type { Database, Transaction } from '#lib/db/pool.ts';
import { Failure, fail } from '#lib/result.ts';
import { type StoredSecret, vaultOf } from '#lib/server/secret-vault.ts';
import type { Site } from '#markets/sites.ts';
import { carriedOver } from '../messages/scheduled.ts';
import { groupById, scopesOf } from '../model/registry.ts';
import { secretFields } from '../model/setting-group.ts';
import type { SettingVersion } from '../model/version.ts';
import { carryOver, openSecrets } from './carry-over.ts';
import { checkVersion, type VersionRules } from './check-version.ts';
import { announceVersions, insertVersion, readVersionsOf, rowInForce, secretName, type VersionRow } from './setting.repository.ts';
import { toVersion } from './settings-store.ts';

/** A saved change, for the activity log. Contains no secret. */
export interface SettingChange {
  readonly author: string;
  /** The version in force before; null if the defaults were. */
  readonly before: SettingVersion | null;
  readonly after: SettingVersion;
}

export interface SettingDeps extends VersionRules {
  readonly database: Database;
  readonly sites: readonly Pick<Site, 'id'>[];
  /** Called in the transaction for each new version. */
  readonly onSaved?: (transaction: Transaction, change: SettingChange) => Promise<void>;
  readonly now?: () => number;
}

export interface SaveSetting {
  readonly group: string;
  readonly scope: string;
  /** Without write-only fields. Null returns to the defaults. */
  readonly value: unknown;
  /** Write-only fields to change; null clears one. The others stay as they are. */
  readonly secrets?: Readonly<Record<string, string | null>>;
  /** True to keep the write-only fields in force before the moment, in place of those that are scheduled for it. */
  readonly keepsEarlierSecrets?: boolean;
  /** Null for now. */
  readonly effectiveFrom: Date | null;
  /** Revision of the version that the change was made from, 0 if there was none. */
  readonly basedOn: number;
  readonly author: string;
  readonly note?: string;
}

/** Tolerance in ms for clients whose clock is behind: such a moment is now. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Returns the group of a scope of this shop, or a failure. */
function findGroup({ sites }: SettingDeps, id: string, scope: string) {
  const group = groupById(id);
  return group && scopesOf(group.scope, sites).includes(scope) ? group : fail('setting_unknown', { group: id, scope });
}

const formatAuthor = ({ author, created_at }: VersionRow) => ({ author, when: created_at.toISOString() });

/**
 * Saves a value as a new version, effective now or at a later moment. Versions that are scheduled after it get what it changes, unless they
 * set it themselves.
 */
export async function saveSetting(deps: SettingDeps, request: SaveSetting) {
  const { database, now = Date.now } = deps;
  const { scope, author, effectiveFrom, note = '' } = request;
  const group = findGroup(deps, request.group, scope);
  if (group instanceof Failure) return group;
  const at = effectiveFrom?.getTime() ?? now();
  if (at < now() - CLOCK_TOLERANCE_MS) return fail('setting_past');
  const vault = vaultOf(database);
  return database.transaction(async (transaction) => {
    const rows = await readVersionsOf(transaction, group.id, scope);
    const [last] = rows;
    if (last && last.revision !== request.basedOn) return fail('changed_meanwhile', formatAuthor(last));
    const before = rowInForce(rows, at);
    const kept = request.keepsEarlierSecrets ? rowInForce(rows, at - 1) : before;
    // The defaults have no saved write-only fields. Those of an earlier address must not return with the next value.
    const secrets: Record<string, StoredSecret> = kept === null || kept.value === null ? {} : { ...kept.secrets };
    for (const [field, secret] of Object.entries(request.secrets ?? {})) {
      if (!secretFields(group).includes(field)) return fail('setting_invalid', { reason: `${field}: is no write-only field.` });
      if (secret === null) delete secrets[field];
      else secrets[field] = vault.seal(secretName(group.id, scope, field), secret);
    }
    const opened = openSecrets(vault, group, scope, secrets);
    const checked = await checkVersion(transaction, deps, { group, scope, value: request.value, secrets: opened });
    if (checked instanceof Failure) return checked;
    const change = { value: checked.value, secrets: checked.value === null ? {} : secrets };
    const carried = await carryOver(transaction, vault, deps, { group, scope, rows, at, before, after: change });
    if (carried instanceof Failure) return carried;
    const first = (last?.revision ?? 0) + 1;
    const planned = [
      { ...change, effectiveFrom: at <= now() ? null : effectiveFrom, note },
      ...carried.map((version) => ({ ...version, note: carriedOver(first) })),
    ];
    const saved: SettingVersion[] = [];
    for (const [index, version] of planned.entries()) {
      const replaced = rowInForce(rows, version.effectiveFrom?.getTime() ?? at);
      const inserted = await insertVersion(transaction, { ...version, group: group.id, scope, revision: first + index, author });
      // Only the first can be taken: whoever saves at the same time waits for it.
      if (!inserted) return fail('changed_meanwhile', { author: 'Someone', when: 'just now' });
      const after = toVersion(inserted);
      await deps.onSaved?.(transaction, { author, before: replaced && toVersion(replaced), after });
      saved.push(after);
    }
    announceVersions(transaction);
    const [after] = saved;
    if (!after) throw new Error('no version was saved');
    return after;
  });
}

export interface RevertSetting extends Pick<SaveSetting, 'group' | 'scope' | 'basedOn' | 'author' | 'effectiveFrom'> {
  /** Revision to return to; 0 for the defaults. */
  readonly revision: number;
}

/**
 * Returns to an earlier version by saving its value again, without its secrets, which stay as they are. With the moment of a scheduled
 * version it replaces that one, and the secrets in force before the moment stay.
 */
export async function revertSetting(deps: SettingDeps, { revision, ...request }: RevertSetting) {
  const rows = await readVersionsOf(deps.database, request.group, request.scope);
  const found = rows.find((row) => row.revision === revision);
  if (!found && revision !== 0) return fail('version_unknown', { revision });
  const isLater = request.effectiveFrom !== null;
  return saveSetting(deps, { ...request, value: found?.value ?? null, keepsEarlierSecrets: isLater, note: `Back to version ${revision}` });
}
