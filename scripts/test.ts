/**
 * `npm test`: everything that can fail, in one run, and a line of counts at its end. Arguments go to the test runner.
 * A few stories that failed beside all else are told once more, alone, and named.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCLI, startVitest, type TestModule } from 'vitest/node';
import { countsOf, reportAfter, type TestFile, type TestReport, testsToRetry } from '#tests/fixtures/test-report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
process.chdir(ROOT);
process.env.NODE_ENV = 'test';

/** What a file said. One that fails outside of its tests has no failed test of its own: it counts as one. */
function fileOf(module: TestModule): TestFile {
  const tests = [...module.children.allTests()].map((each) => each.result().state);
  const count = (state: string): number => tests.filter((each) => each === state).length;
  const failed = count('failed');
  return { path: relative(ROOT, module.moduleId), passed: count('passed'), failed: module.ok() ? failed : Math.max(failed, 1) };
}

/** Run the tests of the files that `args` name as the test runner's own arguments do; all without any. */
async function run(args: readonly string[]): Promise<TestReport> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest('test', filter, { ...options, run: true, watch: false });
  await vitest.close();
  return { files: vitest.state.getTestModules().map(fileOf), uncaught: vitest.state.getUnhandledErrors().length };
}

let report = await run(process.argv.slice(2));
const again = testsToRetry(report);
if (again.length > 0) {
  console.log(`\nTold once more, alone:\n${again.map((path) => `  ${path}`).join('\n')}`);
  report = reportAfter(report, await run(again));
}
const { passed, failed } = countsOf(report);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
