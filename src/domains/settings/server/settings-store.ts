/**
 * In-memory store of all versions of the settings, current, past and future. It is read again after each change and switches to a
 * scheduled version at its moment, in every process.
 */
import type { Database } from '#lib/db/pool.ts';
import { createOrderedRefresh } from '#lib/ordered-refresh.ts';
import { vaultOf } from '#lib/server/secret-vault.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Site } from '#markets/sites.ts';
import { isSameValue } from '../model/setting-draft.ts';
import type { StartValues } from '../model/setting-group.ts';
import { keyOf, nextEffect, type SettingVersion, type VersionState, versionStates } from '../model/version.ts';
import { readVersions, secretName, type VersionRow } from './setting.repository.ts';
import { createSnapshot, type OpenedVersion, type SettingsSnapshot, type UnsavedValue } from './settings-snapshot.ts';

export interface Settings {
  /** Values of the environment, which the defaults are made from. */
  readonly start: StartValues;
  /** Returns the settings of this moment. The snapshot never changes. */
  current(): SettingsSnapshot;
  /** Returns the settings of another moment, for example the day of an order. */
  at(moment: Date): SettingsSnapshot;
  /** Returns the settings of this moment with a value that was not saved. */
  preview(unsaved: UnsavedValue): SettingsSnapshot;
  /** Returns the terms of a revision that browsers may still have. @returns null if it is not known */
  termsOfRevision(site: Pick<Site, 'id' | 'market'>, revision: string): SellingTerms | null;
  /** Lists the versions of a group in a scope, the last one first. */
  versions(group: string, scope: string): readonly SettingVersion[];
  /** Returns the states of the versions of a group in a scope at this moment, by revision. A version that changes a key alone counts too. */
  states(group: string, scope: string): ReadonlyMap<number, VersionState>;
  /** Reads all versions again. */
  refresh(): Promise<void>;
  /** Calls `listener` whenever values in force may have changed, with the new snapshot. */
  onChange(listener: (snapshot: SettingsSnapshot) => void): void;
  close(): void;
}

/** Maximum delay of a timer, in ms. */
const MAX_TIMEOUT_MS = 2_000_000_000;
/** How many past changes are compared with the revision of a browser. */
const MAX_PAST_CHANGES = 20;

/** Converts a row to a version without its secrets. */
export const toVersion = (row: VersionRow): SettingVersion => ({
  id: row.id,
  group: row.group_id,
  scope: row.scope,
  revision: row.revision,
  value: row.value,
  secrets: Object.keys(row.secrets),
  effectiveFrom: row.effective_from,
  createdAt: row.created_at,
  author: row.author,
  note: row.note,
});

/** Returns true if two versions have the same value and the same write-only fields. Null stands for the defaults. */
const isSameContent = (a: OpenedVersion, b: OpenedVersion | null): boolean =>
  isSameValue(a.value, b?.value) && isSameValue(a.opened, b?.opened ?? {});

export interface SettingsOptions {
  readonly start: StartValues;
  readonly onError?: (message: string) => void;
  readonly now?: () => number;
}

/** Opens the store and reads all versions. */
export async function openSettings(
  database: Database,
  { start, onError = console.error, now = Date.now }: SettingsOptions,
): Promise<Settings> {
  const listeners: ((snapshot: SettingsSnapshot) => void)[] = [];
  /** Snapshots of the past, by the moment at which their values became effective. */
  const past = new Map<number, SettingsSnapshot>();
  let versions: readonly OpenedVersion[] = [];
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function snapshotAt(at: number, unsaved?: UnsavedValue): SettingsSnapshot {
    return createSnapshot({ versions, start, onInvalid: (key, message) => onError(`Setting ${key}: ${message}`) }, at, unsaved);
  }

  function openVersion(row: VersionRow): OpenedVersion {
    const vault = vaultOf(database);
    const opened = Object.entries(row.secrets).flatMap(([field, stored]) => {
      if (vault.readable.includes(stored.keyId)) return [[field, vault.open(secretName(row.group_id, row.scope, field), stored)]];
      onError(`Setting ${row.group_id}/${row.scope}: '${field}' is encrypted with a key that is not here. Enter it again.`);
      return [];
    });
    return { ...toVersion(row), opened: Object.fromEntries(opened) };
  }

  versions = (await readVersions(database)).map(openVersion);
  let snapshot = snapshotAt(now());
  /** When the next version becomes effective. */
  let validUntil = nextEffect(versions, now());

  /** Switches to the snapshot of this moment and announces it. */
  function advance(): void {
    const at = now();
    snapshot = snapshotAt(at);
    validUntil = nextEffect(versions, at);
    startTimer();
    for (const listener of listeners) listener(snapshot);
  }
  function startTimer(): void {
    if (timer) clearTimeout(timer);
    if (isClosed || validUntil === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(
      () => {
        if (now() >= validUntil) advance();
        else startTimer();
      },
      Math.min(Math.max(validUntil - now(), 1), MAX_TIMEOUT_MS),
    ).unref();
  }
  startTimer();

  /** Returns the moments at which values became effective until `at`, the last one first. */
  const changesUntil = (at: number): number[] =>
    [...new Set(versions.map(({ effectiveFrom }) => effectiveFrom.getTime()))].filter((moment) => moment <= at).sort((a, b) => b - a);

  function pastSnapshot(at: number): SettingsSnapshot {
    const [began = Number.NEGATIVE_INFINITY] = changesUntil(at);
    const made = past.get(began) ?? snapshotAt(at);
    past.set(began, made);
    return made;
  }

  const versionsOf = (group: string, scope: string): OpenedVersion[] =>
    versions.filter((version) => keyOf(version) === keyOf({ group, scope }));

  /** A timer may be late, but no request uses values that are no longer in force. */
  const current = (): SettingsSnapshot => {
    if (now() >= validUntil) advance();
    return snapshot;
  };
  return {
    start,
    current,
    at: (moment) => pastSnapshot(moment.getTime()),
    preview: (unsaved) => snapshotAt(now(), unsaved),
    termsOfRevision(site, revision) {
      const earlier = changesUntil(now())
        .slice(0, MAX_PAST_CHANGES)
        .map((moment) => pastSnapshot(moment - 1));
      return [current(), ...earlier].find((each) => each.revision(site) === revision)?.terms[site.market] ?? null;
    },
    versions: (group, scope) =>
      versionsOf(group, scope)
        .map(({ opened: _, ...version }) => version)
        .toReversed(),
    states: (group, scope) => versionStates(versionsOf(group, scope), now(), isSameContent),
    refresh: createOrderedRefresh(
      () => readVersions(database),
      (rows) => {
        versions = rows.map(openVersion);
        past.clear();
        advance();
      },
    ),
    onChange: (listener) => {
      listeners.push(listener);
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** Calls `listener` with each site whose settings have changed. */
export function onSiteChanged<S extends Pick<Site, 'id' | 'market'>>(
  settings: Settings,
  sitesNow: () => readonly S[],
  listener: (site: S) => void,
): void {
  const known = new Map(sitesNow().map((site) => [site.id, settings.current().revision(site)]));
  settings.onChange((snapshot) => {
    for (const site of sitesNow()) {
      const revision = snapshot.revision(site);
      if (known.get(site.id) === revision) continue;
      known.set(site.id, revision);
      listener(site);
    }
  });
}
