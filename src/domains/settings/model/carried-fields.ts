/** What a change means for versions that are scheduled after it: each is a whole value, so what it does not set itself must follow. */
import { isJsonObject } from '#lib/json.ts';
import { type Draft, isSameValue } from './setting-draft.ts';
import { type SettingGroup, secretFields } from './setting-group.ts';

/** Returns a stored value with all its fields, without the write-only ones. @param value null for the defaults */
export function completeValue(group: SettingGroup, defaults: Draft, value: unknown): Draft {
  if (!isJsonObject(value)) return defaults;
  const hidden = secretFields(group);
  const parsed = group.schema.safeParse({ ...Object.fromEntries(hidden.map((name) => [name, null])), ...value });
  if (!parsed.success) return { ...defaults, ...value };
  return Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !hidden.includes(name)));
}

/**
 * Returns the fields of a change that hold in each of the values that are scheduled after it, in their order. A field holds until one of
 * them sets it: that value stays, and the later ones follow it.
 */
export function carriedFields(names: readonly string[], before: Draft, after: Draft, scheduled: readonly Draft[]): readonly string[][] {
  let previous = before;
  let carried = names.filter((name) => !isSameValue(before[name], after[name]));
  const found: string[][] = [];
  for (const value of scheduled) {
    const last = previous;
    carried = carried.filter((name) => isSameValue(last[name], value[name]));
    found.push(carried);
    previous = value;
  }
  return found;
}

interface DatedVersion {
  readonly revision: number;
  readonly effectiveFrom: Date;
  readonly createdAt: Date;
}

/** Returns the versions that become effective after a moment, in ms since 1970: of each later moment the one that was saved last. */
export function scheduledAfter<V extends DatedVersion>(versions: readonly V[], at: number): V[] {
  const byMoment = new Map<number, V>();
  for (const version of versions.toSorted((a, b) => a.revision - b.revision)) {
    const moment = version.effectiveFrom.getTime();
    if (moment > at && moment > version.createdAt.getTime()) byMoment.set(moment, version);
  }
  return [...byMoment.values()].sort((a, b) => a.effectiveFrom.getTime() - b.effectiveFrom.getTime());
}
