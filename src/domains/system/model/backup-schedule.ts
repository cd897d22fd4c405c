/** When the shop makes its next backup. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface BackupSchedule {
  /** Hour in UTC at which a backup is made each day. */
  readonly hour: number;
  /** Since when changes are archived without a break; null while they are not. */
  readonly archivingSince: Date | null;
  readonly lastGoodAt: Date | null;
  readonly lastAttemptAt: Date | null;
}

/** Returns the latest time at which a backup was to be made. */
function latestSlot(hour: number, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  return today <= now.getTime() ? today : today - DAY_MS;
}

/**
 * Returns whether a backup is due: none was made since the hour, or since archiving began. One that failed is tried again after an
 * hour.
 */
export function isBackupDue({ hour, archivingSince, lastGoodAt, lastAttemptAt }: BackupSchedule, now: Date): boolean {
  if (archivingSince === null) return false;
  const since = Math.max(latestSlot(hour, now), archivingSince.getTime());
  if (lastGoodAt !== null && lastGoodAt.getTime() >= since) return false;
  const hasFailed = lastAttemptAt !== null && lastAttemptAt.getTime() >= since;
  return !hasFailed || now.getTime() - lastAttemptAt.getTime() >= HOUR_MS;
}
