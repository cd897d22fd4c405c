/** The next vintage of a wine: a copy with what is different in another year. Pure rules. */
import type { OfferRecord } from './record.ts';
import { slug } from './slug.ts';

const YEAR = /^\d{4}$/;

/** Returns the year that follows a vintage; null if it has none. */
export const followingYear = (vintage: string): string | null => (YEAR.test(vintage) ? String(Number(vintage) + 1) : null);

/** Returns true if a vintage is a later year than another one. */
export const isLaterVintage = (vintage: string, than: string): boolean => YEAR.test(vintage) && YEAR.test(than) && vintage > than;

const MAX_ID = 64;
const MAX_SKU = 64;

/** Proposes an id for a new wine: `orchard-end-old-block-shiraz-2022`. */
export const proposeOfferId = ({ brand, name, vintage }: Pick<OfferRecord, 'brand' | 'name' | 'vintage'>): string =>
  slug([name.toLowerCase().startsWith(brand.toLowerCase()) ? '' : brand, name, vintage].filter(Boolean).join(' '))
    .slice(0, MAX_ID)
    .replace(/-$/, '');

/** Replaces the year in a number such as `ORD-SHZ-21` or `ORD-SHZ-2021`; adds it if there is none. */
export function proposeSku(sku: string, from: string, to: string): string {
  for (const [old, year] of [
    [from, to],
    [from.slice(-2), to.slice(-2)],
  ] as const) {
    const at = sku.lastIndexOf(old);
    const isWhole = at >= 0 && !/\d/.test(sku[at - 1] ?? '') && !/\d/.test(sku[at + old.length] ?? '');
    if (isWhole) return sku.slice(0, at) + year + sku.slice(at + old.length);
  }
  return `${sku}-${to}`.slice(0, MAX_SKU);
}

export interface NextVintage {
  readonly offerId: string;
  readonly productId: number;
  readonly sku: string;
  readonly vintage: string;
  readonly startsAt: string | null;
  /** True to show the pictures of the old vintage. */
  readonly keepsPictures: boolean;
}

/**
 * Returns the record of the next vintage. Bar code, recommended price and, unless they are kept, pictures belong to the old one. The year
 * until which to drink it moves with the vintage.
 */
export function nextVintageOf(record: OfferRecord, { keepsPictures, ...own }: NextVintage): OfferRecord {
  const { pictures, nextOfferId: _, ...fields } = record;
  const years = YEAR.test(record.vintage) ? Number(own.vintage) - Number(record.vintage) : 0;
  return {
    ...fields,
    ...own,
    gtin: '',
    endsAt: null,
    prices: Object.fromEntries(
      Object.entries(record.prices).map(([market, price]) => [market, price && { packPrice: price.packPrice, packRRP: null }]),
    ),
    cellarUntil: record.cellarUntil === null ? null : record.cellarUntil + years,
    ...(keepsPictures && pictures !== undefined ? { pictures } : {}),
  };
}
