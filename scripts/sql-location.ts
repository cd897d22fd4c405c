/**
 * `node scripts/sql-location.ts`: finds SQL outside of `*.repository.ts`, migrations and tests. Prints each place and exits with 1
 * if there is one.
 */
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A quoted text that begins like a statement. `select 1` only asks whether the server answers. */
const STATEMENT =
  /['"`]\s*(?:select\s+(?!1['"`])[\w*(:'"$]|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s+\(|copy\s+\w+\s*\(|lock\s+table\s|truncate\s+\w|create\s+(?:unlogged\s+|temporary\s+)?table\s|listen\s+\w|notify\s+\w)/;

/** Code without tables of its own: the driver, migrations, the job library and the database server. */
const INFRASTRUCTURE = /^(?:src\/lib\/db\/|packages\/embedded-postgres\/)/;

/** Returns the lines of a source text that begin a statement. */
export const findStatements = (text: string): readonly { readonly line: number; readonly code: string }[] =>
  text.split('\n').flatMap((code, index) => (STATEMENT.test(code) ? [{ line: index + 1, code: code.trim() }] : []));

async function main(): Promise<void> {
  let count = 0;
  for await (const path of glob(['src/**/*.{ts,tsx}', 'packages/**/*.ts'], { cwd: ROOT })) {
    if (/\.repository\.ts$|\.test\.tsx?$|\/testing\/|node_modules/.test(path) || INFRASTRUCTURE.test(path)) continue;
    for (const { line, code } of findStatements(await readFile(`${ROOT}${path}`, 'utf8'))) {
      count += 1;
      console.log(`${path}:${line}: ${code}`);
    }
  }
  if (count > 0) console.log('\nMove the statement to a *.repository.ts of its domain.');
  process.exitCode = count === 0 ? 0 : 1;
}

if (import.meta.main) await main();
