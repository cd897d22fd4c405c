/** Converts text to a URL segment: `Château d'Été` → `chateau-d-ete`. */

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
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
const LISTED = new RegExp(`[${Object.keys(TRANSLITERATIONS).join('')}]`, 'g');

/** Returns lower-case ASCII letters and digits joined by single hyphens, at most 80 characters. `x` if nothing is left. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(LISTED, (char) => TRANSLITERATIONS[char] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 80).replace(/-$/, '') || 'x';
}

/** Returns `/wines/{producer}/{offer}`, for spirits too [SITE-16]. */
export const offerPath = (brand: string, offerId: string): string => `/wines/${slug(brand)}/${offerId}`;
