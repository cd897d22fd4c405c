/**
 * `node scripts/style-rules.ts`: checks the rules of style sheets in ARCHITECTURE.md: cascade layers, breakpoints as tokens, and no
 * style for another domain's component. Prints each violation and exits with 1 if there is one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { importsOf, type SourceFile } from './import-rules.ts';

/** The order of the layers is stated in the entry sheets, of the shop and of the office. */
const ENTRY_SHEETS: readonly string[] = ['src/routes/_layout/stylesheet.css', 'src/routes/office/stylesheet.css'];
const BREAKPOINTS = 'src/ui/styles/breakpoints.css';
const BREAKPOINTS_IMPORT = '#ui/styles/breakpoints.css';
const MAX_SHEET_LINES = 300;

interface StyleViolation {
  readonly path: string;
  readonly rule: string;
}

/** Returns the owner of a file: a domain, `routes`, `ui`, or another folder of src. */
function ownerOf(path: string): string {
  const domain = /^src\/domains\/(.+?)\/(?:(?:messages|model|server|ui)\/|[^/]+$)/.exec(path)?.[1];
  return domain ?? path.split('/')[1] ?? path;
}

const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** Returns the classes in the selectors of a sheet. */
export function styledClasses(css: string): string[] {
  const preludes = [...withoutComments(css).matchAll(/[^{};]+(?=\{)/g)].map(([prelude]) => prelude.trim());
  const selectors = preludes.filter((prelude) => !prelude.startsWith('@'));
  return [...new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? '')))];
}

/** Words in the strings of a source file, and the parts of words before placeholders. */
interface UsedClasses {
  readonly classes: ReadonlySet<string>;
  /** Beginnings before a placeholder: `is-` of `` `is-${state}` ``. */
  readonly beginnings: readonly string[];
}

function usedClasses({ path, text }: SourceFile): UsedClasses {
  const classes = new Set<string>();
  const beginnings: string[] = [];
  const addClasses = (string: string): void => {
    for (const word of string.split(/\s+/)) classes.add(word);
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') addClasses(value);
    },
    TemplateElement: ({ value, tail }) => {
      const string = value.cooked ?? '';
      addClasses(string);
      const beginning = tail ? undefined : /[a-z][\w-]*-$/.exec(string)?.[0];
      if (beginning !== undefined) beginnings.push(beginning);
    },
  }).visit(parseSync(path, text).program);
  return { classes, beginnings };
}

/** Creates a predicate that returns true if an owner's source files use a class. */
function createUsage(sources: readonly SourceFile[]): (owner: string | null, name: string) => boolean {
  const byOwner = new Map([...Map.groupBy(sources, ({ path }) => ownerOf(path))].map(([owner, files]) => [owner, files.map(usedClasses)]));
  return (owner, name) =>
    (owner === null ? [...byOwner.values()].flat() : (byOwner.get(owner) ?? [])).some(
      ({ classes, beginnings }) => classes.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
    );
}

function layerRule({ path, text }: SourceFile): string | null {
  const rest = withoutComments(text)
    .replaceAll(/@import [^;]+;/g, '')
    .trim();
  const layer = /^@layer ([a-z]+) \{/.exec(rest)?.[1];
  if (layer === undefined || !rest.endsWith('}') || /\}\s*[^\s}][^}]*\{/.test(outside(rest))) return 'has rules outside of a cascade layer';
  if (path.startsWith('src/ui/')) return null;
  const expected = path.startsWith('src/routes/') ? 'pages' : 'components';
  return layer === expected ? null : `is in the layer ${layer}, not in ${expected}`;
}

/** Returns a sheet with the content of its top-level blocks removed. */
function outside(css: string): string {
  let depth = 0;
  return [...css]
    .filter((character) => {
      if (character === '}') depth -= 1;
      const isOutside = depth === 0;
      if (character === '{') depth += 1;
      return isOutside;
    })
    .join('');
}

function sheetViolations(sheet: SourceFile, shared: ReadonlySet<string>, isUsed: ReturnType<typeof createUsage>): string[] {
  const { path, text } = sheet;
  const owner = ownerOf(path);
  const rules: (string | null)[] = [layerRule(sheet)];
  for (const [, target] of text.matchAll(/@import ["']([^"']+)["']/g))
    if (target !== BREAKPOINTS_IMPORT) rules.push(`imports ${target}; a sheet imports only the breakpoints`);
  for (const [query] of withoutComments(text).matchAll(/@media[^{]+/g))
    if (/width|height/.test(query)) rules.push(`${query.trim()} is not a breakpoint of ${BREAKPOINTS}`);
  for (const name of styledClasses(text)) {
    const isAllowed = owner === 'ui' ? isUsed(null, name) : isUsed(owner, name) || shared.has(name);
    if (!isAllowed)
      rules.push(owner === 'ui' ? `.${name} is not used` : `.${name} is of no component of ${owner} and not in src/ui/styles`);
  }
  const lines = text.split('\n').length - 1;
  if (lines > MAX_SHEET_LINES) rules.push(`${lines} lines; a sheet has at most ${MAX_SHEET_LINES}`);
  return rules.filter((rule) => rule !== null);
}

/** Returns the path of an imported sheet. */
const sheetOf = (path: string, specifier: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : posix.join(posix.dirname(path), specifier);

/** Lists the sheets that components and the entry sheet import. */
function importedSheets(files: readonly SourceFile[]): Set<string> {
  const specifiers = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:^import|@import) ["']([^"']+\.css)["']/gm)].map(([, specifier = '']) => sheetOf(path, specifier)),
  );
  return new Set(specifiers);
}

/** Rejects the import of another owner's sheet by a component. */
function importViolations({ path, text }: SourceFile): string[] {
  return importsOf(text)
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier.endsWith('.css'))
    .flatMap((specifier) => {
      const target = sheetOf(path, specifier);
      const owner = ownerOf(target);
      return owner === ownerOf(path) || owner === 'ui' || ENTRY_SHEETS.includes(target)
        ? []
        : [`imports ${specifier}, a sheet of ${owner}`];
    });
}

/** Lists all violations. @param files sheets and components of src */
export function styleViolations(files: readonly SourceFile[]): StyleViolation[] {
  const sheets = files.filter(({ path }) => path.endsWith('.css') && !ENTRY_SHEETS.includes(path) && path !== BREAKPOINTS);
  const sources = files.filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  const shared = new Set(sheets.filter(({ path }) => ownerOf(path) === 'ui').flatMap(({ text }) => styledClasses(text)));
  const isUsed = createUsage(sources);
  const imported = importedSheets(files);
  return [
    ...sheets.flatMap((sheet) => sheetViolations(sheet, shared, isUsed).map((rule) => ({ path: sheet.path, rule }))),
    ...sheets.filter(({ path }) => !imported.has(path)).map(({ path }) => ({ path, rule: 'is imported nowhere' })),
    ...sources.flatMap((source) => importViolations(source).map((rule) => ({ path: source.path, rule }))),
  ];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function readFiles(): Promise<SourceFile[]> {
  const names = (await readdir(`${ROOT}src`, { recursive: true })).map((name) => posix.join('src', name.replaceAll('\\', '/')));
  const paths = names.filter((path) => /\.(?:tsx?|css)$/.test(path)).sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') })));
}

if (import.meta.main) {
  const found = styleViolations(await readFiles());
  for (const { path, rule } of found) console.log(`${path} ${rule}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
