/**
 * `npm run test:stress -- [TIMES] [WORD…]`: runs the stress tests, one file at a time. Random tests repeat TIMES as often as under
 * `npm test` (default: 20). WORDs select the files whose path contains one of them. Writes the results to docs/guides/stress-tests.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parsePlaywrightReport, type TestCounts, toPathPattern } from '#scripts/test-report.ts';
import { type StressSection, withSections } from './report.ts';
import { stressSeed } from './run-count.ts';

interface StressTest {
  readonly claim: string;
  readonly repetitions: string;
  readonly file: string;
}

const STRESS_TESTS: readonly StressTest[] = [
  {
    claim: 'Every charge has one order and stock is never oversold, wherever a process or connection fails',
    repetitions:
      'processes are killed and database responses are lost or delayed at every statement of a purchase with and without gift cards, one-click checkout, a refund and a cancellation',
    file: 'tests/stress/order-crash.stress.test.ts',
  },
  {
    claim: 'Each parcel has one label and each claim one decision, and labels, stock and ledgers agree, whatever fails',
    repetitions:
      'processes are killed and database responses are lost or delayed at every statement of labels, manifests, shipments, collection and claims, while carriers are slow, down or lose answers',
    file: 'tests/stress/fulfilment-crash.stress.test.ts',
  },
  {
    claim: 'A failing outside service does not stop a purchase, or an error says why',
    repetitions: 'each service is slow, down or wrong while a guest browses, adds and buys',
    file: 'tests/stress/outages.stress.test.ts',
  },
  {
    claim: 'Ten cases make ten orders',
    repetitions: '500 buyers use several server processes on one database',
    file: 'tests/stress/multi-process.stress.test.ts',
  },
  {
    claim: 'No confirmed write is lost, and stock, orders, payments and ledgers agree',
    repetitions: 'the server, the database or both are killed while six shoppers add and buy',
    file: 'tests/stress/crash.stress.test.ts',
  },
  {
    claim: 'A backup that is restored has every order that was confirmed and archived, and the books agree',
    repetitions: 'the backup, the shop, the database or all of them are killed at random moments of a backup while shoppers buy',
    file: 'tests/stress/backup-crash.stress.test.ts',
  },
  {
    claim: 'A killed import in the office is taken over: nothing is written twice or missing, and its undo restores everything',
    repetitions: 'the process is killed at random moments while it writes and while it takes back',
    file: 'tests/stress/office-import-crash.stress.test.ts',
  },
  {
    claim: 'Every analytics event is sent once, with the properties of its definition',
    repetitions: 'a member, a member of a wine club and a guest use a browser until each event was sent',
    file: 'tests/e2e/every-event.slow.spec.ts',
  },
  {
    claim: 'Stock is never oversold, and a cart has at most one order and one charge',
    repetitions: '200 buyers want ten cases; steps are repeated, delayed and lost',
    file: 'src/domains/selling/checkout/server/checkout.integration.test.ts',
  },
  {
    claim: 'A wine club period is charged at most once, after a reminder, and every charge is a case',
    repetitions:
      'three years of daily renewals for members who skip, pause, swap and cancel; declined cards, sold-out cases, killed jobs, lost responses',
    file: 'src/domains/selling/clubs/server/three-years.stress.test.ts',
  },
  {
    claim: 'Fifty adds make fifty, and an idempotency key counts once',
    repetitions: 'concurrent, repeated and reordered calls',
    file: 'src/domains/selling/cart/server/cart-calls.integration.test.ts',
  },
  {
    claim: 'The browser’s cart ends equal to the server’s, and removed lines stay removed',
    repetitions: 'random clicks over a network that delays, reorders and loses',
    file: 'src/domains/selling/cart/ui/cart-store.model.test.ts',
  },
  {
    claim: 'Totals are never negative and exact to the cent',
    repetitions: 'random carts, coupons, promotions, regions',
    file: 'src/domains/selling/cart/model/totals.test.ts',
  },
  {
    claim: 'Restricted content is shown to nobody else',
    repetitions: 'a marker per tier, market and state; every shopper requests every page, call, search, feed and picture',
    file: 'tests/stress/secrecy.stress.test.ts',
  },
  {
    claim: 'Every page is accessible',
    repetitions: 'axe checks every page and state in every theme at 390, 820 and 1280 px',
    file: 'tests/e2e/every-page.spec.ts',
  },
  {
    claim: 'No link is broken',
    repetitions: 'all links of the four sites of the sample shop',
    file: 'tests/stress/sample-links.stress.test.ts',
  },
  {
    claim: 'Search results and counts equal a brute-force search, and updates equal a rebuild',
    repetitions: 'random catalogues, queries, filters, changes',
    file: 'src/domains/discovery/search/model/search-schema.property.test.ts',
  },
  {
    claim: 'An export can be imported, and an import can be undone, whatever the records contain',
    repetitions: 'the sample shop’s records of every kind, changed at random within their schemas',
    file: 'tests/stress/record-round-trip.stress.test.ts',
  },
  {
    claim: 'An import is applied completely or not at all, and can be undone',
    repetitions:
      'connections are closed before each statement, a process is killed, two imports run at once, a sale happens in between, a file is imported again',
    file: 'tests/stress/import-undo.stress.test.ts',
  },
  {
    claim: 'The work of a request grows with the length of its text at most',
    repetitions: 'long runs of every special character in every text field and header of every public endpoint, at two lengths',
    file: 'tests/stress/linear-work.slow.test.ts',
  },
  {
    claim: 'No request causes a 500 or hangs, and every response matches the OpenAPI document',
    repetitions: '200,000 valid and invalid requests derived from the document, by guests and members, with hostile texts',
    file: 'tests/stress/fuzz.stress.test.ts',
  },
  {
    claim: 'Every search state can be restored from its URL',
    repetitions: 'random states and unknown query strings',
    file: 'src/domains/discovery/search/model/url-state.test.ts',
  },
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/guides/stress-tests.md');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js');

const [timesArgument, ...names] = process.argv.slice(2);
const times = Number(timesArgument ?? '20');
if (!Number.isInteger(times) || times < 1)
  throw new Error('The first argument is how many times, for example: npm run test:stress -- 20 order-crash');
const chosen = STRESS_TESTS.filter(({ file }) => names.length === 0 || names.some((name) => file.includes(name)));
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-stress-'));
let failed = 0;

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** Runs one test file in a separate process and returns its counts. */
function runFile(file: string, report: string, tables: string): TestCounts & { readonly isGood: boolean } {
  const isBrowserTest = file.endsWith('.spec.ts');
  const command = isBrowserTest
    ? [PLAYWRIGHT, 'test', toPathPattern(file), '--reporter=json']
    : [VITEST, 'run', file, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      STRESS_TIMES: String(times),
      STRESS_TABLES: tables,
      STRESS_SEED: String(stressSeed),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  const text = readFileSync(report, 'utf8');
  if (isBrowserTest) return { ...parsePlaywrightReport(text), isGood: status === 0 };
  const { numPassedTests, numFailedTests } = vitestReport.parse(JSON.parse(text));
  return { passed: numPassedTests, failed: numFailedTests, isGood: status === 0 };
}

/** Runs a test and returns its section of the page. */
function runStressTest({ claim, repetitions, file }: StressTest, id: string): StressSection {
  const tablesFolder = join(folder, id);
  mkdirSync(tablesFolder);
  const began = performance.now();
  const counts = runFile(file, join(folder, `${id}.json`), tablesFolder);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (!counts.isGood) failed += 1;
  const day = new Date().toISOString().slice(0, 10);
  console.log(`${counts.isGood ? 'passed' : 'FAILED'} ${claim} (${seconds} s)`);
  const tables = readdirSync(tablesFolder)
    .sort()
    .map((name) => readFileSync(join(tablesFolder, name), 'utf8'));
  for (const table of tables) console.log(`\n${table}`);
  const summary = `Tried: ${repetitions}; ${times} times as often as \`npm test\`, seed ${stressSeed}, on ${day}, ${seconds} seconds. Tests: ${counts.passed} passed, ${counts.failed} failed.`;
  return { heading: claim, file, body: [summary, ...tables].join('\n\n') };
}

console.log(`Seed ${stressSeed}; repeat with STRESS_SEED=${stressSeed}.`);
// Written after each file, so that an interrupted run keeps its results.
for (const [index, test] of chosen.entries())
  writeFileSync(PAGE, withSections(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', [runStressTest(test, String(index))]));
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
