/** Versions of settings, and which of them is in force at a moment. */

/** A saved version, without its secrets. */
export interface SettingVersion {
  readonly id: number;
  readonly group: string;
  readonly scope: string;
  /** Counts the versions of the group in its scope. */
  readonly revision: number;
  /** Null returns to the defaults. */
  readonly value: unknown;
  /** Names of the write-only fields that are set. */
  readonly secrets: readonly string[];
  readonly effectiveFrom: Date;
  readonly createdAt: Date;
  readonly author: string;
  readonly note: string;
}

/** Key of a group in a scope. */
export const keyOf = ({ group, scope }: Pick<SettingVersion, 'group' | 'scope'>): string => `${group}/${scope}`;

/** Returns true if `a` replaces `b` once both are effective: it begins later, or at the same time and was saved later. */
const replaces = (a: SettingVersion, b: SettingVersion): boolean =>
  a.effectiveFrom.getTime() === b.effectiveFrom.getTime() ? a.id > b.id : a.effectiveFrom > b.effectiveFrom;

/** Returns the versions in force at a moment (ms since 1970), by `keyOf`. */
export function versionsInForce<V extends SettingVersion>(versions: readonly V[], at: number): Map<string, V> {
  const found = new Map<string, V>();
  for (const version of versions) {
    if (version.effectiveFrom.getTime() > at) continue;
    const other = found.get(keyOf(version));
    if (!other || replaces(version, other)) found.set(keyOf(version), version);
  }
  return found;
}

/** Returns the next moment after `at` at which a version becomes effective. Infinity if none will. */
export const nextEffect = (versions: readonly SettingVersion[], at: number): number =>
  versions.reduce((next, { effectiveFrom }) => {
    const time = effectiveFrom.getTime();
    return time > at && time < next ? time : next;
  }, Number.POSITIVE_INFINITY);

export type VersionState = 'scheduled' | 'in_force' | 'past';

/**
 * Returns the state of each version of one group and scope, by its revision. A version to come that another one of the same moment
 * replaces, or that changes nothing because it took a change back, counts as past.
 * @param isSame compares a version with the one before it, null for the defaults
 */
export function versionStates<V extends SettingVersion>(
  versions: readonly V[],
  at: number,
  isSame: (version: V, before: V | null) => boolean,
): ReadonlyMap<number, VersionState> {
  const inOrder = versions.toSorted((a, b) => (replaces(a, b) ? 1 : -1));
  const current = inOrder.findLast(({ effectiveFrom }) => effectiveFrom.getTime() <= at);
  let before: V | null = current ?? null;
  const states = new Map<number, VersionState>();
  inOrder.forEach((version, index) => {
    const isReplaced = inOrder[index + 1]?.effectiveFrom.getTime() === version.effectiveFrom.getTime();
    if (version.effectiveFrom.getTime() <= at) states.set(version.revision, version === current ? 'in_force' : 'past');
    else if (isReplaced) states.set(version.revision, 'past');
    else {
      states.set(version.revision, isSame(version, before) ? 'past' : 'scheduled');
      before = version;
    }
  });
  return states;
}
