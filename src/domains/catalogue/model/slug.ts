/** Address words: `Château d'Été` → `chateau-d-ete`. */

/** Letters that Unicode does not take apart into a Latin one and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const LISTED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Lower-case ASCII letters and digits joined by single hyphens, at most 80; `x` where nothing is left. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(LISTED, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 80).replace(/-$/, '') || 'x';
}

/** `/wines/{producer}/{offer}`, for spirits too (DECISIONS.md "Sites and markets"). */
export const offerPath = (brand: string, offerId: string): string => `/wines/${slug(brand)}/${offerId}`;
