/** What the shop depends on, and when somebody is told that it fails. */

export const CHECK_NAMES = ['database', 'workers', 'gateway', 'mail', 'search', 'jobs', 'backup', 'disk'] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** `warning`: works, and will not for long. `off`: not set up, or not used. */
export const CHECK_STATES = ['ok', 'warning', 'failing', 'off'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/**
 * Checks that a worker makes once a minute. The others are made by the process that answers: it has a database and a search index of its
 * own, and a worker that does not run cannot say so.
 */
export const WATCHED_CHECKS = ['gateway', 'mail', 'jobs', 'backup', 'disk'] as const satisfies readonly CheckName[];
export type WatchedCheck = (typeof WATCHED_CHECKS)[number];

export const isWatchedCheck = (name: string): name is WatchedCheck => WATCHED_CHECKS.some((each) => each === name);

/** Checks that the banner shows. */
export const ALERT_CHECKS = [...WATCHED_CHECKS, 'workers'] as const satisfies readonly CheckName[];
export type AlertCheck = (typeof ALERT_CHECKS)[number];

/** What a check found. */
export interface CheckOutcome {
  readonly state: CheckState;
  /** A sentence for people. */
  readonly detail: string;
  /** How many things are wrong, where they can be counted. */
  readonly count?: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Seconds between two checks, in all processes together. */
export const WATCH_SECONDS = 60;
/** Time for which a service of others must fail before it is an incident: a moment without it is none. */
const PATIENCE_MS: Readonly<Partial<Record<WatchedCheck, number>>> = { gateway: 2 * MINUTE_MS, mail: 2 * MINUTE_MS };
/** Time without a worker that a restart may take. */
const MAX_RESTART_MS = 2 * MINUTE_MS;
const REMINDER_MS = 24 * HOUR_MS;
/** Time without a backup after which one is missing: a day and some hours for a slow one. */
export const MAX_BACKUP_AGE_MS = 30 * HOUR_MS;
/** Minutes for which a job that is due may wait in its queue. */
export const MAX_QUEUE_MINUTES = 10;
/** Free share of the disk in percent, below which it is nearly full, and below which the shop may stop. */
const DISK_WARNING_PERCENT = 15;
const DISK_FAILING_PERCENT = 5;

/** Returns whether a check that fails is an incident. */
export const isIncident = (name: WatchedCheck, failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= (PATIENCE_MS[name] ?? 0);

/** Returns whether nobody works in the background for longer than a restart takes. @param since when the last worker was seen */
export const isWithoutWorker = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > MAX_RESTART_MS;

/** Returns whether owners have to be mailed about an open incident. Nobody can be mailed while mail is down. */
export const needsMail = (name: WatchedCheck, notifiedAt: Date | null, isMailDown: boolean, now: Date): boolean =>
  name !== 'mail' && !isMailDown && (notifiedAt === null || now.getTime() - notifiedAt.getTime() >= REMINDER_MS);

export const diskState = (freePercent: number): CheckState =>
  freePercent < DISK_FAILING_PERCENT ? 'failing' : freePercent < DISK_WARNING_PERCENT ? 'warning' : 'ok';

export const REPORT_KINDS = ['backup', 'verification'] as const;
/** `verification`: a backup was restored and audited. */
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_RESULTS = ['running', 'ok', 'failed'] as const;
export type ReportResult = (typeof REPORT_RESULTS)[number];

/** A report that is not running any more. */
export interface FinishedReport {
  readonly at: Date;
  readonly result: 'ok' | 'failed';
  readonly note: string;
}

/** What is known about backups. */
export interface BackupFacts {
  readonly last: FinishedReport | null;
  readonly lastGoodAt: Date | null;
  /** When the shop opened for customers; null before. */
  readonly openSince: Date | null;
  /** The latest verification; null if backups are not verified. */
  readonly verification?: (FinishedReport & { readonly differences?: number | null }) | null;
  /** The file of the write-ahead log that could not be archived for minutes; null if all is well. */
  readonly unarchived?: string | null;
  /** True for a shop that makes its backups itself and tries each of them out. */
  readonly triesOut?: boolean;
}

export type BackupProblem = 'failed' | 'missing' | 'unused' | 'unarchived' | 'unverified' | 'untried';

/** A backup is tried out right after it was made, which takes minutes, or hours for a very large shop. */
const MAX_UNTRIED_MS = 6 * 3_600_000;

/** Returns whether backups are as they should be. A shop that is not open and never reported one needs none. */
export function backupProblem(
  { last, lastGoodAt, openSince, verification, unarchived, triesOut }: BackupFacts,
  now: Date,
): BackupProblem | null {
  const isOld = (at: Date): boolean => now.getTime() - at.getTime() > MAX_BACKUP_AGE_MS;
  if (unarchived) return 'unarchived';
  if (last === null) return openSince !== null && isOld(openSince) ? 'missing' : 'unused';
  if (last.result === 'failed') return 'failed';
  if (lastGoodAt === null || isOld(lastGoodAt)) return 'missing';
  if (verification?.result === 'failed') return 'unverified';
  const isUntried = !verification || verification.at < lastGoodAt;
  return triesOut && isUntried && now.getTime() - lastGoodAt.getTime() > MAX_UNTRIED_MS ? 'untried' : null;
}
