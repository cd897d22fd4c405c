/**
 * `node dev/import-rules.ts`: checks the rules of ARCHITECTURE.md that types and lint do not see, over the files of src,
 * dev and e2e. Prints each breach with file and line; exit 1 where there is one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Domains from the lowest row to the highest. A domain imports from rows below its own; neighbours in a row do not know each other. */
export const ROWS: readonly (readonly string[])[] = [
  ['market'],
  ['platform'],
  ['ui', 'analytics', 'error-reports', 'crm', 'consent'],
  ['identity', 'mailbox'],
  ['catalogue'],
  ['bottle', 'intake', 'search-engine', 'coupons', 'shipping', 'credit'],
  ['loyalty'],
  ['search', 'content', 'favourites', 'gift-card', 'referral'],
  ['access', 'preferred-wines'],
  ['cart'],
  ['checkout', 'push'],
  ['orders'],
  ['wine-club'],
  ['account'],
  ['sandbox-gateway', 'vendors'],
  ['app'],
];

const MAX_FILE_LENGTH = 400;
const TEST = /\.test\.tsx?$|\/testing\//;

export interface SourceFile {
  /** From the project's folder, with slashes: `src/cart/web/CartPage.tsx`. */
  readonly path: string;
  readonly text: string;
}

export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
}

type Layer = 'root' | 'server' | 'web';
interface ModuleLocation {
  readonly domain: string;
  readonly face: Layer;
}

/** What each face may import. */
const REACH: Readonly<Record<Layer, readonly Layer[]>> = { root: ['root'], server: ['root', 'server'], web: ['root', 'web'] };

/** Which domain and face a file of src belongs to; null outside of src. What the router wants at the top belongs to app/web. */
function classifyModule(path: string): ModuleLocation | null {
  const [top, domain, face, ...rest] = path.split('/');
  if (top !== 'src' || domain === undefined) return null;
  if (face === undefined) return { domain: 'app', face: 'web' };
  return { domain, face: rest.length > 0 && (face === 'server' || face === 'web') ? face : 'root' };
}

const COMMENT_LINE = /^[ \t]*(?:\*|\/\/|\/\*).*$/gm;
const IMPORT = /^(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Each import of a file: what it names, and the line that names it. */
export function importsOf(text: string): { readonly specifier: string; readonly line: number }[] {
  const code = text.replace(COMMENT_LINE, '');
  return [...code.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    return { specifier, line: code.slice(0, match.index + match[0].length).split('\n').length };
  });
}

const heightOf = (domain: string): number => ROWS.findIndex((row) => row.includes(domain));

/** Why a file of one place may not import one of another, or null. */
function placeRefusal(from: ModuleLocation, to: ModuleLocation): string | null {
  if (!REACH[from.face].includes(to.face)) return `${from.face} may not import ${to.face}`;
  if (from.domain === to.domain) return null;
  if (to.domain === 'app') return 'nothing imports app';
  const difference = heightOf(from.domain) - heightOf(to.domain);
  return difference > 0 ? null : `${from.domain} may not import ${to.domain}, which stands ${difference === 0 ? 'beside' : 'above'} it`;
}

/** Why an import is refused, or null. Tests may use any package, the tools of dev, and every face of their own domain. */
function importRefusal(path: string, specifier: string): string | null {
  const from = classifyModule(path);
  if (!from || /\+types\/|^virtual:/.test(specifier)) return null;
  const isTest = TEST.test(path);
  if (!specifier.startsWith('.')) {
    const isAllowed = isTest || from.face !== 'root' || specifier === 'zod';
    return isAllowed ? null : `root files are pure: of packages they may import zod, not ${specifier}`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  const to = classifyModule(target);
  if (!to) return isTest ? null : `the shop may not import ${target}, which is outside of src`;
  return isTest && from.domain === to.domain ? null : placeRefusal(from, to);
}

const importBreaches = ({ path, text }: SourceFile): Breach[] =>
  importsOf(text).flatMap(({ specifier, line }) => {
    const rule = importRefusal(path, specifier);
    return rule === null ? [] : [{ path, line, rule }];
  });

function shapeBreaches({ path, text }: SourceFile): Breach[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const domain = classifyModule(path)?.domain;
  return [
    ...(lines > MAX_FILE_LENGTH ? [{ path, line: lines, rule: `${lines} lines; no file has more than ${MAX_FILE_LENGTH}` }] : []),
    ...(/(^|\/)(utils?|helpers?)[./]/.test(path)
      ? [{ path, line: 1, rule: 'files and folders are named after what they do, not utils or helpers' }]
      : []),
    ...(domain !== undefined && heightOf(domain) < 0 ? [{ path, line: 1, rule: `${domain} has no row in dev/import-rules.ts` }] : []),
  ];
}

/** Every breach of the rules, in the order of the files. */
export const breaches = (files: readonly SourceFile[]): Breach[] =>
  files.flatMap((file) => [...shapeBreaches(file), ...importBreaches(file)]);

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function readSources(): Promise<SourceFile[]> {
  const folders = ['src', 'dev', 'e2e', 'tests'];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(ROOT + folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  );
  const paths = names
    .flat()
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx|mts|mjs|js|css)$/.test(path))
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') })));
}

if (import.meta.main) {
  const found = breaches(await readSources());
  for (const { path, line, rule } of found) console.log(`${path}:${line} ${rule}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
