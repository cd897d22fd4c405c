import type { BackupArchive } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { isOlderThan, segmentNumber } from './wal-names.ts';

export interface RetentionRule {
  /** The latest backups that are kept, however old. At least 1. */
  readonly count: number;
  /** Days for which backups are kept, however many. */
  readonly days: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Returns the backups that a rule no longer keeps. The latest one that was restored on trial and found good always stays.
 * @param backups of one database, the oldest first
 * @param verified ids of those that were found good
 */
export function expiredBackups(
  backups: readonly BackupManifest[],
  verified: ReadonlySet<string>,
  { count, days }: RetentionRule,
  now: Date,
): BackupManifest[] {
  const lastGood = backups.findLast(({ id }) => verified.has(id));
  return backups.slice(0, -count).filter((backup) => backup !== lastGood && now.getTime() - backup.startedAt.getTime() > days * DAY_MS);
}

export interface RetentionResult {
  readonly backups: number;
  readonly walFiles: number;
}

/**
 * Deletes the backups of a database that a rule no longer keeps, and the log that no backup needs any more. Deletes no log while there is
 * a backup that cannot be read, because it is unknown from where on that one needs it.
 */
export async function applyRetention(archive: BackupArchive, databaseId: string, rule: RetentionRule, now: Date): Promise<RetentionResult> {
  let unreadable = 0;
  const backups = await archive.listManifests(databaseId, () => {
    unreadable += 1;
  });
  const expired = expiredBackups(backups, await archive.listVerified(databaseId), rule, now);
  for (const { id } of expired) await archive.removeBackup(databaseId, id);
  // After a restore to an earlier time the numbers begin again below those of backups that were made before it.
  const [lowest] = backups
    .filter((backup) => !expired.includes(backup))
    .map(({ firstSegment }) => firstSegment)
    .toSorted((a, b) => segmentNumber(a) - segmentNumber(b));
  if (lowest === undefined || unreadable > 0) return { backups: expired.length, walFiles: 0 };
  const unneeded = (await archive.listWal(databaseId)).filter((name) => isOlderThan(name, lowest));
  for (const name of unneeded) await archive.removeWal(databaseId, name);
  return { backups: expired.length, walFiles: unneeded.length };
}
