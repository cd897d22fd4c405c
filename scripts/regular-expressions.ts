/**
 * `node scripts/regular-expressions.ts`: rejects regular expressions of src and packages whose worst case is slower than linear,
 * so that no input can block the process (docs/decisions/0070-linear-regular-expressions.md). Ignores tests. Prints each with
 * file, line and a slow input, and exits with 1 if there is one. Caches linear expressions in node_modules/.cache.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'vite';
import { z } from 'zod';

export interface FoundExpression {
  readonly path: string;
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

export interface SlowExpression extends FoundExpression {
  readonly reason: string;
}

/** Patterns built at run time are checked with this letter in place of each of their parts. */
const PLACEHOLDER = 'x';
/**
 * Time limits of the checker in ms. The total limit is long, because the load of the machine must not change a result. Single steps have
 * no time limit, because the checker would report the expression as slow. Its character limits end each step.
 */
const TIME_LIMITS = { timeout: 120_000, seedingTimeout: null, incubationTimeout: null, mutationTimeout: null, attackTimeout: null };
/** The checker tries random texts if analysis cannot decide. A fixed seed makes results repeatable. */
const RANDOM_SEED = 1;

// Uses the checker's JavaScript, because its native programs are not installed.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** Returns the text of a string or template. @returns null for other nodes */
function textOf(node: ESTree.Expression | ESTree.SpreadElement | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join(PLACEHOLDER) : null;
}

/** Returns every regular expression of a source file: literals, and arguments of `RegExp`. */
export function expressionsOf(path: string, text: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  const add = (start: number, pattern: string, flags: string): void => {
    found.push({ path, line: text.slice(0, start).split('\n').length, pattern, flags });
  };
  const made = ({ callee, arguments: args, start }: ESTree.NewExpression | ESTree.CallExpression): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const pattern = textOf(args[0]);
    if (pattern !== null) add(start, pattern, textOf(args[1]) ?? '');
  };
  const visitor = new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: made,
    CallExpression: made,
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

/** Returns why an expression can take more than linear time. @returns null if it is linear */
export function slownessOf({ pattern, flags }: Pick<FoundExpression, 'pattern' | 'flags'>): string | null {
  const result = checkSync(pattern, flags, { ...TIME_LIMITS, randomSeed: RANDOM_SEED });
  if (result.status === 'safe') return null;
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}, slow on ${result.attack.pattern}`
    : `the checker came to no end (${result.error.kind})`;
}

/** Returns the expressions that are slower than linear. Adds the linear ones to `existing`, whose expressions are skipped. */
export function slowExpressions(found: readonly FoundExpression[], existing: Set<string>): SlowExpression[] {
  return found.flatMap((expression) => {
    const key = `/${expression.pattern}/${expression.flags}`;
    if (existing.has(key)) return [];
    const reason = slownessOf(expression);
    if (reason !== null) return [{ ...expression, reason }];
    existing.add(key);
    return [];
  });
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = `${ROOT}node_modules/.cache/regular-expressions.json`;

async function readSources(): Promise<FoundExpression[]> {
  const folders = await Promise.all(
    ['src', 'packages'].map(async (folder) => (await readdir(ROOT + folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  );
  const paths = folders
    .flat()
    .map((name) => name.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort();
  return (await Promise.all(paths.map(async (path) => expressionsOf(path, await readFile(ROOT + path, 'utf8'))))).flat();
}

const CACHE_FILE = z.object({ version: z.string(), linear: z.array(z.string()) });

async function readCache(version: string): Promise<Set<string>> {
  try {
    const cache = CACHE_FILE.parse(JSON.parse(await readFile(CACHE, 'utf8')));
    return new Set(cache.version === version ? cache.linear : []);
  } catch {
    return new Set();
  }
}

if (import.meta.main) {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(`${ROOT}node_modules/recheck/package.json`, 'utf8')));
  const [found, cached] = await Promise.all([readSources(), readCache(version)]);
  const slow = slowExpressions(found, cached);
  await mkdir(`${ROOT}node_modules/.cache`, { recursive: true });
  const stillUsed = new Set(found.map(({ pattern, flags }) => `/${pattern}/${flags}`));
  await writeFile(CACHE, JSON.stringify({ version, linear: [...cached].filter((key) => stillUsed.has(key)) }));
  for (const { path, line, pattern, flags, reason } of slow) console.log(`${path}:${line} /${pattern}/${flags}: ${reason}`);
  process.exitCode = slow.length > 0 ? 1 : 0;
}
