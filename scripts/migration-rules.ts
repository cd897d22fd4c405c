/**
 * `node scripts/migration-rules.ts`: finds migrations that the processes of the last release would not survive, that keep others waiting for
 * a table, and files without a transaction that cannot be repeated (docs/decisions/0177-expand-and-contract.md). Prints each and exits with
 * 1 if there is one.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { headOf, MIGRATIONS_FOLDER, type Migration, readMigrations, splitStatements } from '#lib/db/migration-files.ts';
import { findBlocking, uniqueIndexesOn } from './migration-locks.ts';
import { isLater } from './release.ts';

/** The files before it are older than the rules. */
const FIRST_CHECKED = '0030';
/** The files before it are older than the stricter rules. They come with the upgrade from 0.2.0, for which shops stop. */
const FIRST_STRICT = '0054';

/** What a process of the last release may still use, and how to say it. */
const CONTRACTIONS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+(?:materialized\s+)?view\b/i, 'drops a view'],
  [/\bdrop\s+(?:function|procedure)\b/i, 'drops a function'],
  [/\brename\s+(?:column\s+|to\s+|constraint\s+|\w+\s+to\s)/i, 'renames something'],
  [/\bset\s+not\s+null\b/i, 'makes a column required'],
  [/\bdrop\s+default\b/i, 'drops a default'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
];
/** More of that, from FIRST_STRICT on. */
const STRICT_CONTRACTIONS: typeof CONTRACTIONS = [
  [/\bdrop\s+not\s+null\b/i, 'lets a column be null, which the last release does not expect'],
  [/\bdrop\s+constraint\b/i, 'drops a constraint'],
  [/\bdrop\s+trigger\b/i, 'drops a trigger'],
  [/\bdrop\s+(?:type|domain)\b/i, 'drops a type'],
  [/\bdrop\s+sequence\b/i, 'drops a sequence'],
  [/\bdrop\s+schema\b/i, 'drops a schema'],
  [/\brename\s+(?:value|attribute)\b/i, 'renames a part of a type'],
  [/\bset\s+schema\b/i, 'moves something to another schema'],
  [/\btruncate\b/i, 'empties a table'],
];
const DROPPED_INDEX = /\bdrop\s+index\s+(?:concurrently\s+)?(?:if\s+exists\s+)?([^;]+)/gi;
const UNIQUE_INDEX = /\bcreate\s+unique\s+index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(\w+)/gi;
/** `add column NAME TYPE …` up to the next action. */
const ADDED_COLUMN = /\badd\s+column\s+[^,;]+/gi;
const CONTRACT = /^-- contract: (?:last used in (\d+\.\d+\.\d+)|never released)$/;
const LOCKS = /^-- locks: \S/;
const REPEATABLE = /\bif\s+(?:not\s+)?exists\b|^(?:validate|vacuum|analyze|update|delete|select|set|comment)\b|\bvalidate\s+constraint\b/i;

/** Removes comments, and bodies of functions: they say nothing about the schema. The body of a `do` runs at once, so it stays. */
const withoutBodies = (sql: string): string =>
  sql
    .split('$$')
    .filter((_, index, parts) => index % 2 === 0 || /\bdo\s*(?:language\s+\w+\s*)?$/i.test(parts[index - 1] ?? ''))
    .join(' ')
    .split('\n')
    .filter((line) => !line.trim().startsWith('--'))
    .join('\n');

/** Returns the names of the unique indexes that files create. */
export const uniqueIndexesOf = (files: readonly Pick<Migration, 'sql'>[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ sql }) => [...sql.matchAll(UNIQUE_INDEX)].map(([, name = '']) => name.toLowerCase())));

/** `on conflict` of the last release names the columns of a unique index, and fails without it. */
function dropsUniqueIndex(sql: string, unique: ReadonlySet<string>): boolean {
  const dropped = [...sql.matchAll(DROPPED_INDEX)].flatMap(([, names = '']) => names.split(','));
  return dropped.some((name) => unique.has(name.trim().split(/\s/)[0]?.replace('public.', '').toLowerCase() ?? ''));
}

const contractionsOf = (sql: string, isStrict: boolean, unique: ReadonlySet<string>): readonly string[] => [
  ...[...CONTRACTIONS, ...(isStrict ? STRICT_CONTRACTIONS : [])].filter(([pattern]) => pattern.test(sql)).map(([, what]) => what),
  ...(isStrict && dropsUniqueIndex(sql, unique) ? ['drops a unique index, which "on conflict" may need'] : []),
  ...(isStrict ? uniqueIndexesOn(sql).map((table) => `makes values of ${table} unique`) : []),
  ...[...sql.matchAll(ADDED_COLUMN)]
    .filter(([column]) => /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column))
    .map(() => 'adds a required column without a default'),
];

/**
 * Returns what is wrong with a migration.
 * @param version the last release
 * @param unique names of unique indexes of all files
 */
export function findProblems(
  { name, sql, isAtomic }: Pick<Migration, 'name' | 'sql' | 'isAtomic'>,
  version: string,
  unique: ReadonlySet<string>,
): readonly string[] {
  if (name < FIRST_CHECKED) return [];
  const problems: string[] = [];
  const isStrict = name >= FIRST_STRICT;
  const contractions = contractionsOf(withoutBodies(sql), isStrict, unique);
  const marker = headOf(sql)
    .map((line) => CONTRACT.exec(line))
    .find((found) => found !== null);
  if (contractions.length > 0 && marker === undefined)
    problems.push(
      `${name} ${contractions.join(' and ')}. Say at its head which release used that last: "-- contract: last used in 0.3.0", or "-- contract: never released".`,
    );
  const lastUse = marker?.[1];
  if (lastUse !== undefined && !isLater(version, lastUse))
    problems.push(
      `${name} takes away what ${lastUse} used, and processes of ${version} still run. Wait for the release after the next one.`,
    );
  if (isStrict && !headOf(sql).some((line) => LOCKS.test(line)))
    for (const what of findBlocking(withoutBodies(sql), isAtomic))
      problems.push(`${name} ${what}, or say at its head why nobody waits for long: "-- locks: the table has few rows".`);
  if (isAtomic) return problems;
  if (sql.includes('$$')) problems.push(`${name} has the body of a function and no transaction. Put the function in a file of its own.`);
  for (const statement of splitStatements(sql))
    if (!REPEATABLE.test(statement)) problems.push(`${name} has no transaction, and cannot repeat: ${statement.split('\n')[0]}`);
  return problems;
}

if (import.meta.main) {
  const manifest = readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const unique = uniqueIndexesOf(migrations);
  const problems = migrations.flatMap((migration) => findProblems(migration, version, unique));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
