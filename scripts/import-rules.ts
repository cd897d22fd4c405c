/**
 * `node scripts/import-rules.ts`: checks the import rules of ARCHITECTURE.md that types and lint do not see, over the files of
 * src, packages, scripts and tests. Prints each violation with file and line and exits with 1 if there is one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Domains from the lowest row to the highest. A domain imports from the rows below its own. Domains of one row do not import
 * each other. `app` is what wires the domains together: routes, server, cli, the service worker and the router's own files.
 */
export const ROWS: readonly (readonly string[])[] = [
  ['packages/object-storage'],
  ['packages/bottle-art', 'packages/embedded-postgres', 'packages/search-engine'],
  ['markets'],
  ['lib'],
  ['ui'],
  ['outbound/analytics', 'outbound/error-reports', 'outbound/crm', 'customers/consent'],
  ['staff'],
  ['settings'],
  ['customers/identity', 'outbound/dev-mailbox'],
  ['outbound/mail'],
  ['catalogue'],
  ['imports', 'selling/promotions', 'selling/shipping', 'selling/store-credit'],
  ['customers/loyalty'],
  ['discovery/search', 'content', 'discovery/favourites', 'selling/gift-cards', 'customers/referrals'],
  ['customers/access', 'discovery/preferred-wines'],
  ['selling/cart', 'selling/payments/port'],
  ['selling/checkout', 'outbound/push'],
  ['selling/orders'],
  ['selling/stock', 'selling/claims'],
  ['selling/clubs'],
  ['customers/account'],
  ['selling/draft-orders'],
  ['reports', 'setup', 'system'],
  ['today'],
  ['selling/payments/sandbox', 'selling/payments/stripe'],
  ['selling/payments'],
  ['app'],
];

/** Packages that the shop imports only by their `index.ts`. */
const PACKAGES_WITH_ENTRY = ['packages/bottle-art', 'packages/search-engine'];

const MAX_FILE_LINES = 400;
const TEST = /\.test\.tsx?$|\/testing\//;
const APP = /^src\/(?:routes|server|cli|service-worker)\/|^src\/[^/]+$/;
const DOMAIN = /^src\/domains\/(.+?)\/(?:(?:messages|model|server|ui)\/|[^/]+$)/;
/** Modules of the office's browser application. */
const OFFICE = /^src\/(?:routes|ui)\/office\/|^src\/domains\/.*\/ui\/office\//;
const SERVER_LIB = /^src\/lib\/(?:db|http|mail|server)\//;

