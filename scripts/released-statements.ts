/**
 * `node scripts/released-statements.ts`: writes the SQL statements of the source to `tests/contract/released-statements.json`. `npm run
 * release` does so for each release. A test prepares them on the schema of later migrations, because the processes of a release run on it
 * until they are replaced (docs/decisions/0177-expand-and-contract.md).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { LIBRARY_SCHEMA } from '#lib/server/install-queues.ts';
import { openServerProject } from './row-types/check-row-types.ts';
import { findStatements } from './row-types/find-statements.ts';

const PATH = 'tests/contract/released-statements.json';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const released = z.object({
  release: z.string(),
  /** Files of `migrations/` that the release has. */
  migrations: z.array(z.string()),
  /** Version of the tables of the job library, which it migrates by itself. */
  jobLibrarySchema: z.number(),
  /** Texts of statements by file. */
  statements: z.record(z.string(), z.array(z.string())),
});
export type ReleasedStatements = z.infer<typeof released>;

/** Reads the statements of the last release. */
export const readReleasedStatements = (): ReleasedStatements => released.parse(JSON.parse(readFileSync(join(ROOT, PATH), 'utf8')));

/** Returns the statements of a source by file. @param root folder with a slash at the end */
function collectStatements(root: string): ReleasedStatements['statements'] {
  const byFile = new Map<string, Set<string>>();
  for (const { location, texts } of findStatements(openServerProject(root), root).statements) {
    const file = location.slice(0, location.lastIndexOf(':'));
    const known = byFile.get(file) ?? new Set();
    for (const text of texts) known.add(text);
    byFile.set(file, known);
  }
  return Object.fromEntries([...byFile].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, texts]) => [file, [...texts].toSorted()]));
}

/** Writes the statements of a source as those of a release. */
export function writeReleasedStatements(root: string, release: string): void {
  const migrations = readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const all: ReleasedStatements = { release, migrations, jobLibrarySchema: LIBRARY_SCHEMA, statements: collectStatements(root) };
  writeFileSync(join(root, PATH), `${JSON.stringify(all, null, 2)}\n`);
}

if (import.meta.main) {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  writeReleasedStatements(ROOT, version);
}
