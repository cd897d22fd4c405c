/**
 * Splits texts into words. Letters and digits make a part. Parts joined by an apostrophe, hyphen, full stop or middle dot make one word,
 * which is found by its parts and by its joined form: `d'Arenberg` by `d`, `arenberg` and `darenberg`.
 */
/** Letters that Unicode does not decompose. Folding makes `moet` of `Moët` and `MOET`. */
const TRANSLITERATIONS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

const LISTED = new RegExp(`[${[...TRANSLITERATIONS.keys()].join('')}]`, 'g');
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{N}]+/gu;

/** Returns true if every character is ASCII. Such a text is folded by converting it to lower case. */
export const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
};

/** Folds a text to lower case without accents. Other characters stay as they are. */
export const foldText = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(LISTED, (char) => TRANSLITERATIONS.get(char) ?? char);

/** Folds a word and drops everything but its letters and digits. May return an empty text. */
export const foldChars = (chars: string): string =>
  isAscii(chars) ? chars.toLowerCase() : foldText(chars).replace(NOT_LETTER_OR_DIGIT, '');

const PART = /[\p{L}\p{N}\p{M}]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’‘ʼ`´.·\-‐‑][\p{L}\p{N}\p{M}]+)*/gu;

const ASCII_PART = /[a-z0-9]+/g;
const ASCII_WORD = /[a-z0-9]+(?:['`.-][a-z0-9]+)*/g;

/** Characters that join the parts of a word. */
export const JOINED = /['’‘ʼ`´.·\-‐‑]/;

/** Longer words are truncated. */
const MAX_TOKEN_LENGTH = 40;

/** A word of a text. */
export interface Word {
  /** Folded parts, at least one. */
  readonly parts: readonly string[];
  /** The parts joined, if there are several. */
  readonly joined: string | null;
}

const fold = (chars: string): string => foldChars(chars).slice(0, MAX_TOKEN_LENGTH);

const toToken = (parts: readonly string[]): Word => ({
  parts,
  joined: parts.length > 1 ? parts.join('').slice(0, MAX_TOKEN_LENGTH) : null,
});

/** Like `wordsOf`, for a folded ASCII text, in half the time. Most texts are ASCII. */
const asciiWordsOf = (folded: string): Word[] =>
  (folded.match(ASCII_WORD) ?? []).map((raw) =>
    toToken((JOINED.test(raw) ? (raw.match(ASCII_PART) ?? []) : [raw]).map((part) => part.slice(0, MAX_TOKEN_LENGTH))),
  );

/** Splits a text into its folded words, in order. */
export const wordsOf = (text: string): Word[] => {
  if (isAscii(text)) return asciiWordsOf(text.toLowerCase());
  return (text.match(WORD) ?? [])
    .map((raw) => toToken((raw.match(PART) ?? []).map(fold).filter((part) => part !== '')))
    .filter(({ parts }) => parts.length > 0);
};

/** A part of a word with its position in the text. */
export interface TextPart {
  readonly text: string;
  /** Offsets into the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The joined form of its word. Equals `text` for a word of one part. */
  readonly joined: string;
}

/** Like `placedParts`, for a folded ASCII text, in a fraction of the time. */
const asciiPlacedParts = (folded: string): TextPart[] => {
  const placed: TextPart[] = [];
  for (const { 0: raw, index } of folded.matchAll(ASCII_WORD)) {
    const end = index + raw.length;
    if (!JOINED.test(raw)) {
      const part = raw.slice(0, MAX_TOKEN_LENGTH);
      placed.push({ text: part, start: index, end, joined: part });
      continue;
    }
    const joined = (raw.match(ASCII_PART) ?? [])
      .map((part) => part.slice(0, MAX_TOKEN_LENGTH))
      .join('')
      .slice(0, MAX_TOKEN_LENGTH);
    for (const part of raw.matchAll(ASCII_PART)) {
      const start = index + part.index;
      placed.push({ text: part[0].slice(0, MAX_TOKEN_LENGTH), start, end: start + part[0].length, joined });
    }
  }
  return placed;
};

/** Splits a text into the parts of its words with their offsets, for highlighting. */
export const placedParts = (text: string): TextPart[] => {
  if (isAscii(text)) return asciiPlacedParts(text.toLowerCase());
  const placed: TextPart[] = [];
  for (const word of text.matchAll(WORD)) {
    const parts = Array.from(word[0].matchAll(PART), (part) => {
      const start = word.index + part.index;
      return { text: fold(part[0]), start, end: start + part[0].length };
    }).filter((part) => part.text !== '');
    const joined = parts
      .map((part) => part.text)
      .join('')
      .slice(0, MAX_TOKEN_LENGTH);
    for (const part of parts) placed.push({ ...part, joined });
  }
  return placed;
};
