/**
 * `node scripts/requirements.ts [PREFIX…] [--list]`: checks the requirement ids of docs/requirements against the code that cites them.
 * Exits with 1 if an id is cited but not defined or defined twice, if no test cites a requirement that is not marked
 * "Not tested: <reason>", or if a test cites one that is. Counts the requirements that no code cites, of the given prefixes or of
 * all, and prints their ids with `--list` or if a prefix is given.
 */
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text file of the project, by its path relative to the root. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A cited id with its position. */
interface Citation {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

/** Result of the check. */
export interface RequirementReport {
  /** Ids that are cited but not defined. */
  readonly missing: readonly Citation[];
  /** Ids that are defined more than once. */
  readonly duplicates: readonly string[];
  /** Ids that no source file cites, although they are not marked: the shop has no code for some of those. */
  readonly withoutCode: readonly string[];
  /** Ids that no test cites, although they are not marked. */
  readonly withoutTest: readonly string[];
  /** Ids that are marked as not tested, although a test cites them. */
  readonly testedDespiteMark: readonly string[];
}

const PAGES = 'docs/requirements/';
const CODE = /^(?:src|packages|migrations|data|public|scripts)\//;
const TEST = /\.(?:test|spec)\.tsx?$|^tests\//;
/** A rule in a paragraph, or in the first cell of a table row. */
const DEFINITION = /^(?:\| )?\*\*\[([A-Z]+-\d+)\]\*\*(.*)$/gm;
const REMOVED = /^[\s|]*Removed\.[\s|]*$/;
const NOT_TESTED = /\*Not tested: [^*]+\.\*/;

/** Finds `[CART-12]` and lists like `[CART-12, CART-13]` of known prefixes. */
function findCitations({ path, text }: TextFile, prefixes: ReadonlySet<string>): Citation[] {
  return [...text.matchAll(/\[((?:[A-Z]+-\d+)(?:, [A-Z]+-\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? '')
      .split(', ')
      .filter((id) => prefixes.has(id.slice(0, id.indexOf('-'))))
      .map((id) => ({ id, path, line: text.slice(0, match.index).split('\n').length })),
  );
}

/** Compares the ids that the requirement pages define with those that files cite. */
export function checkRequirements(files: readonly TextFile[]): RequirementReport {
  const definitions = files
    .filter(({ path }) => path.startsWith(PAGES))
    .flatMap(({ text }) =>
      [...text.matchAll(DEFINITION)].map(([, id, rest]) => ({
        id: id ?? '',
        isRemoved: REMOVED.test(rest ?? ''),
        isTested: !NOT_TESTED.test(rest ?? ''),
      })),
    );
  const defined = new Set(definitions.map(({ id }) => id));
  const prefixes = new Set([...defined].map((id) => id.slice(0, id.indexOf('-'))));
  const active = definitions.filter(({ isRemoved }) => !isRemoved);
  const citations = files.flatMap((file) => findCitations(file, prefixes));
  const cited = (matches: (path: string) => boolean) => new Set(citations.filter(({ path }) => matches(path)).map(({ id }) => id));
  const inTests = cited((path) => TEST.test(path));
  const inCode = cited((path) => CODE.test(path) && !TEST.test(path));
  return {
    missing: citations.filter(({ id, path }) => !defined.has(id) && !path.endsWith('requirements.test.ts')),
    duplicates: [...defined].filter((id) => definitions.filter((definition) => definition.id === id).length > 1),
    withoutCode: active.filter(({ id, isTested }) => isTested && !inCode.has(id)).map(({ id }) => id),
    withoutTest: active.filter(({ id, isTested }) => isTested && !inTests.has(id)).map(({ id }) => id),
    testedDespiteMark: active.filter(({ id, isTested }) => !isTested && inTests.has(id)).map(({ id }) => id),
  };
}

/** Returns a sentence for each problem that fails the check. */
export function listProblems({ missing, duplicates, withoutTest, testedDespiteMark }: RequirementReport): string[] {
  return [
    ...missing.map(({ id, path, line }) => `${path}:${line} cites ${id}, which no page of ${PAGES} defines`),
    ...duplicates.map((id) => `${id} is defined more than once`),
    ...withoutTest.map((id) => `${id} is cited by no test and not marked as not tested`),
    ...testedDespiteMark.map((id) => `${id} is marked as not tested, but a test cites it`),
  ];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'packages', 'scripts', 'tests', 'migrations', 'docs'];
const READ = /\.(?:tsx?|mts|mjs|js|css|sql|md)$/;

async function readProject(): Promise<TextFile[]> {
  const paths = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(ROOT + folder, { recursive: true })).map((name) => posix.join(folder, name))),
  );
  const read = paths.flat().filter((path) => READ.test(path) && !path.includes('node_modules/'));
  return Promise.all(read.sort().map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') })));
}

if (import.meta.main) {
  const prefixes = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const isListed = prefixes.length > 0 || process.argv.includes('--list');
  const report = checkRequirements(await readProject());
  const problems = listProblems(report);
  for (const problem of problems) console.log(problem);
  const ids = report.withoutCode.filter((id) => prefixes.length === 0 || prefixes.includes(id.slice(0, id.indexOf('-'))));
  console.log(`cited by no code: ${ids.length}${isListed && ids.length > 0 ? `\n  ${ids.join(' ')}` : ''}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
