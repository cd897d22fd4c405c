/** The offers that this browser viewed last, in local storage only. Restricted offers are not saved. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { createLocalStorage, type KeyValueStorage } from '#lib/browser/key-value-storage.ts';

const NAME = 'recentlyViewed';
const MAX_ENTRIES = 7;

/** The saved part of an offer. The price is left out, because it may change. */
const SAVED_FIELDS = [
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
export type ViewedOffer = Pick<CatalogueHit, (typeof SAVED_FIELDS)[number]>;

const isViewed = (saved: unknown): saved is ViewedOffer =>
  typeof saved === 'object' &&
  saved !== null &&
  SAVED_FIELDS.every((name) => name in saved) &&
  String((saved as ViewedOffer).url).startsWith('/wines/');

/** Returns the viewed offers, the last one first. */
export function recentlyViewed(values: KeyValueStorage = createLocalStorage()): ViewedOffer[] {
  try {
    const saved: unknown = JSON.parse(values.read(NAME) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isViewed).slice(0, MAX_ENTRIES) : [];
  } catch {
    return [];
  }
}

/** Saves that an offer was viewed. */
export function rememberViewed(offer: CatalogueHit, values: KeyValueStorage = createLocalStorage()): void {
  const isForEveryone = !offer.secret && offer.tiersEligible.some((tier) => tier === 'GUEST' || tier === 'ALL');
  if (!isForEveryone) return;
  const saved = Object.fromEntries(SAVED_FIELDS.map((name) => [name, offer[name]]));
  const others = recentlyViewed(values).filter(({ offerId }) => offerId !== offer.offerId);
  values.write(NAME, JSON.stringify([saved, ...others].slice(0, MAX_ENTRIES)));
}
