/**
 * Builds the shop in a generated language: every text of a message catalogue gets accents and a third more letters. Text without
 * accents is missing from the catalogues. A layout that breaks has too little room for a longer language. Used by tests, with
 * `PSEUDO_LOCALE=yes`.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

const MESSAGES = /\/messages(?:\.ts$|\/[^/]+\.ts$)/;
const PLAIN = 'acdegilnorstuyzACDEILNORSTUYZ';
const ACCENTED = 'áçďéğïłñöřšťüýžÁÇĎÉÏŁÑÖŘŠŤÜÝŽ';
/** Placeholders, entities and URLs, which a translation does not change. */
const FIXED = /(<[^>]*>|\{[^}]*\}|&\w+;|https?:\/\/\S+|\/[\w/-]+)/;
/** One letter in this many is doubled, because other languages need up to a third more space than English. */
const DOUBLED = 3;

/** Returns a text in the generated language. Placeholders such as `{n}` and `<limit>` stay. */
export function pseudoLocalize(text: string): string {
  let chars = 0;
  return text
    .split(FIXED)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/\p{L}/gu, (char) => {
            chars += 1;
            const accented = ACCENTED[PLAIN.indexOf(char)] ?? char;
            return chars % DOUBLED === 0 ? accented + accented.toLowerCase() : accented;
          }),
    )
    .join('');
}

const keyOf = (property: ESTree.ObjectProperty): string =>
  property.key.type === 'Identifier' ? property.key.name : property.key.type === 'Literal' ? String(property.key.value) : '';

/**
 * Replaces the texts of a message catalogue. Titles of API errors do not change, because clients compare them, and neither do
 * arguments of methods.
 */
export function pseudoLocalizeModule(path: string, source: string): string {
  const remaining: (readonly [number, number])[] = [];
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const keep = ({ start, end }: ESTree.Node): void => {
    remaining.push([start, end]);
  };
  const isExcluded = (start: number): boolean => remaining.some(([from, to]) => from <= start && start < to);
  new Visitor({
    ImportDeclaration: keep,
    ExportNamedDeclaration: ({ source }) => source && keep(source),
    TSTypeAnnotation: keep,
    TSTypeAliasDeclaration: keep,
    TSInterfaceDeclaration: keep,
    BinaryExpression: keep,
    SwitchCase: ({ test }) => test && keep(test),
    MemberExpression: ({ property }) => keep(property),
    NewExpression: keep,
    CallExpression: (node) => {
      if (node.callee.type === 'MemberExpression') for (const argument of node.arguments) if (argument.type === 'Literal') keep(argument);
    },
    ObjectExpression: (node) => {
      const properties = node.properties.filter((property) => property.type === 'Property');
      if (properties.some((property) => keyOf(property) === 'status')) keep(node);
      else for (const { key } of properties) keep(key);
    },
    Literal: (node) => {
      if (typeof node.value !== 'string' || isExcluded(node.start)) return;
      edits.push({ start: node.start, end: node.end, text: JSON.stringify(pseudoLocalize(node.value)) });
    },
    TemplateElement: (node) => {
      const { raw, cooked } = node.value;
      if (isExcluded(node.start) || raw === '') return;
      // In TypeScript files the parser includes the character before the text.
      const start = source.indexOf(raw, node.start);
      edits.push({ start, end: start + raw.length, text: pseudoLocalize(cooked ?? '').replaceAll(/[`\\]|\$\{/g, '\\$&') });
    },
  }).visit(parseSync(path, source).program);
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), source);
}

/** Vite plugin that builds message catalogues in the generated language. */
export const pseudoLocale = (): Plugin => ({
  name: 'pseudo-locale',
  enforce: 'pre',
  transform: (source, id) => (MESSAGES.test(id) ? pseudoLocalizeModule(id, source) : null),
});
