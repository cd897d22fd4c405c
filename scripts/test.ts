/**
 * `npm test [-- FILTER… -t NAME]`: runs unit, integration and short stress tests, then the browser tests. A filter is a part of a
 * file's path, `-t` a part of a test's name. The last lines name the failed tests and have the total counts. Slow tests are left out
 * unless a filter chooses them: `npm run test:all` runs those too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { parsePlaywrightReport, sumCounts, type TestReport, toPathPattern } from './test-report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
process.chdir(ROOT);
process.env.NODE_ENV = 'test';
process.env.STRESS_SEED ??= '1';

const SLOW_PROJECT = 'slow';

interface Selection {
  readonly filters: readonly string[];
  readonly name: string | undefined;
  /** Leaves slow tests out, and the second size of most browser tests. */
  readonly isShort: boolean;
}

/** Runs the tests of vitest.config.ts. A file that fails outside of its tests counts as one failed test. */
async function runVitest({ filters, name, isShort }: Selection): Promise<TestReport> {
  const vitest = await startVitest('test', [...filters], {
    run: true,
    watch: false,
    passWithNoTests: true,
    ...(name === undefined ? {} : { testNamePattern: name }),
    ...(isShort ? { project: [`!${SLOW_PROJECT}`] } : {}),
  });
  await vitest.close();
  const modules = vitest.state.getTestModules().map((module) => {
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed').map((test) => `${module.relativeModuleId}: ${test.fullName}`);
    const failures = module.ok() || failed.length > 0 ? failed : [`${module.relativeModuleId}: outside of its tests`];
    return { passed: tests.filter((test) => test.result().state === 'passed').length, failed: failures.length, failures };
  });
  const errors = vitest.state.getUnhandledErrors().map((error) => `unhandled: ${error instanceof Error ? error.message : String(error)}`);
  return {
    ...sumCounts([...modules, { passed: 0, failed: errors.length }]),
    failures: [...modules.flatMap(({ failures }) => failures), ...errors],
  };
}

/** Runs the tests of playwright.config.ts. A run that ends without a report counts as one failed test. */
async function runPlaywright({ filters, name, isShort }: Selection): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'cellardoor-e2e-'));
  const report = join(folder, 'report.json');
  const options = ['--reporter=list,json', '--pass-with-no-tests', ...(name === undefined ? [] : ['--grep', name])];
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...filters.map(toPathPattern), ...options],
    {
      stdio: 'inherit',
      env: { ...process.env, ...(isShort ? { BROWSER_TESTS: 'short' } : {}), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  const [code] = await once(child, 'exit');
  try {
    const { passed, failed, failures } = parsePlaywrightReport(readFileSync(report, 'utf8'));
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1), failures };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, failures: ['Playwright ended without a report'] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { testNamePattern: { type: 'string', short: 't' }, all: { type: 'boolean', default: false } },
});
const isShort = !values.all && positionals.length === 0 && values.testNamePattern === undefined;
const selection = { filters: positionals, name: values.testNamePattern, isShort };
const reports = [await runVitest(selection), await runPlaywright(selection)];
const { passed, failed } = sumCounts(reports);
for (const failure of reports.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
