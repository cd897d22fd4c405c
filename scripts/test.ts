/**
 * `npm test [-- FILTER… -t NAME]`: runs unit, integration and short stress tests, then the browser tests. A filter is a part of a
 * file's path, `-t` a part of a test's name. The last line has the total counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { parsePlaywrightReport, sumCounts, type TestCounts, toPathPattern } from './test-report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
process.chdir(ROOT);
process.env.NODE_ENV = 'test';
process.env.STRESS_SEED ??= '1';

interface Selection {
  readonly filters: readonly string[];
  readonly name: string | undefined;
}

/** Runs the tests of vitest.config.ts. A file that fails outside of its tests counts as one failed test. */
async function runVitest({ filters, name }: Selection): Promise<TestCounts> {
  const vitest = await startVitest('test', [...filters], {
    run: true,
    watch: false,
    passWithNoTests: true,
    ...(name === undefined ? {} : { testNamePattern: name }),
  });
  await vitest.close();
  const files = vitest.state.getTestModules().map((module) => {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const failed = states.filter((state) => state === 'failed').length;
    return { passed: states.filter((state) => state === 'passed').length, failed: module.ok() ? failed : Math.max(failed, 1) };
  });
  return sumCounts([...files, { passed: 0, failed: vitest.state.getUnhandledErrors().length }]);
}

/** Runs the tests of playwright.config.ts. A run that ends without a report counts as one failed test. */
async function runPlaywright({ filters, name }: Selection): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'cellardoor-e2e-'));
  const report = join(folder, 'report.json');
  const options = ['--reporter=list,json', '--pass-with-no-tests', ...(name === undefined ? [] : ['--grep', name])];
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...filters.map(toPathPattern), ...options],
    {
      stdio: 'inherit',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  const [code] = await once(child, 'exit');
  try {
    const counts = parsePlaywrightReport(readFileSync(report, 'utf8'));
    return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1) };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { testNamePattern: { type: 'string', short: 't' } } });
const selection = { filters: positionals, name: values.testNamePattern };
const { passed, failed } = sumCounts([await runVitest(selection), await runPlaywright(selection)]);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
