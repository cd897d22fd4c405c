/** Ranks offers by a shopper's answers, orders and favourites, and gives the reasons. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORY_WORDS } from '#domains/catalogue/model/category-labels.ts';
import { maxOf } from '#lib/extremes.ts';
import { preferredMessages } from '../messages.ts';
import { bodyOf, type Kind, PRICES, type Taste } from './questions.ts';

/** Offers that a shopper bought, and their favourites. */
export interface ShopperHistory {
  readonly bought: readonly CatalogueHit[];
  readonly favourites: readonly CatalogueHit[];
}

export interface Preferred {
  readonly offer: CatalogueHit;
  /** Sentence such as `Because you like full red and have bought Shiraz before.` */
  readonly reason: string;
}

/** Maximum number of offers in a result, of offers per brand, and of reasons per offer. */
const MAX_OFFERS = 12;
const MAX_PER_BRAND = 2;
const MAX_REASONS = 2;
const { reasons } = preferredMessages;

interface Point {
  readonly weight: number;
  /** Text after "Because you". Empty if the point is not given as a reason. */
  readonly reason: string;
}

/** Returns how often each value occurs among offers, relative to the most frequent one. */
function shares(offers: readonly CatalogueHit[], read: (offer: CatalogueHit) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of offers.map(read)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = maxOf(counts.values(), 1);
  return new Map([...counts].map(([value, count]) => [value, count / most]));
}

const BODIES: readonly string[] = ['light', 'middle', 'full'];

/** Scores an offer by the answers. */
function pointsOfAnswers(offer: CatalogueHit, taste: Taste, kind: Kind): Point[] {
  const points: Point[] = [];
  const { one, many } = CATEGORY_WORDS[offer.category];
  const category = CATEGORY_WORDS[offer.category].label.toLowerCase();
  const [body] = taste.body;
  const isCategory = taste.category.includes(offer.category);
  if (isCategory) points.push({ weight: 4, reason: body === undefined ? reasons.like(category) : '' });
  if (body !== undefined && kind === 'wine') {
    const distance = Math.abs(BODIES.indexOf(bodyOf(offer)) - BODIES.indexOf(body));
    if (distance === 0) points.push({ weight: 3, reason: reasons.body(bodyOf(offer), isCategory ? category : many) });
    else points.push({ weight: -1.5 * distance, reason: '' });
  }
  if (taste.country.includes(offer.country)) points.push({ weight: 2.5, reason: reasons.country(one, offer.country) });
  else if (taste.country.length > 0) points.push({ weight: -1, reason: '' });
  const fits = taste.price
    .map((id) => PRICES[id])
    .find((range) => range && range.from <= offer.bottlePrice && offer.bottlePrice < range.to);
  if (fits) points.push({ weight: 2, reason: reasons.price(fits.label) });
  else if (taste.price.length > 0) points.push({ weight: -2.5, reason: '' });
  return points;
}

/** Creates the score of offers by orders and favourites. */
function pointsOfHistory(history: ShopperHistory, taste: Taste): (offer: CatalogueHit) => Point[] {
  const isBold = taste.mood.includes('surprise');
  const factor = isBold ? 0.2 : taste.mood.includes('known') ? 1.5 : 1;
  const tables = [
    {
      of: shares(history.bought, (offer) => offer.varietal),
      read: (offer: CatalogueHit) => offer.varietal,
      weight: 3,
      reason: reasons.boughtVarietal,
    },
    {
      of: shares(history.favourites, (offer) => offer.varietal),
      read: (offer: CatalogueHit) => offer.varietal,
      weight: 2.5,
      reason: reasons.favouriteVarietal,
    },
    {
      of: shares(history.bought, (offer) => offer.region),
      read: (offer: CatalogueHit) => offer.region,
      weight: 1.5,
      reason: (value: string) => reasons.boughtRegion(value.split(',')[0] ?? ''),
    },
    {
      of: shares(history.favourites, (offer) => offer.region),
      read: (offer: CatalogueHit) => offer.region,
      weight: 1.2,
      reason: (value: string) => reasons.favouriteRegion(value.split(',')[0] ?? ''),
    },
    {
      of: shares([...history.bought, ...history.favourites], (offer) => offer.brand),
      read: (offer: CatalogueHit) => offer.brand,
      weight: 1,
      reason: reasons.like,
    },
    {
      of: shares([...history.bought, ...history.favourites], (offer) => offer.category),
      read: (offer: CatalogueHit) => offer.category,
      weight: 1,
      reason: () => '',
    },
  ];
  return (offer) => {
    const points = tables.flatMap(({ of, read, weight, reason }) => {
      const share = of.get(read(offer)) ?? 0;
      return share === 0 ? [] : [{ weight: weight * share * factor, reason: reason(read(offer)) }];
    });
    const isNew = ![...history.bought, ...history.favourites].some(({ varietal }) => varietal === offer.varietal);
    return isBold && isNew ? [...points, { weight: 1.5, reason: reasons.surprise }] : points;
  };
}

function reasonOf(points: readonly Point[]): string {
  const matching = points.filter(({ weight, reason }) => weight > 0 && reason !== '').sort((a, b) => b.weight - a.weight);
  const best = matching.slice(0, MAX_REASONS).map(({ reason }) => reason);
  return best.length === 0 ? preferredMessages.noReason : preferredMessages.because(best);
}

/**
 * Returns the best offers with the reason for each. Offers that the shopper bought or saved, sold-out offers and gift cards are left out.
 * Equal offers stay in the given order.
 */
export function preferredOffers(offers: readonly CatalogueHit[], taste: Taste, history: ShopperHistory, kind: Kind): Preferred[] {
  const had = new Set([...history.bought, ...history.favourites].map(({ offerId }) => offerId));
  const historyOf = pointsOfHistory(history, taste);
  const ranked = offers
    .filter((offer) => !had.has(offer.offerId) && offer.inventoryStatus !== 'SOLD_OUT' && offer.category !== 'Gift card')
    .map((offer) => {
      const points = [...pointsOfAnswers(offer, taste, kind), ...historyOf(offer)];
      return { offer, points, score: points.reduce((sum, { weight }) => sum + weight, 0) };
    })
    .sort((a, b) => b.score - a.score);
  const brands = new Map<string, number>();
  const distinct = ranked.filter(({ offer: { brand } }) => {
    const count = brands.get(brand) ?? 0;
    brands.set(brand, count + 1);
    return count < MAX_PER_BRAND;
  });
  return distinct.slice(0, MAX_OFFERS).map(({ offer, points }) => ({ offer, reason: reasonOf(points) }));
}
