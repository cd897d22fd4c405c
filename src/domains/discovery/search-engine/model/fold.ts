/** Case and accent folding: `Moët` and `MOET` become `moet`. Letters that Unicode does not take apart are listed. */
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

/** Whether every character is ASCII, for which lower case is all the folding there is. */
export const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
};

/** In: any text. Out: lower case without accents, other characters as they were. */
export const foldText = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(LISTED, (letter) => TRANSLITERATIONS.get(letter) ?? letter);

/** In: letters, digits and marks. Out: its folded letters and digits alone, possibly none. */
export const foldChars = (chars: string): string =>
  isAscii(chars) ? chars.toLowerCase() : foldText(chars).replace(NOT_LETTER_OR_DIGIT, '');
