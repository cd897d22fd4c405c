/** Sets and removes the marks of a text (prose.ts) around a selection. */

/** A text with a selection. */
export interface Edit {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export type Mark = 'strong' | 'emphasis' | 'heading' | 'bullets' | 'numbers';

const AROUND: Readonly<Record<'strong' | 'emphasis', string>> = { strong: '**', emphasis: '*' };
const LINE = /^(?:- +|\d+[.)] +|### )?/;

/** Returns true if the characters around a selection are the mark, and not half of a longer one. */
function hasMark(text: string, from: number, to: number, mark: string): boolean {
  const isMarked = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark;
  const isLonger = mark === '*' && text.slice(from - 2, from) === '**' && text.slice(from - 3, from) !== '***';
  return isMarked && from >= mark.length && !isLonger;
}

function toggleAround({ text, from, to }: Edit, mark: string): Edit {
  // Spaces at the ends stay outside: "** word**" is no mark.
  const selected = text.slice(from, to);
  const start = from + (selected.length - selected.trimStart().length);
  const end = Math.max(start, to - (selected.length - selected.trimEnd().length));
  if (hasMark(text, start, end, mark))
    return {
      text: text.slice(0, start - mark.length) + text.slice(start, end) + text.slice(end + mark.length),
      from: start - mark.length,
      to: end - mark.length,
    };
  return {
    text: text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end),
    from: start + mark.length,
    to: end + mark.length,
  };
}

const prefixOf = (mark: Mark, index: number): string => (mark === 'heading' ? '### ' : mark === 'bullets' ? '- ' : `${index + 1}. `);
const PREFIXES: Readonly<Record<'heading' | 'bullets' | 'numbers', RegExp>> = { heading: /^### /, bullets: /^- +/, numbers: /^\d+[.)] +/ };

function toggleLines({ text, from, to }: Edit, mark: 'heading' | 'bullets' | 'numbers'): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const isSet = lines.every((line) => PREFIXES[mark].test(line));
  const changed = lines.map((line, index) => (isSet ? '' : prefixOf(mark, index)) + line.replace(LINE, '')).join('\n');
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length };
}

/** Sets a mark around the selection or at the beginning of its lines, or removes it if it is there. */
export const toggleMark = (edit: Edit, mark: Mark): Edit =>
  mark === 'strong' || mark === 'emphasis' ? toggleAround(edit, AROUND[mark]) : toggleLines(edit, mark);

/** Replaces the selection by a link. Brackets of the words would end it, so they are left out. */
export function insertLink({ text, from, to }: Edit, words: string, address: string): Edit {
  const link = `[${words.replace(/[[\]\n]/g, ' ').trim()}](${address.replace(/[()\s]/g, encodeURIComponent)})`;
  return { text: text.slice(0, from) + link + text.slice(to), from: from + link.length, to: from + link.length };
}
