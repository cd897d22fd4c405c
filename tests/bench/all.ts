/**
 * `npm run bench`: runs every benchmark in sequence, each in a separate process so that none warms up another, and finally prints
 * all rows that have a budget. `npm run bench lighthouse start -- --runs 1` runs some, with options for them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { formatCells, RESULTS_VARIABLE } from './report.ts';

/** In the order of the table in docs/guides/performance.md. */
const BENCHES = [
  'start',
  'client-size',
  'page-downloads',
  'lighthouse',
  'interactions',
  'pages',
  'search-engine',
  'memory',
  'cart',
  'checkout',
  'archiving',
  'documents',
  'import',
  'import-under-load',
  'office',
  'growth',
  'traces',
];

const firstOption = process.argv.findIndex((word, index) => index > 1 && word.startsWith('-'));
const requested = process.argv.slice(2, firstOption === -1 ? undefined : firstOption);
const options = firstOption === -1 ? [] : process.argv.slice(firstOption);
const unknown = requested.find((name) => !BENCHES.includes(name));
if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}; these exist: ${BENCHES.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'cellardoor-bench-'));
const results = join(folder, 'results.ndjson');
writeFileSync(results, '');
for (const name of BENCHES.filter((bench) => requested.length === 0 || requested.includes(bench))) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), ...options], {
    stdio: 'inherit',
    env: { ...process.env, [RESULTS_VARIABLE]: results },
  });
  if (status === 0) continue;
  console.log(`${name} did not finish.`);
  process.exitCode = 1;
}
const cells = readFileSync(results, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => z.array(z.string()).parse(JSON.parse(line)));
rmSync(folder, { recursive: true });
if (cells.length > 0) console.log(`\nAll rows with a budget\n\n${formatCells(cells)}`);
