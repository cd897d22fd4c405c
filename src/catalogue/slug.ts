/** Address words: `Château d'Été` → `chateau-d-ete`. */

/** Lower-case ASCII letters and digits joined by single hyphens; `x` where nothing is left. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øØ]/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[œŒ]/g, 'oe')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain.slice(0, 80).replace(/-+$/, '') || 'x';
}

/** `/wines/{producer}/{offer}`, for spirits too (DECISIONS.md "Sites and markets"). */
export const offerPath = (brand: string, offerId: string): string => `/wines/${slug(brand)}/${offerId}`;
