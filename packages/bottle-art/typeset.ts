import { legible } from './legible.ts';
import { type Typeface, widthOf } from './typefaces.ts';

/** A text broken into lines. `lineHeight` is relative to the size. */
export type Block = { typeface: Typeface; size: number; lineHeight: number; letterSpacing: number; lines: string[] };

/** Returns the size, at most `max`, at which a line fits the width. */
export const sizeToFit = (text: string, typeface: Typeface, max: number, maxWidth: number, letterSpacing = 0): number =>
  Math.min(max, (max * Math.max(maxWidth, 0)) / Math.max(1, widthOf(text, typeface, max, letterSpacing)));

/** Tolerance for lines that were shrunk to fit exactly. */
const ROUNDING = 1e-6;

/** Truncates a text to a width with an ellipsis. */
export const truncate = (text: string, typeface: Typeface, size: number, maxWidth: number, letterSpacing = 0): string => {
  const line = legible(text);
  if (widthOf(line, typeface, size, letterSpacing) <= maxWidth + ROUNDING) return line;
  const chars = [...line];
  let low = 0;
  let high = chars.length;
  const cut = (count: number) => {
    let end = count;
    while (end > 0 && /[\s,;:–—-]/.test(chars[end - 1] ?? '')) end -= 1;
    return `${chars.slice(0, end).join('')}…`;
  };
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(cut(middle), typeface, size, letterSpacing) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : cut(low);
};

/** Fits a line to a width: shrinks it to at least two thirds of its size, then truncates it. */
export const fitLine = (
  text: string,
  typeface: Typeface,
  size: number,
  maxWidth: number,
  letterSpacing = 0,
): { text: string; size: number } => {
  const fitted = Math.max(sizeToFit(text, typeface, size, maxWidth, letterSpacing), size * 0.66);
  return { text: truncate(text, typeface, fitted, maxWidth, letterSpacing), size: fitted };
};

/** Breaks a word that is too wide into pieces with hyphens. */
const hyphenate = (word: string, typeface: Typeface, size: number, maxWidth: number, letterSpacing: number): string[] => {
  if (widthOf(word, typeface, size, letterSpacing) <= maxWidth) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const char of word) {
    if (piece !== '' && widthOf(`${piece}${char}-`, typeface, size, letterSpacing) > maxWidth) {
      pieces.push(`${piece}-`);
      piece = char;
    } else piece += char;
  }
  return [...pieces, piece];
};

const wrap = (words: readonly string[], typeface: Typeface, size: number, maxWidth: number, letterSpacing: number): string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, typeface, size, letterSpacing) <= maxWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** Balances lines: rewraps them at the narrowest width that keeps their number. */
const balance = (
  words: readonly string[],
  lines: string[],
  typeface: Typeface,
  size: number,
  maxWidth: number,
  letterSpacing: number,
): string[] => {
  let best = lines;
  for (let share = 0.95; share > 0.5; share -= 0.05) {
    const narrower = wrap(words, typeface, size, maxWidth * share, letterSpacing);
    if (narrower.length !== lines.length || narrower.some((line) => widthOf(line, typeface, size, letterSpacing) > maxWidth)) break;
    best = narrower;
  }
  return best;
};

type TextBox = {
  typeface: Typeface;
  width: number;
  height: number;
  max: number;
  min?: number;
  lines?: number;
  lineHeight?: number;
  letterSpacing?: number;
};

/** Returns the largest size at which the words fit the box, or undefined if they do not fit at `min`. */
const fitBlock = (words: readonly string[], maxWidth: Required<TextBox>): Block | undefined => {
  const { typeface, width, height, max, min, lines, lineHeight, letterSpacing } = maxWidth;
  for (let size = max; size >= min; size -= 1) {
    const set = wrap(words, typeface, size, width, letterSpacing);
    if (
      set.length <= lines &&
      set.length * size * lineHeight <= height &&
      set.every((line) => widthOf(line, typeface, size, letterSpacing) <= width)
    )
      return { typeface, size, lineHeight, letterSpacing, lines: balance(words, set, typeface, size, width, letterSpacing) };
  }
  return undefined;
};

/**
 * Sets a text in a box as large as possible: in `lines` lines or, if that makes it smaller than half of `max`, in up to twice as
 * many. Words that are too long are hyphenated, text that is too long is truncated.
 */
export const setBlock = (text: string, box: TextBox): Block => {
  const maxWidth = { min: 12, lines: 3, lineHeight: 1.04, letterSpacing: 0, ...box };
  const { typeface, width, height, max, min, lineHeight, letterSpacing } = maxWidth;
  const words = legible(text).split(' ').filter(Boolean);
  const few = fitBlock(words, maxWidth);
  if (few && few.size >= max / 2) return few;
  const more = { ...maxWidth, lines: maxWidth.lines * 2 };
  const many = fitBlock(words, more) ?? few;
  if (many) return many;
  const set = wrap(
    words.flatMap((word) => hyphenate(word, typeface, min, width, letterSpacing)),
    typeface,
    min,
    width,
    letterSpacing,
  );
  const count = Math.max(1, Math.min(more.lines, Math.floor(height / (min * lineHeight))));
  const visible = set.slice(0, count);
  if (set.length > count) visible[count - 1] = truncate(set.slice(count - 1).join(' '), typeface, min, width, letterSpacing);
  return { typeface, size: min, lineHeight, letterSpacing, lines: visible };
};

/** Breaks a text into at most `count` lines of similar width. */
export const evenLines = (text: string, typeface: Typeface, count: number): string[] => {
  const words = legible(text).split(' ').filter(Boolean);
  let low = words.reduce((most, word) => Math.max(most, widthOf(word, typeface, 1)), 0);
  let high = widthOf(words.join(' '), typeface, 1);
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (wrap(words, typeface, 1, middle, 0).length <= count) high = middle;
    else low = middle;
  }
  return wrap(words, typeface, 1, high, 0);
};

/** Returns the distance from the first baseline of a block to the last. */
export const depthOf = (block: Block): number => Math.max(0, block.lines.length - 1) * block.size * block.lineHeight;
