/**
 * Words of a text. Letters and digits make a part; parts joined without a space by an apostrophe, hyphen, full stop or middle dot make one
 * word, found under its parts and under its joined form: `d'Arenberg` under `d`, `arenberg` and `darenberg`.
 */
import { foldChars, isAscii } from './fold.ts';

const PART = /[\p{L}\p{N}\p{M}]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’‘ʼ`´.·\-‐‑][\p{L}\p{N}\p{M}]+)*/gu;

const ASCII_PART = /[a-z0-9]+/g;
const ASCII_WORD = /[a-z0-9]+(?:['`.-][a-z0-9]+)*/g;

const JOINED = /['’‘ʼ`´.·\-‐‑]/;

/** Longer words are cut: nothing a shopper types or a label says is longer. */
const MAX_TOKEN_LENGTH = 40;

export interface Word {
  /** Folded parts, at least one. */
  readonly parts: readonly string[];
  /** The parts as one, only where there are several. */
  readonly joined: string | null;
}

const fold = (chars: string): string => foldChars(chars).slice(0, MAX_TOKEN_LENGTH);

const toToken = (parts: readonly string[]): Word => ({
  parts,
  joined: parts.length > 1 ? parts.join('').slice(0, MAX_TOKEN_LENGTH) : null,
});

/** As below for a folded ASCII text, which most are: the same answer in half the time. */
const asciiWordsOf = (folded: string): Word[] =>
  (folded.match(ASCII_WORD) ?? []).map((raw) =>
    toToken((JOINED.test(raw) ? (raw.match(ASCII_PART) ?? []) : [raw]).map((part) => part.slice(0, MAX_TOKEN_LENGTH))),
  );

/** In: any text. Out: its words in order. */
export const wordsOf = (text: string): Word[] => {
  if (isAscii(text)) return asciiWordsOf(text.toLowerCase());
  return (text.match(WORD) ?? [])
    .map((raw) => toToken((raw.match(PART) ?? []).map(fold).filter((part) => part !== '')))
    .filter(({ parts }) => parts.length > 0);
};

export interface FeaturedSection {
  readonly text: string;
  /** Offsets into the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The joined form of the word it belongs to, equal to `text` where it stands alone. */
  readonly joined: string;
}

/** In: any text. Out: the parts of its words with their places, for highlighting. */
export const placedParts = (text: string): FeaturedSection[] => {
  const placed: FeaturedSection[] = [];
  for (const word of text.matchAll(WORD)) {
    const parts = Array.from(word[0].matchAll(PART), (part) => {
      const start = word.index + part.index;
      return { text: fold(part[0]), start, end: start + part[0].length };
    }).filter((part) => part.text !== '');
    const joined = parts
      .map((part) => part.text)
      .join('')
      .slice(0, MAX_TOKEN_LENGTH);
    placed.push(...parts.map((part) => ({ ...part, joined })));
  }
  return placed;
};
