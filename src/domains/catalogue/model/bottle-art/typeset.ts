import { trimEndOf } from '#lib/trim.ts';
import { widthOf } from './advance.ts';
import { legible } from './contrast.ts';
import type { Typeface } from './typefaces.ts';

/** A text set in lines: size and lead (in sizes) of its lines. */
export type Block = { face: Typeface; size: number; lead: number; track: number; lines: string[] };

/** The size, at most `max`, at which one line fits a room. */
export const sizeToFit = (text: string, face: Typeface, max: number, room: number, track = 0): number =>
  Math.min(max, (max * Math.max(room, 0)) / Math.max(1, widthOf(text, face, max, track)));

/** Lines shrunk to fit exactly may be wider by an error of arithmetic. */
const ROUNDING = 1e-6;

/** The text, or as many of its first letters as fit a room with an ellipsis after them. */
export const clipped = (text: string, face: Typeface, size: number, room: number, track = 0): string => {
  const line = legible(text);
  if (widthOf(line, face, size, track) <= room + ROUNDING) return line;
  const chars = [...line];
  let low = 0;
  let high = chars.length;
  const cut = (count: number) => `${trimEndOf(chars.slice(0, count).join(''), /[\s,;:–—-]/)}…`;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(cut(middle), face, size, track) <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : cut(low);
};

/** One line in a room: shrunk to two thirds of its size at most, then cut short. */
export const fitLine = (text: string, face: Typeface, size: number, room: number, track = 0): { text: string; size: number } => {
  const fitted = Math.max(sizeToFit(text, face, size, room, track), size * 0.66);
  return { text: clipped(text, face, fitted, room, track), size: fitted };
};

/** A word wider than the room, in pieces with hyphens. */
const broken = (word: string, face: Typeface, size: number, room: number, track: number): string[] => {
  if (widthOf(word, face, size, track) <= room) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const char of word) {
    if (piece !== '' && widthOf(`${piece}${char}-`, face, size, track) > room) {
      pieces.push(`${piece}-`);
      piece = char;
    } else piece += char;
  }
  return [...pieces, piece];
};

const wrap = (words: readonly string[], face: Typeface, size: number, room: number, track: number): string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, face, size, track) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** The same number of lines in the narrowest room that holds them, so that no word stands alone below a full line. */
const balanced = (words: readonly string[], lines: string[], face: Typeface, size: number, room: number, track: number): string[] => {
  let best = lines;
  for (let share = 0.95; share > 0.5; share -= 0.05) {
    const narrower = wrap(words, face, size, room * share, track);
    if (narrower.length !== lines.length || narrower.some((line) => widthOf(line, face, size, track) > room)) break;
    best = narrower;
  }
  return best;
};

type TextBox = { face: Typeface; width: number; height: number; max: number; min?: number; lines?: number; lead?: number; track?: number };

/** The largest size at which words of a text fit a box in so many lines; undefined where they do not at `min`. */
const largest = (words: readonly string[], room: Required<TextBox>): Block | undefined => {
  const { face, width, height, max, min, lines, lead, track } = room;
  for (let size = max; size >= min; size -= 1) {
    const set = wrap(words, face, size, width, track);
    if (set.length <= lines && set.length * size * lead <= height && set.every((line) => widthOf(line, face, size, track) <= width))
      return { face, size, lead, track, lines: balanced(words, set, face, size, width, track) };
  }
  return undefined;
};

/**
 * The largest setting of a text in a box, down to `min`, in `lines` lines or, where that would make it less than half of `max`,
 * in as many as twice that. Words too long for a line are broken; what is still too long ends in an ellipsis.
 */
export const setBlock = (text: string, box: TextBox): Block => {
  const room = { min: 12, lines: 3, lead: 1.04, track: 0, ...box };
  const { face, width, height, max, min, lead, track } = room;
  const words = legible(text).split(' ').filter(Boolean);
  const few = largest(words, room);
  if (few && few.size >= max / 2) return few;
  const more = { ...room, lines: room.lines * 2 };
  const many = largest(words, more) ?? few;
  if (many) return many;
  const set = wrap(
    words.flatMap((word) => broken(word, face, min, width, track)),
    face,
    min,
    width,
    track,
  );
  const count = Math.max(1, Math.min(more.lines, Math.floor(height / (min * lead))));
  const kept = set.slice(0, count);
  if (set.length > count) kept[count - 1] = clipped(set.slice(count - 1).join(' '), face, min, width, track);
  return { face, size: min, lead, track, lines: kept };
};

/** The text in at most `count` lines as even in width as its words allow. */
export const evenLines = (text: string, face: Typeface, count: number): string[] => {
  const words = legible(text).split(' ').filter(Boolean);
  let low = Math.max(0, ...words.map((word) => widthOf(word, face, 1)));
  let high = widthOf(words.join(' '), face, 1);
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (wrap(words, face, 1, middle, 0).length <= count) high = middle;
    else low = middle;
  }
  return wrap(words, face, 1, high, 0);
};

/** From the first baseline of a block to its last. */
export const depthOf = (block: Block): number => Math.max(0, block.lines.length - 1) * block.size * block.lead;
