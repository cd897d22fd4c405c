/**
 * `npm run test:stress -- [TIMES] [WORD…]`: everything long. Random tests try TIMES as often as under `npm test` (20 by default), file by
 * file; WORDs choose the files whose path has one of them. The results go into docs/guides/stress-tests.md.
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
  readonly tries: string;
  readonly file: string;
}

const STRESS_TESTS: readonly StressTest[] = [
  {
    claim: 'Never charged without an order, never twice, never oversold, whatever ends where',
    tries:
      'processes killed and answers of the database lost or late at every statement of buying with and without gift cards, one-click, refunding and cancelling',
    file: 'tests/stress/order-crash.stress.test.ts',
  },
  {
    claim: 'An outside service that fails stops no shopper, or says so',
    tries: 'each service slow, down and wrong while a guest browses, adds and buys',
    file: 'tests/stress/outages.stress.test.ts',
  },
  {
    claim: 'Ten cases are ten orders',
    tries: '500 buyers over several server processes on one database',
    file: 'tests/stress/multi-process.stress.test.ts',
  },
  {
    claim: 'No confirmed write is lost, and the books agree',
    tries: 'server, database or both killed while six shoppers add and buy',
    file: 'tests/stress/crash.stress.test.ts',
  },
  {
    claim: 'Every event comes as the table of events has it, property by property, and once',
    tries: 'a member, a member of a wine club and a guest in a browser, until each row of the table has come',
    file: 'tests/e2e/every-event.spec.ts',
  },
  {
    claim: 'Never oversold, never two orders or charges for one cart',
    tries: '200 buyers for ten cases; repeated, late and lost steps',
    file: 'src/domains/selling/checkout/server/checkout.integration.test.ts',
  },
  {
    claim: 'No wine club period is charged twice, none unannounced, and every charge is a case',
    tries:
      'three years of daily rounds for members who skip, pause, swap and cancel; refused cards, sold-out cases, killed jobs, lost answers',
    file: 'src/domains/selling/clubs/server/three-years.stress.test.ts',
  },
  {
    claim: 'Fifty adds are fifty; a key counts once',
    tries: 'calls at once, repeated, out of order',
    file: 'src/domains/selling/cart/server/cart-calls.integration.test.ts',
  },
  {
    claim: 'The browser’s cart ends as the server’s, and nothing removed comes back',
    tries: 'random clicks over networks that delay, reorder and lose',
    file: 'src/domains/selling/cart/ui/cart-store.model.test.ts',
  },
  {
    claim: 'Totals are never negative and never off by a cent',
    tries: 'random carts, coupons, promotions, regions',
    file: 'src/domains/selling/cart/model/totals.test.ts',
  },
  {
    claim: 'What is not for everyone is found by nobody else',
    tries: 'a canary a tier, market and state; every page, call, search, feed and picture, asked for by everybody',
    file: 'tests/stress/secrecy.stress.test.ts',
  },
  {
    claim: 'Nobody is kept out of a page',
    tries: 'axe over every page and state, in every theme, at 390, 820 and 1280',
    file: 'tests/e2e/every-page.spec.ts',
  },
  {
    claim: 'No link leads to nothing',
    tries: 'all links of the sample shop on its four sites',
    file: 'tests/stress/sample-links.stress.test.ts',
  },
  {
    claim: 'Hits and counts equal brute force, updates equal a rebuild',
    tries: 'random catalogues, queries, filters, changes',
    file: 'src/domains/discovery/search/model/search-schema.property.test.ts',
  },
  {
    claim: 'What is exported comes back, whatever records hold, and an import can be taken back',
    tries: 'the sample shop’s records of every kind, each changed at random as far as its schema allows',
    file: 'tests/stress/record-round-trip.stress.test.ts',
  },
  {
    claim: 'An import stands as a whole or not at all, and can be taken back',
    tries:
      'connections ended before each statement in turn, a process killed, two imports at once, a sale in the middle, the same file again',
    file: 'tests/stress/import-undo.stress.test.ts',
  },
  {
    claim: 'No text makes a request cost more than its length',
    tries: 'long runs of every special character in every text field and header of every public endpoint, at two lengths',
    file: 'tests/stress/linear-work.stress.test.ts',
  },
  {
    claim: 'No request is answered by a fault, none hangs, and every answer is as the OpenAPI document says',
    tries: '200,000 requests made of the document, good and bad, by guests and members, with every hostile text',
    file: 'tests/stress/fuzz.stress.test.ts',
  },
  {
    claim: 'Any search state comes back from its address',
    tries: 'random states and foreign query strings',
    file: 'src/domains/discovery/search/model/url-state.test.ts',
  },
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/guides/stress-tests.md');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js');

const [timesArgument, ...words] = process.argv.slice(2);
const times = Number(timesArgument ?? '20');
if (!Number.isInteger(times) || times < 1)
  throw new Error('The first argument is how many times, for example: npm run test:stress -- 20 order-crash');
const chosen = STRESS_TESTS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-stress-'));
let failed = 0;

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** Runs one test file in a process of its own and returns its counts. */
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
function runStressTest({ claim, tries, file }: StressTest, id: string): StressSection {
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
  const summary = `Tried: ${tries}; ${times} times \`npm test\`, seed ${stressSeed}, on ${day}, ${seconds} seconds. Tests: ${counts.passed} passed, ${counts.failed} failed.`;
  return { heading: claim, file, body: [summary, ...tables].join('\n\n') };
}

console.log(`Seed ${stressSeed}; repeat with STRESS_SEED=${stressSeed}.`);
// Written after each file: a run that is interrupted keeps its results.
for (const [index, test] of chosen.entries())
  writeFileSync(PAGE, withSections(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', [runStressTest(test, String(index))]));
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
