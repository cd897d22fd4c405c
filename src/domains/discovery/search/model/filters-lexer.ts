/** Splits the hosted search's `filters` into tokens. */
import { SearchError } from './search-error.ts';

export type TokenKind = '(' | ')' | ':' | 'operator' | 'text' | 'AND' | 'OR' | 'NOT' | 'TO' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Text without quotes and escapes, or the raw text. */
  readonly text: string;
  readonly at: number;
}

/** Maximum length of filters in bytes of UTF-8 [SRCH-45]. */
const MAX_BYTES = 8 * 1024;

const KEYWORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'TO']);

const SHAPES = [
  ['space', / +/y],
  ['quoted', /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/y],
  ['operator', /<=|>=|!=|[<>=]/y],
  ['mark', /[():]/y],
  ['bare', /[^\s()<>=!:"']+/y],
] as const;

const bytesOf = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

const withoutEscapes = (quoted: string): string => quoted.replace(/\\(["'\\])/g, '$1');

const tokenOf = (shape: (typeof SHAPES)[number][0], match: RegExpExecArray): Token => {
  const [text, double, single] = match;
  const at = match.index;
  if (shape === 'quoted') return { kind: 'text', text: withoutEscapes(double ?? single ?? ''), at };
  if (shape === 'operator') return { kind: 'operator', text, at };
  if (shape === 'mark') return { kind: text as '(' | ')' | ':', text, at };
  return KEYWORDS.has(text) ? { kind: text as 'AND', text, at } : { kind: 'text', text: text.replace(/^\\-/, '-'), at };
};

/** Splits filters into tokens, the last of kind `end`. @throws SearchError for long text, control characters and open quotes */
export const tokenise = (filters: string): Token[] => {
  if (bytesOf(filters) > MAX_BYTES) throw new SearchError(400, `filters: Too long, at most ${MAX_BYTES} bytes are allowed`);
  const control = filters.search(/\p{Cc}/u);
  if (control >= 0) throw new SearchError(400, `filters: Control characters are not allowed at col ${control}`);
  const tokens: Token[] = [];
  for (let at = 0; at < filters.length; ) {
    const from = at;
    for (const [shape, pattern] of SHAPES) {
      pattern.lastIndex = at;
      const match = pattern.exec(filters);
      if (match === null) continue;
      if (shape !== 'space') tokens.push(tokenOf(shape, match));
      at = pattern.lastIndex;
      break;
    }
    if (at === from) {
      const written = filters.charAt(at);
      const what = written === '"' || written === "'" ? 'Unexpected token incomplete string' : `Not allowed: '${written}'`;
      throw new SearchError(400, `filters: ${what} at col ${at}`);
    }
  }
  return [...tokens, { kind: 'end', text: 'end of filter', at: filters.length }];
};