export interface SourceFile {
  /** Relative to the project, with forward slashes: `src/domains/selling/cart/ui/CartPage.tsx`. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
}

type Layer = 'pure' | 'server' | 'ui';
interface ModuleLocation {
  readonly domain: string;
  readonly layer: Layer;
}

/** Which layers each layer may import. */
const ALLOWED_LAYERS: Readonly<Record<Layer, readonly Layer[]>> = { pure: ['pure'], server: ['pure', 'server'], ui: ['pure', 'ui'] };

function domainOf(path: string): string | null {
  if (APP.test(path)) return 'app';
  const [top, second] = path.split('/');
  if (top === 'packages') return `packages/${second}`;
  if (top !== 'src' || second === undefined) return null;
  return second === 'domains' ? (DOMAIN.exec(path)?.[1] ?? path) : second;
}

function layerOf(path: string): Layer {
  if (/^src\/(?:server|cli)\//.test(path) || /^src\/domains\/.*\/server\//.test(path) || SERVER_LIB.test(path)) return 'server';
  if (/^packages\/(?:bottle-art|embedded-postgres|object-storage)\//.test(path)) return 'server';
  if (/^src\/(?:ui|routes\/(?!messages\/)[^/]+|lib\/browser|markets\/ui|service-worker)\//.test(path)) return 'ui';
  return /^src\/domains\/.*\/ui\/|^src\/[^/]+$/.test(path) ? 'ui' : 'pure';
}

/** Returns the domain and layer of a module. @returns null for files outside src and packages */
function classifyModule(path: string): ModuleLocation | null {
  const domain = domainOf(path);
  return domain === null ? null : { domain, layer: layerOf(path) };
}

const COMMENT_LINE = /^[ \t]*(?:\*|\/\/|\/\*).*$/gm;
const IMPORT = /^(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Lists the imports of a file with specifier and line. */
export function importsOf(text: string): { readonly specifier: string; readonly line: number }[] {
  const code = text.replace(COMMENT_LINE, '');
  return [...code.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    return { specifier, line: code.slice(0, match.index + match[0].length).split('\n').length };
  });
}

/**
 * Resolves a relative or `#` specifier to a path in the project, as "imports" of package.json does. @returns null for a package
 */
function resolveSpecifier(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (!specifier.startsWith('#')) return null;
  const target = specifier.slice(1);
  return /^(?:packages|tests|scripts|data)\//.test(target) ? target : `src/${target}`;
}

const rowOf = (domain: string): number => ROWS.findIndex((row) => row.includes(domain));

/** Returns why a module may not import another one. @returns null if it may */
function locationRule(from: ModuleLocation, to: ModuleLocation): string | null {
  if (!ALLOWED_LAYERS[from.layer].includes(to.layer)) return `${from.layer} may not import ${to.layer}`;
  if (from.domain === to.domain) return null;
  if (to.domain === 'app') return 'nothing imports app';
  const difference = rowOf(from.domain) - rowOf(to.domain);
  return difference > 0
    ? null
    : `${from.domain} may not import ${to.domain}, which is ${difference === 0 ? 'in the same row' : 'in a row above'}`;
}

/**
 * Returns why an import is not allowed. Tests may import any package, the fixtures and every layer of their own domain. @returns
 * null if it is allowed
 */
function importRule(path: string, specifier: string): string | null {
  const from = classifyModule(path);
  if (!from || /\+types\/|^virtual:/.test(specifier)) return null;
  const isTest = TEST.test(path);
  const target = resolveSpecifier(path, specifier);
  if (target === null) {
    const isRouterOfPages = specifier === 'react-router' && /^src\/routes\/[^/]+$/.test(path);
    const isAllowed = isTest || from.layer !== 'pure' || specifier === 'zod' || isRouterOfPages;
    return isAllowed ? null : `pure modules may import no package but zod, not ${specifier}`;
  }
  const to = classifyModule(target);
  if (!to) return isTest ? null : `the shop may not import ${target}, which is outside of src and packages`;
  if (isTest && from.domain === to.domain) return null;
  const isInside = PACKAGES_WITH_ENTRY.includes(to.domain) && from.domain !== to.domain && target !== `${to.domain}/index.ts`;
  if (isInside && !isTest) return `import ${to.domain} by its index.ts`;
  if (OFFICE.test(target) && !OFFICE.test(path)) return `only the office may import ${target}: the storefront never loads it`;
  return locationRule(from, to);
}

/** Rejects paths that climb two levels, because they hide which domain is imported. `#` names it. */
function specifierRule(specifier: string): string | null {
  return specifier.startsWith('../../') ? `${specifier} climbs two levels; import it by its # path` : null;
}

const importViolations = ({ path, text }: SourceFile): Violation[] =>
  importsOf(text).flatMap(({ specifier, line }) =>
    [importRule(path, specifier), specifierRule(specifier)].flatMap((rule) => (rule === null ? [] : [{ path, line, rule }])),
  );

function shapeViolations({ path, text }: SourceFile): Violation[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const domain = classifyModule(path)?.domain;
  return [
    ...(lines > MAX_FILE_LINES ? [{ path, line: lines, rule: `${lines} lines; no file has more than ${MAX_FILE_LINES}` }] : []),
    ...(/(^|\/)(utils?|helpers?)[./]/.test(path)
      ? [{ path, line: 1, rule: 'files and folders are named after what they do, not utils or helpers' }]
      : []),
    ...(domain !== undefined && rowOf(domain) < 0 ? [{ path, line: 1, rule: `${domain} has no row in scripts/import-rules.ts` }] : []),
  ];
}

/** Lists all violations in the order of the files. */
export const violations = (files: readonly SourceFile[]): Violation[] =>
  files.flatMap((file) => [...shapeViolations(file), ...importViolations(file)]);

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function readSources(): Promise<SourceFile[]> {
  const folders = ['src', 'packages', 'scripts', 'tests'];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(ROOT + folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  );
  const paths = names
    .flat()
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx|mts|mjs|js|css)$/.test(path) && !path.includes('/node_modules/'))
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') })));
}

if (import.meta.main) {
  const found = violations(await readSources());
  for (const { path, line, rule } of found) console.log(`${path}:${line} ${rule}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
