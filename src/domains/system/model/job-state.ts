/** Jobs that run by themselves: when they are due, and whether they are late, hang or fail. */

/** A job as the scheduler knows it. */
export interface JobDefinition {
  readonly name: string;
  /** Cron expression in UTC; null for jobs that every process runs at an interval. */
  readonly cron: string | null;
  /** Interval in seconds; null for jobs with a cron expression. */
  readonly everySeconds: number | null;
  /** True while it has nothing to do, such as without a payment gateway. */
  readonly isWaiting: boolean;
}

/** The latest run of a job. */
export interface JobRun {
  readonly name: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly durationMs: number | null;
  readonly error: string;
  readonly failures: number;
  readonly failingSince: Date | null;
}

export const JOB_STATES = ['ok', 'running', 'failing', 'late', 'waiting', 'never'] as const;
export type JobState = (typeof JOB_STATES)[number];

const MINUTE_MS = 60_000;
/** Time after which a job that was due, or runs, counts as stuck. A run of a scheduled job may take as long. */
export const LATE_MINUTES = 15;
/** Runs in a row that failed, and minutes since the first of them, after which somebody has to look. One failure may pass. */
const MAX_FAILURES = 3;
const MAX_FAILING_MINUTES = 15;
/** Expressions are read as minute and hour, so a day and a minute have every time at which a job runs. */
const MAX_MINUTES = 24 * 60 + 1;

const matches = (field: string, value: number): boolean =>
  field === '*' || (field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : Number(field) === value);

/**
 * Returns when a job runs next.
 * @param cron an expression whose minute and hour are a number, a star or a step, and whose other fields are stars
 * @throws Error for another expression
 */
export function nextRun(cron: string, after: Date): Date {
  const [minute = '', hour = '', ...days] = cron.split(' ');
  if (days.length !== 3 || days.some((field) => field !== '*')) throw new Error(`the cron expression ${cron} is not supported`);
  const first = Math.floor(after.getTime() / MINUTE_MS) + 1;
  for (let at = first; at < first + MAX_MINUTES; at += 1) {
    const date = new Date(at * MINUTE_MS);
    if (matches(minute, date.getUTCMinutes()) && matches(hour, date.getUTCHours())) return date;
  }
  throw new Error(`the cron expression ${cron} never matches`);
}

/** When a job should have run, at the latest. @param since the end of its latest run, or the start of the process if that is later */
const dueAt = ({ cron }: JobDefinition, since: Date): Date => (cron === null ? since : nextRun(cron, since));

/** Returns the state of a job. @param startedAt when this process started: before, nobody ran jobs */
export function stateOfJob(job: JobDefinition, run: JobRun | null, now: Date, startedAt: Date): JobState {
  if (job.isWaiting) return 'waiting';
  const finished = run?.finishedAt ?? null;
  const since = finished !== null && finished > startedAt ? finished : startedAt;
  if (now.getTime() - dueAt(job, since).getTime() > LATE_MINUTES * MINUTE_MS) return 'late';
  if (run === null) return 'never';
  // A run that began before this process did and has no end was cut off.
  if (run.startedAt !== null && run.startedAt > startedAt && (finished === null || run.startedAt > finished)) return 'running';
  if (run.failures > 0) return 'failing';
  return finished === null ? 'never' : 'ok';
}

/** Returns whether somebody has to look at a job: it does not run, or fails again and again. */
export function isStuck(job: JobDefinition, run: JobRun | null, now: Date, startedAt: Date): boolean {
  if (job.isWaiting) return false;
  if (stateOfJob(job, run, now, startedAt) === 'late') return true;
  const failing = run?.failingSince ?? null;
  return failing !== null && (run?.failures ?? 0) >= MAX_FAILURES && now.getTime() - failing.getTime() > MAX_FAILING_MINUTES * MINUTE_MS;
}
