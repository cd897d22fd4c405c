/**
 * `node scripts/interface-text.ts [FOLDER…]`: finds interface text in components. All text of a domain is in its `messages.ts`, so that a
 * second language is a file. Prints each finding with file and line and exits with 1 if there is one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';

/** A text in a component. */
export interface FoundText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Attributes that browsers display or screen readers announce, whatever their value. */
const TEXT_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
  'label',
  'heading',
]);
/** Attributes with code: classes, paths, media queries. */
const CODE_ATTRIBUTES =
  /^(?:class(?:Name)?|d|points|viewBox|transform|style|href|to|src|srcSet|sizes|media|rel|allow|sandbox|id|key|name|type|value|content|accept|pattern|autoComplete|aria-(?:controls|describedby|labelledby|owns)|data-.*)$/;
const WORD = /\p{L}{2,}/u;
/** Two or more words that start or end like a sentence. Class names and CSS do neither. */
const SENTENCE = /^[\s\W]*\p{Lu}[\p{L}’']*[,:]? [\p{L}\d$“‘]|\p{L}{2,},? \p{L}.*[.!?…]$/u;

/** Name of an analytics event: every word starts with a capital letter. */
const EVENT_NAME = /^\p{Lu}[\w-]*(?: (?:- )?\p{Lu}[\w-]*)*$/u;

/** Returns true if a literal reads like text for people. */
const isSentence = (text: string): boolean =>
  SENTENCE.test(text.trim()) &&
  !Object.hasOwn(CATEGORIES, text) &&
  !EVENT_NAME.test(text) &&
  !/^(?:https?:|@|[#.]\w)|[{};]/.test(text.trim());

/** Returns the text of a string or template, with a letter in place of each value of a template. @returns null for other nodes */
function textOf(node: ESTree.Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('1') : null;
}

const attributeName = ({ name }: ESTree.JSXAttribute): string =>
  name.type === 'JSXIdentifier' ? name.name : `${name.namespace.name}:${name.name.name}`;

/** Returns the literals that a JSX expression renders: itself, or the branches of a condition. */
function displayedLiterals(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'ConditionalExpression') return [...displayedLiterals(node.consequent), ...displayedLiterals(node.alternate)];
  if (node.type === 'LogicalExpression') return displayedLiterals(node.right);
  return textOf(node) === null ? [] : [node];
}

/** Finds texts for people in a source file. */
export function findInterfaceText(path: string, source: string): FoundText[] {
  const found = new Map<number, string>();
  const ignored: (readonly [number, number])[] = [];
  const isIgnored = ({ start }: ESTree.Node): boolean => ignored.some(([from, to]) => from <= start && start < to);
  const add = (node: ESTree.Node, isText: (text: string) => boolean): void => {
    const text = node.type === 'JSXText' ? node.value : textOf(node);
    if (text !== null && isText(text)) found.set(node.start, text.trim().replaceAll(/\s+/g, ' '));
  };
  const addIfSentence = (node: ESTree.Node): void => {
    if (!isIgnored(node)) add(node, isSentence);
  };
  const ignoreWithin = ({ start, end }: ESTree.Node): void => {
    ignored.push([start, end]);
  };
  const { program } = parseSync(path, source);
  new Visitor({
    ImportDeclaration: ignoreWithin,
    ThrowStatement: ignoreWithin,
    // Errors are for developers.
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name.endsWith('Error')) ignoreWithin(node);
    },
    JSXText: (node) => add(node, (text) => WORD.test(text)),
    JSXExpressionContainer: ({ expression }) => {
      for (const literal of displayedLiterals(expression))
        if (!isIgnored(literal)) add(literal, (text) => / |^\p{Lu}/u.test(text) && WORD.test(text));
    },
    JSXAttribute: (node) => {
      const name = attributeName(node);
      if (node.value === null) return;
      if (CODE_ATTRIBUTES.test(name)) ignoreWithin(node.value);
      else if (TEXT_ATTRIBUTES.has(name) && node.value.type === 'Literal') add(node.value, (text) => WORD.test(text));
    },
    Literal: addIfSentence,
    TemplateLiteral: addIfSentence,
  }).visit(program);
  return [...found].sort(([a], [b]) => a - b).map(([start, text]) => ({ path, line: source.slice(0, start).split('\n').length, text }));
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPONENT = /^src\/(?:ui|routes|root\.tsx|domains\/.*\/ui)(?:\/.*)?$/;
/** The design page shows components with sample texts to developers. Feeds, structured data and error reports are read by machines. */
const EXCLUDED =
  /^src\/routes\/_shop\/design\/|^src\/routes\/(?:product-feed|_layout\/(?:json-ld|render-to-html))\.|\/error-reports\/ui\/breadcrumbs\.|\.(?:test|spec)\.tsx?$|(?:^|\/)messages(?:\.ts|\/)|\/testing\//;

/** Finds interface text in the components below the given folders. */
export async function findAll(folders: readonly string[]): Promise<FoundText[]> {
  const names = (await readdir(`${ROOT}src`, { recursive: true })).map((name) => posix.join('src', name.replaceAll('\\', '/')));
  const paths = names.filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      COMPONENT.test(path) &&
      !EXCLUDED.test(path) &&
      (folders.length === 0 || folders.some((folder) => path.startsWith(folder))),
  );
  const found = await Promise.all(paths.sort().map(async (path) => findInterfaceText(path, await readFile(ROOT + path, 'utf8'))));
  return found.flat();
}

if (import.meta.main) {
  const found = await findAll(process.argv.slice(2));
  for (const { path, line, text } of found) console.log(`${path}:${line} ${text}`);
  console.log(`${found.length} texts in components`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
