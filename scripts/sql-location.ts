/**
 * `node scripts/sql-location.ts`: finds SQL outside of `*.repository.ts`, migrations and tests, and names of statements that do not
 * follow their function: `findCart` in `cart.repository.ts` names its statement `cart.findCart`, or `cart.findCart.lines` if it has
 * several. Two repositories of the same name could use a name for two statements, which a connection refuses. Prints each place and
 * exits with 1 if there is one.
 */
import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A quoted text that begins like a statement. `select 1` only asks whether the server answers. */
const STATEMENT =
  /['"`]\s*(?:select\s+(?!1['"`])[\w*(:'"$]|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s+\(|copy\s+\w+\s*\(|lock\s+table\s|truncate\s+\w|create\s+(?:unlogged\s+|temporary\s+)?table\s|listen\s+\w|notify\s+\w)/;

/** Code without tables of its own: the driver, migrations, the job library and the database server. */
const INFRASTRUCTURE = /^(?:src\/lib\/db\/|packages\/embedded-postgres\/)/;

/** Returns the lines of a source text that begin a statement. */
export const findStatements = (text: string): readonly { readonly line: number; readonly code: string }[] =>
  text.split('\n').flatMap((code, index) => (STATEMENT.test(code) ? [{ line: index + 1, code: code.trim() }] : []));

const isFunction = (node: ts.Expression | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Returns the name of a function or top-level constant. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (ts.isPropertyAssignment(node)) return isFunction(node.initializer) ? node.name.getText() : undefined;
  if (!ts.isVariableDeclaration(node)) return undefined;
  return isFunction(node.initializer) || ts.isSourceFile(node.parent.parent.parent) ? node.name.getText() : undefined;
}

/** Returns the names of the functions and top-level constants around a node, the innermost first. */
function namesAround(node: ts.Node): string[] {
  const names: string[] = [];
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    const name = nameOf(at);
    if (name !== undefined) names.push(name);
  }
  return names;
}

/**
 * Returns the names of statements that do not begin with the file and the function, or occur twice. Compares a template up to its first
 * value.
 */
export function findWrongNames(path: string, text: string): readonly { readonly line: number; readonly name: string }[] {
  const wrong: { line: number; name: string }[] = [];
  const seen = new Set<string>();
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const base = basename(path).replace(/(?:\.repository)?\.ts$/, '');
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const property = (key: string) => node.properties.find(({ name }) => name?.getText() === key);
      const named = property('name');
      if (named && ts.isPropertyAssignment(named) && property('text')) {
        const source = named.initializer.getText();
        const name = source.slice(1).replace(/(?:\.?\$\{.*|['"])?`?$/s, '');
        const isFollowing = namesAround(node).some((each) => name === `${base}.${each}` || name.startsWith(`${base}.${each}.`));
        if (!isFollowing || seen.has(source))
          wrong.push({ line: file.getLineAndCharacterOfPosition(named.getStart()).line + 1, name: source });
        seen.add(source);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return wrong;
}

/** Returns the paths whose repository has the file name of an earlier one. */
export function findSharedFileNames(paths: readonly string[]): readonly string[] {
  const repositories = paths.filter((path) => path.endsWith('.repository.ts'));
  const first = new Map(repositories.toReversed().map((path) => [basename(path), path]));
  return repositories.filter((path) => first.get(basename(path)) !== path);
}

async function main(): Promise<void> {
  const paths = await Array.fromAsync(glob(['src/**/*.{ts,tsx}', 'packages/**/*.ts'], { cwd: ROOT }));
  const shared = findSharedFileNames(paths);
  for (const path of shared) console.log(`${path}: another repository has this file name, and names of statements begin with it`);
  let count = shared.length;
  for (const path of paths) {
    if (/\.test\.tsx?$|\/testing\/|node_modules/.test(path)) continue;
    const text = await readFile(`${ROOT}${path}`, 'utf8');
    const names = /\.repository\.ts$|^src\/lib\/db\//.test(path) ? findWrongNames(path, text) : [];
    for (const { line, name } of names)
      console.log(`${path}:${line}: ${name} does not begin with the names of its file and function, or occurs twice`);
    const misplaced = /\.repository\.ts$/.test(path) || INFRASTRUCTURE.test(path) ? [] : findStatements(text);
    for (const { line, code } of misplaced) console.log(`${path}:${line}: move this statement to a *.repository.ts of its domain: ${code}`);
    count += names.length + misplaced.length;
  }
  process.exitCode = count === 0 ? 0 : 1;
}

if (import.meta.main) await main();
