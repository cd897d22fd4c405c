/** Offers this browser looked at last, kept in its local storage and nowhere else; what not everyone may see is not kept. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';

const NAME = 'recentlyViewed';
const MAX_ENTRIES = 7;

/** Enough of an offer to show and to find it; its price may have changed meanwhile, so it is not kept. */
const KEPT = [
  'offerId',
  'name',
  'vintage',
  'brand',
  'url',
  'imageUrl',
  'category',
  'isMixed',
  'isSpirit',
  'offerVariant',
  'packSize',
] as const;
export type ViewedOffer = Pick<CatalogueHit, (typeof KEPT)[number]>;

const isViewed = (kept: unknown): kept is ViewedOffer =>
  typeof kept === 'object' &&
  kept !== null &&
  KEPT.every((name) => name in kept) &&
  String((kept as ViewedOffer).url).startsWith('/wines/');

/** Offers looked at, the last one first. */
export function recentlyViewed(values: KeyValueStorage = createLocalStorage()): ViewedOffer[] {
  try {
    const kept: unknown = JSON.parse(values.read(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isViewed).slice(0, MAX_ENTRIES) : [];
  } catch {
    return [];
  }
}

/** Remember that an offer was looked at. */
export function rememberViewed(offer: CatalogueHit, values: KeyValueStorage = createLocalStorage()): void {
  const isForEveryone = !offer.secret && offer.tiersEligible.some((tier) => tier === 'GUEST' || tier === 'ALL');
  if (!isForEveryone) return;
  const kept = Object.fromEntries(KEPT.map((name) => [name, offer[name]]));
  const others = recentlyViewed(values).filter(({ offerId }) => offerId !== offer.offerId);
  values.write(NAME, JSON.stringify([kept, ...others].slice(0, MAX_ENTRIES)));
}
