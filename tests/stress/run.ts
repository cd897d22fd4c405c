/**
 * `npm run test:stress -- [TIMES] [WORD…]`: what `npm test` tries a few times is tried TIMES as often (20 unless told), file by file,
 * only files whose path holds one of the words where there are any; what was found is kept in docs/guides/stress-tests.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProofSection, withSections } from './report.ts';

interface Proof {
  readonly claim: string;
  readonly tries: string;
  readonly file: string;
}

const STRESS_TESTS: readonly Proof[] = [
  {
    claim: 'Never charged without an order, never twice, never oversold, whatever ends where',
    tries:
      'processes killed and answers of the database lost or late at every statement of buying with and without gift cards, one-click, refunding and cancelling',
    file: 'src/server/order-crash.stress.test.ts',
  },
  {
    claim: 'An outside service that fails stops no shopper, or says so',
    tries: 'each service slow, down and wrong while a guest browses, adds and buys',
    file: 'src/server/outages.stress.test.ts',
  },
  {
    claim: 'Ten cases are ten orders',
    tries: '500 buyers over several server processes on one database',
    file: 'src/server/multi-process.stress.test.ts',
  },
  {
    claim: 'No confirmed write is lost, and the books agree',
    tries: 'server, database or both killed while six shoppers add and buy',
    file: 'src/server/crash.stress.test.ts',
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
    file: 'src/server/secrecy.stress.test.ts',
  },
  {
    claim: 'Nobody is kept out of a page',
    tries: 'axe over every page and state, in every theme, at 390, 820 and 1280',
    file: 'tests/e2e/every-page.spec.ts',
  },
  {
    claim: 'No link leads to nothing',
    tries: 'all links of the sample shop on its four sites',
    file: 'src/server/sample-links.stress.test.ts',
  },
  {
    claim: 'Hits and counts equal brute force, updates equal a rebuild',
    tries: 'random catalogues, queries, filters, changes',
    file: 'src/domains/discovery/search/model/search-schema.property.test.ts',
  },
  {
    claim: 'What is exported comes back, whatever records hold, and an import can be taken back',
    tries: 'the sample shop’s records of every kind, each changed at random as far as its schema allows',
    file: 'src/server/record-round-trip.stress.test.ts',
  },
  {
    claim: 'An import stands as a whole or not at all, and can be taken back',
    tries:
      'connections ended before each statement in turn, a process killed, two imports at once, a sale in the middle, the same file again',
    file: 'src/server/import-undo.stress.test.ts',
  },
  {
    claim: 'No text makes a request cost more than its length',
    tries: 'long runs of every special character in every text field and header of every public endpoint, at two lengths',
    file: 'src/server/linear-work.stress.test.ts',
  },
  {
    claim: 'No request is answered by a fault, none hangs, and every answer is as the OpenAPI document says',
    tries: '200,000 requests made of the document, good and bad, by guests and members, with every hostile text',
    file: 'src/server/fuzz.stress.test.ts',
  },
  {
    claim: 'Any search state comes back from its address',
    tries: 'random states and foreign query strings',
    file: 'src/domains/discovery/search/model/url-state.test.ts',
  },
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/guides/stress-tests.md');
const [given, ...words] = process.argv.slice(2);
const times = Number(given ?? '20');
if (!Number.isInteger(times) || times < 1) throw new Error('Say how many times: npm run test:stress -- 20 order-crash');
const chosen = STRESS_TESTS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-prove-'));
let failed = 0;

/** Run a proof and say what came of it. */
function prove({ claim, tries, file }: Proof, place: string): ProofSection {
  const notes = join(folder, place);
  mkdirSync(notes);
  const report = join(folder, `${place}.json`);
  const began = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', file, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PROVE_TIMES: String(times), PROVE_NOTES: notes },
    },
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  if (status !== 0) failed += 1;
  const day = new Date().toISOString().slice(0, 10);
  console.log(`${status === 0 ? 'held  ' : 'BROKEN'} ${claim} (${seconds} s)`);
  const tables = readdirSync(notes)
    .sort()
    .map((name) => readFileSync(join(notes, name), 'utf8'));
  for (const table of tables) console.log(`\n${table}`);
  const found = `Tried: ${tries}; ${times} times \`npm test\`, on ${day}, ${seconds} seconds. Tests: ${numPassedTests} held, ${numFailedTests} broken.`;
  return { heading: claim, file, body: [found, ...tables].join('\n\n') };
}

// Written after each file: a run that is cut short keeps what it found.
for (const [place, proof] of chosen.entries())
  writeFileSync(PAGE, withSections(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '', [prove(proof, String(place))]));
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
