/**
 * `node scripts/market-literals.ts`: finds code outside of src/markets that names a market: a comparison, a key of a table, a value.
 * Differences between markets are properties of the market's files, so that a new market only adds files. Prints each place and exits
 * with 1 if there is one. Tests may name markets.
 */
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MARKETS } from '#markets/market.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CODE = `(?:${MARKETS.join('|')})`;
/** A quoted code, a property access, or an unquoted key. */
const LITERAL = new RegExp(`(['"\`])${CODE}\\1|\\.${CODE}\\b|(?:^|[{,(]\\s*)${CODE}\\s*:`);
const COMMENT = /\/\*.*?\*\/|^\s*(?:\/?\*|\/\/).*$|\s\/\/.*$/g;

/** Returns the lines of a source text that name a market. Comments may. */
export const findMarketLiterals = (text: string): readonly { readonly line: number; readonly code: string }[] =>
  text
    .split('\n')
    .flatMap((code, index) => (LITERAL.test(code.replace(COMMENT, '').trim()) ? [{ line: index + 1, code: code.trim() }] : []));

async function main(): Promise<void> {
  let count = 0;
  for await (const path of glob(['src/**/*.{ts,tsx}', 'packages/**/*.{ts,tsx}'], { cwd: ROOT })) {
    if (path.startsWith('src/markets/') || /\.test\.tsx?$|\/testing\/|node_modules/.test(path)) continue;
    for (const { line, code } of findMarketLiterals(await readFile(`${ROOT}${path}`, 'utf8'))) {
      count += 1;
      console.log(`${path}:${line}: ${code}`);
    }
  }
  if (count > 0) console.log('\nTake the value from the market’s file in src/markets instead.');
  process.exitCode = count === 0 ? 0 : 1;
}

if (import.meta.main) await main();
