/**
 * `npm run prove [TIMES]`: what `npm test` tries a few times is tried TIMES as often (20 unless told), file by file, and the
 * table of it is kept in docs/proof.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Proof {
  readonly claim: string;
  readonly tries: string;
  readonly file: string;
}

const PROOFS: readonly Proof[] = [
  {
    claim: 'Never charged without an order, never twice, never oversold, whatever ends where',
    tries: 'processes killed and answers lost at every statement of buying, one-click, refunding and cancelling',
    file: 'src/app/server/order-crash.test.ts',
  },
  {
    claim: 'Ten cases are ten orders',
    tries: '500 buyers over several server processes on one database',
    file: 'src/app/server/many-processes.test.ts',
  },
  {
    claim: 'No confirmed write is lost, and the books agree',
    tries: 'server, database or both killed while six shoppers add and buy',
    file: 'src/app/server/crash.test.ts',
  },
  {
    claim: 'Never oversold, never two orders or charges for one cart',
    tries: '200 buyers for ten cases; repeated, late and lost steps',
    file: 'src/checkout/server/checkout.test.ts',
  },
  {
    claim: 'Fifty adds are fifty; a key counts once',
    tries: 'calls at once, repeated, out of order',
    file: 'src/cart/server/cart-calls.test.ts',
  },
  {
    claim: 'The browser’s cart ends as the server’s, and nothing removed comes back',
    tries: 'random clicks over networks that delay, reorder and lose',
    file: 'src/cart/web/cart-store.model.test.ts',
  },
  {
    claim: 'Totals are never negative and never off by a cent',
    tries: 'random carts, coupons, promotions, regions',
    file: 'src/cart/totals.test.ts',
  },
  {
    claim: 'Hits and counts equal brute force, updates equal a rebuild',
    tries: 'random catalogues, queries, filters, changes',
    file: 'src/search-engine/search-index.property.test.ts',
  },
  {
    claim: 'Any search state comes back from its address',
    tries: 'random states and foreign query strings',
    file: 'src/search/url-state.test.ts',
  },
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const times = Number(process.argv[2] ?? '20');
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-prove-'));
const notes = join(folder, 'notes');
mkdirSync(notes);
const rows: string[] = [];
let failed = 0;

for (const { claim, tries, file } of PROOFS) {
  const report = join(folder, 'report.json');
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
  const seconds = (performance.now() - began) / 1000;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  if (status !== 0) failed += 1;
  rows.push(`| ${claim} | ${tries} | \`${file}\` | ${numPassedTests} held, ${numFailedTests} broken | ${seconds.toFixed(0)} |`);
  console.log(`${status === 0 ? 'held  ' : 'BROKEN'} ${claim} (${seconds.toFixed(0)} s)`);
}
const tables = readdirSync(notes)
  .sort()
  .map((name) => readFileSync(join(notes, name), 'utf8'));
for (const table of tables) console.log(`\n${table}`);
rmSync(folder, { recursive: true, force: true });

writeFileSync(
  join(ROOT, 'docs/proof.md'),
  [
    '# What was tried, and what was found',
    '',
    `Written by \`npm run prove ${times}\`: everything random is tried ${times} times as often as \`npm test\` does.`,
    '',
    '| claim | tried | where | tests | seconds |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...tables,
  ].join('\n'),
);
process.exit(failed === 0 ? 0 : 1);
