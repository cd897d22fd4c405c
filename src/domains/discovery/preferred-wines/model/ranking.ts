/** Which offers follow from a taste, and why: answers, what was bought and what is kept add up. Pure. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORY_WORDS } from '#domains/catalogue/model/category-labels.ts';
import { bodyOf, type Kind, PRICES, type Taste } from './questions.ts';

/** What is known of a shopper beside their answers. */
export interface Known {
  readonly bought: readonly CatalogueHit[];
  readonly kept: readonly CatalogueHit[];
}

export interface Preferred {
  readonly offer: CatalogueHit;
  /** `Because you like full reds and bought Shiraz before.` */
  readonly reason: string;
}

/** How many are shown, and how many of one house. */
const SHOWN = 12;
const OF_ONE_HOUSE = 2;
const REASONS = 2;

interface Point {
  readonly weight: number;
  /** What goes after "because you"; empty for what is no reason to tell. */
  readonly words: string;
}

/** How often a value occurs among offers, from 0 to 1. */
function shares(offers: readonly CatalogueHit[], read: (offer: CatalogueHit) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of offers.map(read)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  return new Map([...counts].map(([value, count]) => [value, count / most]));
}

const BODY_WORDS = { light: 'light', middle: 'middling', full: 'full' } as const;
const BODIES: readonly string[] = ['light', 'middle', 'full'];

/** Points for an offer against the answers. */
function pointsOfAnswers(offer: CatalogueHit, taste: Taste, kind: Kind): Point[] {
  const points: Point[] = [];
  const { one, many } = CATEGORY_WORDS[offer.category];
  const category = CATEGORY_WORDS[offer.category].label.toLowerCase();
  const [body] = taste.body;
  const isCategory = taste.category.includes(offer.category);
  if (isCategory) points.push({ weight: 4, words: body === undefined ? `like ${category}` : '' });
  if (body !== undefined && kind === 'wine') {
    const distance = Math.abs(BODIES.indexOf(bodyOf(offer)) - BODIES.indexOf(body));
    const word = BODY_WORDS[bodyOf(offer)];
    if (distance === 0) points.push({ weight: 3, words: isCategory ? `like ${word} ${category}` : `like ${word} ${many}` });
    else points.push({ weight: -1.5 * distance, words: '' });
  }
  if (taste.country.includes(offer.country)) points.push({ weight: 2.5, words: `like ${one}s from ${offer.country}` });
  else if (taste.country.length > 0) points.push({ weight: -1, words: '' });
  const fits = taste.price
    .map((id) => PRICES[id])
    .find((range) => range && range.from <= offer.bottlePrice && offer.bottlePrice < range.to);
  if (fits) points.push({ weight: 2, words: `like to pay ${fits.words}` });
  else if (taste.price.length > 0) points.push({ weight: -2.5, words: '' });
  return points;
}

/** Points for an offer against what was bought and kept. */
function pointsOfHistory(known: Known, taste: Taste): (offer: CatalogueHit) => Point[] {
  const isBold = taste.mood.includes('surprise');
  const factor = isBold ? 0.2 : taste.mood.includes('known') ? 1.5 : 1;
  const tables = [
    {
      of: shares(known.bought, (offer) => offer.varietal),
      read: (offer: CatalogueHit) => offer.varietal,
      weight: 3,
      words: (value: string) => `bought ${value} before`,
    },
    {
      of: shares(known.kept, (offer) => offer.varietal),
      read: (offer: CatalogueHit) => offer.varietal,
      weight: 2.5,
      words: (value: string) => `keep ${value} among your favourites`,
    },
    {
      of: shares(known.bought, (offer) => offer.region),
      read: (offer: CatalogueHit) => offer.region,
      weight: 1.5,
      words: (value: string) => `bought from ${value.split(',')[0]} before`,
    },
    {
      of: shares(known.kept, (offer) => offer.region),
      read: (offer: CatalogueHit) => offer.region,
      weight: 1.2,
      words: (value: string) => `keep bottles from ${value.split(',')[0]}`,
    },
    {
      of: shares([...known.bought, ...known.kept], (offer) => offer.brand),
      read: (offer: CatalogueHit) => offer.brand,
      weight: 1,
      words: (value: string) => `like ${value}`,
    },
    {
      of: shares([...known.bought, ...known.kept], (offer) => offer.category),
      read: (offer: CatalogueHit) => offer.category,
      weight: 1,
      words: () => '',
    },
  ];
  return (offer) => {
    const points = tables.flatMap(({ of, read, weight, words }) => {
      const share = of.get(read(offer)) ?? 0;
      return share === 0 ? [] : [{ weight: weight * share * factor, words: words(read(offer)) }];
    });
    const isNew = ![...known.bought, ...known.kept].some(({ varietal }) => varietal === offer.varietal);
    return isBold && isNew
      ? [...points, { weight: 1.5, words: offer.varietal === '' ? '' : `asked for a surprise, and ${offer.varietal} is one` }]
      : points;
  };
}

function reasonOf(points: readonly Point[]): string {
  const told = points.filter(({ weight, words }) => weight > 0 && words !== '').sort((a, b) => b.weight - a.weight);
  const words = told.slice(0, REASONS).map((point) => point.words);
  return words.length === 0 ? 'A good place to start.' : `Because you ${words.join(' and ')}.`;
}

/**
 * The offers that fit best, with the reason for each. What was bought or is kept already, what is sold out and gift cards are
 * left out; of one house at most two are shown. Offers that fit alike stay in the order they came in.
 */
export function preferredOffers(offers: readonly CatalogueHit[], taste: Taste, known: Known, kind: Kind): Preferred[] {
  const had = new Set([...known.bought, ...known.kept].map(({ offerId }) => offerId));
  const historyOf = pointsOfHistory(known, taste);
  const ranked = offers
    .filter((offer) => !had.has(offer.offerId) && offer.inventoryStatus !== 'SOLD_OUT' && offer.category !== 'Gift card')
    .map((offer) => {
      const points = [...pointsOfAnswers(offer, taste, kind), ...historyOf(offer)];
      return { offer, points, score: points.reduce((sum, { weight }) => sum + weight, 0) };
    })
    .sort((a, b) => b.score - a.score);
  const houses = new Map<string, number>();
  const shown = ranked.filter(({ offer: { brand } }) => {
    const count = houses.get(brand) ?? 0;
    houses.set(brand, count + 1);
    return count < OF_ONE_HOUSE;
  });
  return shown.slice(0, SHOWN).map(({ offer, points }) => ({ offer, reason: reasonOf(points) }));
}
