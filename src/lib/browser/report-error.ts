/**
 * Reports errors of a page. The reporter loads with the first error or when the page is idle; earlier errors are queued [ERR-5, ERR-6].
 */
export interface ErrorReport {
  readonly error: unknown;
  /** The action that failed. */
  readonly action?: string;
  /** Status of a failed call; 400 without a response [ERR-6]. */
  readonly status?: number;
}

type Reporter = (errorReport: ErrorReport) => void;

/** Maximum number of queued errors per page [ERR-5]. */
const MAX_WAITING = 5;
const waiting: ErrorReport[] = [];
let report: Reporter = (errorReport) => {
  if (waiting.push(errorReport) > MAX_WAITING) waiting.pop();
  fetchReporter();
};
let fetchReporter: () => void = () => {};

/** Reports anything thrown that nobody else handles. Never throws. */
export const reportError = (error: unknown, data: Omit<ErrorReport, 'error'> = {}): void => report({ error, ...data });

/** Sets how the reporter is loaded. */
export function fetchReporterWith(fetching: () => Promise<unknown>): void {
  fetchReporter = () => void fetching().catch(() => {});
}

/** Passes queued and later errors to the loaded reporter. */
export function reportTo(reporter: Reporter): void {
  report = reporter;
  for (const errorReport of waiting.splice(0)) reporter(errorReport);
}
