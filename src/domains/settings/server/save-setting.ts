/** Use cases of settings: save, schedule, return to an earlier version. Each change is a new version. */
import type { Database, Transaction } from '#lib/db/pool.ts';
import { Failure, fail } from '#lib/result.ts';
import { type StoredSecret, vaultOf } from '#lib/server/secret-vault.ts';
import type { Site } from '#markets/sites.ts';
import { formatIssues, parseValue } from '../model/parse-value.ts';
import { groupById, scopesOf } from '../model/registry.ts';
import { type StartValues, secretFields } from '../model/setting-group.ts';
import type { SettingVersion } from '../model/version.ts';
import { missingPicture } from './missing-picture.ts';
import { announceVersions, insertVersion, readVersionsOf, rowInForce, secretName, type VersionRow } from './setting.repository.ts';
import { toVersion } from './settings-store.ts';

/** A saved change, for the activity log. Contains no secret. */
export interface SettingChange {
  readonly author: string;
  /** The version in force before; null if the defaults were. */
  readonly before: SettingVersion | null;
  readonly after: SettingVersion;
}

/** Returns why a value would break what the shop already has, null if it would not. Runs in the transaction of the change. */
export type SettingRefusal = (transaction: Transaction, scope: string, value: Readonly<Record<string, unknown>>) => Promise<string | null>;

export interface SettingDeps {
  readonly database: Database;
  readonly sites: readonly Pick<Site, 'id'>[];
  /** Values of the environment, which some settings must fit. */
  readonly start: StartValues;
  /** By id of a group. */
  readonly refusals?: Readonly<Record<string, SettingRefusal>>;
  /** Called in the transaction of each change. */
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

/** Saves a value as a new version, effective now or at a later moment. */
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
    const secrets: Record<string, StoredSecret> = { ...before?.secrets };
    for (const [field, secret] of Object.entries(request.secrets ?? {})) {
      if (!secretFields(group).includes(field)) return fail('setting_invalid', { reason: `${field}: is no write-only field.` });
      if (secret === null) delete secrets[field];
      else secrets[field] = vault.seal(secretName(group.id, scope, field), secret);
    }
    const opened = Object.fromEntries(
      secretFields(group).map((field) => {
        const stored = secrets[field];
        const isReadable = stored !== undefined && vault.readable.includes(stored.keyId);
        return [field, isReadable ? vault.open(secretName(group.id, scope, field), stored) : null];
      }),
    );
    const parsed = request.value === null ? { value: null } : parseValue(group, scope, request.value, opened);
    if (parsed instanceof Failure) return parsed;
    const refused = parsed.value === null ? [] : group.checkStart(parsed.value, deps.start);
    if (refused.length > 0) return fail('setting_invalid', { reason: `${formatIssues(refused)}.` });
    const missing = parsed.value === null ? null : await missingPicture(transaction, group, parsed.value);
    if (missing !== null) return fail('setting_invalid', { reason: `${missing.field}: is no longer in the picture library.` });
    const problem = parsed.value === null ? null : ((await deps.refusals?.[group.id]?.(transaction, scope, parsed.value)) ?? null);
    if (problem !== null) return fail('setting_invalid', { reason: problem });
    const inserted = await insertVersion(transaction, {
      group: group.id,
      scope,
      revision: (last?.revision ?? 0) + 1,
      value: parsed.value,
      secrets,
      effectiveFrom: at <= now() ? null : effectiveFrom,
      author,
      note,
    });
    if (!inserted) return fail('changed_meanwhile', { author: 'Someone', when: 'just now' });
    const after = toVersion(inserted);
    await deps.onSaved?.(transaction, { author, before: before && toVersion(before), after });
    announceVersions(transaction);
    return after;
  });
}

export interface RevertSetting extends Pick<SaveSetting, 'group' | 'scope' | 'basedOn' | 'author' | 'effectiveFrom'> {
  /** Revision to return to; 0 for the defaults. */
  readonly revision: number;
}

/**
 * Returns to an earlier version by saving its value again, without its secrets, which stay as they are. With the moment of a scheduled
 * version it replaces that one.
 */
export async function revertSetting(deps: SettingDeps, { revision, ...request }: RevertSetting) {
  const rows = await readVersionsOf(deps.database, request.group, request.scope);
  const found = rows.find((row) => row.revision === revision);
  if (!found && revision !== 0) return fail('version_unknown', { revision });
  return saveSetting(deps, { ...request, value: found?.value ?? null, note: `Back to version ${revision}` });
}
