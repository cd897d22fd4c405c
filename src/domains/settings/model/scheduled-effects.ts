/** What a form says about versions that are scheduled: what its change is applied to, and which of them it changes too. */
import { carriedFields, completeValue, scheduledAfter } from './carried-fields.ts';
import type { Draft } from './setting-draft.ts';
import type { SettingGroup } from './setting-group.ts';

interface ListedVersion {
  readonly revision: number;
  /** Null for the defaults. */
  readonly value: unknown;
  /** ISO 8601. */
  readonly effectiveFrom: string;
  readonly createdAt: string;
  readonly state: 'scheduled' | 'in_force' | 'past';
}

/** A group in a scope as a form has it. */
export interface ScheduleSource {
  readonly group: SettingGroup;
  readonly defaults: Draft;
  /** In force when the versions were listed. */
  readonly value: Draft;
  readonly versions: readonly ListedVersion[];
}

interface ScheduledValue {
  readonly version: ListedVersion;
  readonly at: number;
  readonly value: Draft;
}

/** Returns what becomes effective after a moment, in ms since 1970. */
function valuesAfter({ group, defaults, versions }: ScheduleSource, at: number): ScheduledValue[] {
  const dated = versions.map((version) => ({
    version,
    revision: version.revision,
    effectiveFrom: new Date(version.effectiveFrom),
    createdAt: new Date(version.createdAt),
  }));
  return scheduledAfter(dated, at).map(({ version, effectiveFrom }) => ({
    version,
    at: effectiveFrom.getTime(),
    value: completeValue(group, defaults, version.value),
  }));
}

/**
 * Returns the version in force at a moment, in ms since 1970, by the states that were listed: a form that stays open lists what has begun
 * since as scheduled.
 * @returns null for the defaults
 */
export const versionAt = <V extends ListedVersion>(versions: readonly V[], at: number): V | null =>
  versions
    .filter(({ state, effectiveFrom }) => state === 'in_force' || (state === 'scheduled' && Date.parse(effectiveFrom) <= at))
    .toSorted((a, b) => Date.parse(a.effectiveFrom) - Date.parse(b.effectiveFrom))
    .at(-1) ?? null;

/** Returns the value in force at a moment, now or later, in ms since 1970. */
export function valueAt({ group, defaults, value, versions }: ScheduleSource, at: number): Draft {
  const version = versionAt(versions, at);
  return version?.state === 'scheduled' ? completeValue(group, defaults, version.value) : value;
}

export interface PlannedChange {
  /** Value in force at the moment of the change, and after it. */
  readonly before: Draft;
  readonly after: Draft;
  /** In ms since 1970. */
  readonly at: number;
  /** True if write-only fields change. Nobody can see whether a version to come sets them itself. */
  readonly hasSecrets: boolean;
}

/** Returns the moments (ISO 8601) of the scheduled versions that a change changes too. */
export function alsoChanged(source: ScheduleSource, { before, after, at, hasSecrets }: PlannedChange): string[] {
  const scheduled = valuesAfter(source, at);
  const carried = carriedFields(
    Object.keys(source.group.schema.shape),
    before,
    after,
    scheduled.map(({ value }) => value),
  );
  return scheduled.flatMap(({ version }, index) =>
    version.state === 'scheduled' && (hasSecrets || (carried[index] ?? []).length > 0) ? [version.effectiveFrom] : [],
  );
}
