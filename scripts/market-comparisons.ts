/**
 * `node scripts/market-comparisons.ts`: finds code outside of src/markets that compares a market by name. Differences between
 * markets are properties of the market's file, so that another market is a new file. Prints each place and exits with 1 if there
 * is one.
 */
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MARKETS } from '#markets/market.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CODE = `['"](?:${MARKETS.join('|')})['"]`;
const COMPARISON = new RegExp(`(?:[=!]==?\\s*${CODE})|(?:${CODE}\\s*[=!]==?)|(?:\\bcase\\s+${CODE}\\s*:)`);

/** Returns the lines of a source text that compare a market by name. */
export const findMarketComparisons = (text: string): readonly { readonly line: number; readonly code: string }[] =>
  text.split('\n').flatMap((code, index) => (COMPARISON.test(code) ? [{ line: index + 1, code: code.trim() }] : []));

async function main(): Promise<void> {
  let count = 0;
  for await (const path of glob(['src/**/*.{ts,tsx}', 'packages/**/*.{ts,tsx}'], { cwd: ROOT })) {
    if (path.startsWith('src/markets/') || /\.test\.tsx?$|node_modules/.test(path)) continue;
    for (const { line, code } of findMarketComparisons(await readFile(`${ROOT}${path}`, 'utf8'))) {
      count += 1;
      console.log(`${path}:${line}: ${code}`);
    }
  }
  if (count > 0) console.log('\nTake the value from the market’s file in src/markets instead.');
  process.exitCode = count === 0 ? 0 : 1;
}

if (import.meta.main) await main();
