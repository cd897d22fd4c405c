/**
 * `node scripts/migration-rules.ts`: finds migrations that the processes of the last release would not survive, and files without a
 * transaction that cannot be repeated (docs/decisions/0177-expand-and-contract.md). Prints each and exits with 1 if there is one.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { headOf, MIGRATIONS_FOLDER, type Migration, readMigrations, splitStatements } from '#lib/db/migration-files.ts';
import { isLater } from './release.ts';

/** The files before it are older than the rules. */
const FIRST_CHECKED = '0030';

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
/** `add column NAME TYPE …` up to the next action. */
const ADDED_COLUMN = /\badd\s+column\s+[^,;]+/gi;
const CONTRACT = /^-- contract: (?:last used in (\d+\.\d+\.\d+)|never released)$/;
const REPEATABLE = /\bif\s+(?:not\s+)?exists\b|^(?:validate|vacuum|analyze|update|delete|select|set|comment)\b|\bvalidate\s+constraint\b/i;

/** Bodies of functions and comments say nothing about the schema. */
const withoutBodies = (sql: string): string =>
  sql
    .split('$$')
    .filter((_, index) => index % 2 === 0)
    .join(' ')
    .split('\n')
    .filter((line) => !line.trim().startsWith('--'))
    .join('\n');

const contractionsOf = (sql: string): readonly string[] => [
  ...CONTRACTIONS.filter(([pattern]) => pattern.test(sql)).map(([, what]) => what),
  ...[...sql.matchAll(ADDED_COLUMN)]
    .filter(([column]) => /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column))
    .map(() => 'adds a required column without a default'),
];

/** Returns what is wrong with a migration. @param version the last release */
export function findProblems({ name, sql, isAtomic }: Pick<Migration, 'name' | 'sql' | 'isAtomic'>, version: string): readonly string[] {
  if (name < FIRST_CHECKED) return [];
  const problems: string[] = [];
  const contractions = contractionsOf(withoutBodies(sql));
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
  if (isAtomic) return problems;
  if (sql.includes('$$')) problems.push(`${name} has the body of a function and no transaction. Put the function in a file of its own.`);
  for (const statement of splitStatements(sql))
    if (!REPEATABLE.test(statement)) problems.push(`${name} has no transaction, and cannot repeat: ${statement.split('\n')[0]}`);
  return problems;
}

if (import.meta.main) {
  const manifest = readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  const problems = (await readMigrations(MIGRATIONS_FOLDER)).flatMap((migration) => findProblems(migration, version));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
