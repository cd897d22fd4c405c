/** Counts passed and failed tests in the reports of the test runners. */

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** What a test runner reports. */
export interface TestReport extends TestCounts {
  /** Files and names of the failed tests. */
  readonly failures: readonly string[];
}

export const sumCounts = (counts: readonly TestCounts[]): TestCounts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function numberOf(record: Record<string, unknown>, key: string): number {
  const value = record[key];
  if (typeof value !== 'number') throw new Error(`The report of Playwright has no number "${key}".`);
  return value;
}

/** Lists the failed tests of a suite of Playwright and of the suites in it. */
function listFailedSpecs(suite: unknown): string[] {
  if (!isRecord(suite)) return [];
  const specs = Array.isArray(suite.specs) ? suite.specs.filter(isRecord) : [];
  const suites = Array.isArray(suite.suites) ? suite.suites : [];
  return [
    ...specs.filter(({ ok }) => ok === false).map(({ file, title }) => `${String(file)}: ${String(title)}`),
    ...suites.flatMap(listFailedSpecs),
  ];
}

/**
 * Parses the JSON report of Playwright. Errors outside of a test count as failed. @throws Error if the text is not such a report
 */
export function parsePlaywrightReport(text: string): TestReport {
  const report: unknown = JSON.parse(text);
  if (!isRecord(report) || !isRecord(report.stats) || !Array.isArray(report.errors)) throw new Error('This is no report of Playwright.');
  const failed = numberOf(report.stats, 'unexpected') + numberOf(report.stats, 'flaky') + report.errors.length;
  const errors = report.errors.filter(isRecord).map(({ message }) => String(message));
  return { passed: numberOf(report.stats, 'expected'), failed, failures: [...listFailedSpecs(report), ...errors] };
}

/** Converts a part of a path to the pattern that Playwright compares with whole paths. */
export const toPathPattern = (filter: string): string => filter.replace(/^\.\//, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
