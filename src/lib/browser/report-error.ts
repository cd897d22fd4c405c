/**
 * Where faults of a page go. The reporter is fetched only once there is one to report or the page is idle; what happens before it
 * is there waits (SPEC.md §8, §9).
 */
export interface ErrorReport {
  readonly error: unknown;
  /** What the page was doing. */
  readonly action?: string;
  /** Of a call that failed; 400 where no answer came. */
  readonly status?: number;
}

type Reporter = (fault: ErrorReport) => void;

/** What one page may report at most. */
const MAX_WAITING = 5;
const waiting: ErrorReport[] = [];
let report: Reporter = (fault) => {
  if (waiting.push(fault) > MAX_WAITING) waiting.pop();
  fetchReporter();
};
let fetchReporter: () => void = () => {};

/** Tell of something that was thrown and that nobody else handles. Never throws. */
export const reportError = (error: unknown, facts: Omit<ErrorReport, 'error'> = {}): void => report({ error, ...facts });

/** How the reporter is fetched. */
export function fetchReporterWith(fetching: () => Promise<unknown>): void {
  fetchReporter = () => void fetching().catch(() => {});
}

/** The reporter has come: it is given what waited, and everything from now on. */
export function reportTo(reporter: Reporter): void {
  report = reporter;
  for (const fault of waiting.splice(0)) reporter(fault);
}
