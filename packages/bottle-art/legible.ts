/*
 * The characters of the label typefaces: ASCII, the letters of Latin-1, a few signs. Others are folded to these (ő to o, ﬁ to fi,
 * Ⅻ to XII) or left out (emoji, other scripts), so that exactly what is measured is drawn.
 */
const AVAILABLE = /[\x20-\x7e¡-£¥§©«®°·º»¿-ÿıŒœ–—‘’“”•…€−]/u;

/** Characters that Unicode does not decompose. */
const FOLDED: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  ŋ: 'n',
  ə: 'e',
  '‐': '-',
  '‑': '-',
  '―': '—',
  '‚': ',',
  '„': '“',
  '′': '’',
  '″': '”',
};

const fold = (char: string): string => {
  if (AVAILABLE.test(char)) return char;
  const folded = FOLDED[char];
  if (folded !== undefined) return folded;
  return [...char.normalize('NFKD')].filter((c) => AVAILABLE.test(c)).join('');
};

/** Converts a text to characters that the label typefaces have and collapses spaces. Returns `''` if nothing can be drawn. */
export const legible = (text: string): string =>
  [...text.normalize('NFC')]
    .map((c) => (/\s/u.test(c) ? ' ' : fold(c)))
    .join('')
    .replace(/ +/g, ' ')
    .trim();

/** Converts a text to legible capitals. */
export const capitals = (text: string): string => legible(text.toUpperCase());
