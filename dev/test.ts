/** `npm test`: everything that can fail, in one run, and a line of counts at its end. Arguments go to the test runner. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'cellardoor-test-'));
const report = join(folder, 'report.json');

const code = await new Promise<number>((resolve) => {
  const runner = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test' },
    },
  );
  runner.on('exit', (exit) => resolve(exit ?? 1));
});

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const counts: Report | null = await readFile(report, 'utf8').then(JSON.parse, () => null);
await rm(folder, { recursive: true, force: true });
// A file that fails before its first test has no failed test of its own: it counts as one.
const filesWithoutTests = counts?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length ?? 1;
const failed = (counts?.numFailedTests ?? 0) + filesWithoutTests;
console.log(`\n${counts?.numPassedTests ?? 0} passed, ${failed === 0 && code !== 0 ? 1 : failed} failed`);
process.exit(code === 0 && failed === 0 && (counts?.numPassedTests ?? 0) > 0 ? 0 : 1);
