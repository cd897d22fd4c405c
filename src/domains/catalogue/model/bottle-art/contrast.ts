/*
 * The characters the label faces carry: ASCII, the letters of Latin-1, a few signs. The rest is folded to these where it can
 * be (ő to o, ﬁ to fi, Ⅻ to XII) and left out where it cannot (emoji, other scripts), so that what is measured is what is drawn.
 */
const CARRIED = /[\x20-\x7e¡-£¥§©«®°·º»¿-ÿıŒœ–—‘’“”•…€−]/u;

/** Letters and signs that Unicode does not take apart. */
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

const carry = (char: string): string => {
  if (CARRIED.test(char)) return char;
  const folded = FOLDED[char];
  if (folded !== undefined) return folded;
  return [...char.normalize('NFKD')].filter((c) => CARRIED.test(c)).join('');
};

/** A text in characters that the label faces can draw, spaces collapsed; `''` when nothing of it can be drawn. */
export const legible = (text: string): string =>
  [...text.normalize('NFC')]
    .map((c) => (/\s/u.test(c) ? ' ' : carry(c)))
    .join('')
    .replace(/ +/g, ' ')
    .trim();

/** The same in capitals. */
export const capitals = (text: string): string => legible(text.toUpperCase());
