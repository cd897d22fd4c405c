/**
 * Markup of content records: paragraphs separated by an empty line, `- ` lists, `1. ` lists, `### ` headings, `**strong**`,
 * `*emphasis*` and `[words](address)`. Parsed on the server. The browser receives the tree.
 */
import { z } from 'zod';

const text = z.object({ kind: z.literal('text'), text: z.string() });
const strong = z.object({ kind: z.literal('strong'), text: z.string() });
const emphasis = z.object({ kind: z.literal('emphasis'), text: z.string() });
const link = z.object({ kind: z.literal('link'), text: z.string(), to: z.string() });
export const inlineNode = z.discriminatedUnion('kind', [text, strong, emphasis, link]);

const line = z.array(inlineNode);
export const proseNode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), line }),
  z.object({ kind: z.literal('heading'), line }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(line) }),
]);

export type InlineNode = z.output<typeof inlineNode>;
export type ProseNode = z.output<typeof proseNode>;

/** URLs that a page may link to: this site, other sites over HTTPS, email addresses and phone numbers. */
const SAFE_ADDRESS = /^(\/(?!\/)|https:\/\/|mailto:|tel:|#)/i;
/** Returns true if a page may link to the URL. */
export const isSafeAddress = (address: string): boolean => SAFE_ADDRESS.test(address) && !/[\s\\]/.test(address);

const INLINE = /\[([^[\]\n]+)\]\(([^()\s]+)\)|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*/g;

/** Parses one line of markup. A link to an unsafe URL stays text. */
export function readInline(source: string): InlineNode[] {
  const nodes: InlineNode[] = [];
  let from = 0;
  const plain = (until: number): void => {
    if (until > from) nodes.push({ kind: 'text', text: source.slice(from, until) });
  };
  for (const match of source.matchAll(INLINE)) {
    const [whole, linkText, to, strongText, emphasised] = match;
    if (to !== undefined && !isSafeAddress(to)) continue;
    plain(match.index);
    if (linkText !== undefined && to !== undefined) nodes.push({ kind: 'link', text: linkText, to });
    else if (strongText !== undefined) nodes.push({ kind: 'strong', text: strongText });
    else nodes.push({ kind: 'emphasis', text: emphasised ?? '' });
    from = match.index + whole.length;
  }
  plain(source.length);
  return nodes;
}

const BULLET = /^- +/;
const NUMBER = /^\d+[.)] +/;

/** Parses a text into paragraphs, headings and lists. Lines of one paragraph are joined by a space. */
export function readProse(source: string): ProseNode[] {
  return source
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): ProseNode => {
      const lines = part.split('\n').map((row) => row.trim());
      for (const [pattern, isOrdered] of [
        [BULLET, false],
        [NUMBER, true],
      ] as const) {
        if (lines.every((row) => pattern.test(row)))
          return { kind: 'list', isOrdered, items: lines.map((row) => readInline(row.replace(pattern, ''))) };
      }
      if (part.startsWith('### ')) return { kind: 'heading', line: readInline(lines.join(' ').slice(4)) };
      return { kind: 'paragraph', line: readInline(lines.join(' ')) };
    });
}

/** Returns the words of a text without markup, for descriptions and emails. */
export const stripMarkup = (source: string): string =>
  readProse(source)
    .flatMap((node) => (node.kind === 'list' ? node.items : [node.line]))
    .map((nodes) => nodes.map((node) => node.text).join(''))
    .join(' ');
