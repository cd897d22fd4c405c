/**
 * `node scripts/documented-paths.ts`: finds paths and commands in the documentation that do not exist: files in backticks, links between
 * pages and `npm run` scripts. Prints each finding with its page and exits with 1 if there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['*.md', 'docs/*.md', 'docs/decisions/*.md', 'docs/guides/*.md', '.github/**/*.md', 'packages/*/README.md'];
/** Top-level folders. A path in backticks that starts with one of them is checked. */
const TOP = /^(?:src|packages|tests|scripts|docs|migrations|data|tsc|public|\.github|\.ci)\//;
/** Matches placeholders and folders that set-up creates. */
const NOT_A_FILE = /[*<>{}…$ ]|\.\.\.|NAME|^tests\/e2e\/$/;

/** `npm test` applies the examples of this page to a copy of the source, including the files that they create. */
const EXAMPLES = 'docs/guides/extend-the-shop.md';

interface Finding {
  readonly page: string;
  readonly what: string;
}

/** Returns the paths in backticks that begin with a folder of the project. */
export const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code.replace(/:\d+$/, ''))
    .filter((code) => TOP.test(code) && !NOT_A_FILE.test(code));

/** Returns the targets of links to other files, without fragments. */
export const linksIn = (text: string): string[] =>
  [...text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^(?:[a-z]+:|\/)/.test(target));

/** Returns the names of npm scripts that a text runs. */
export const scriptsIn = (text: string): string[] => [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);

/** Finds paths, links and scripts that the documentation names but the project does not have. */
export function findMissing(): Finding[] {
  const exists = (path: string): boolean => globSync(path.replace(/\/$/, ''), { cwd: ROOT }).length > 0;
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  return (
    globSync(PAGES, { cwd: ROOT })
      // The changelog names deleted files.
      .filter((page) => page !== 'CHANGELOG.md')
      .sort()
      .flatMap((page) => {
        const text = readFileSync(ROOT + page, 'utf8');
        return [
          ...(page === EXAMPLES ? [] : pathsIn(text).filter((path) => !exists(path))),
          ...linksIn(text).filter((target) => !exists(posix.join(posix.dirname(page), target))),
          ...scriptsIn(text)
            .filter((name) => !Object.hasOwn(scripts, name))
            .map((name) => `npm run ${name}`),
        ].map((what) => ({ page, what }));
      })
  );
}

if (import.meta.main) {
  const missing = findMissing();
  for (const { page, what } of missing) console.log(`${page}: ${what}`);
  console.log(`${missing.length} names in the documentation without a file or script`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
