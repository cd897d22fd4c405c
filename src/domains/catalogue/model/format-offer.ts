/** How an offer is named and described in a line: names, what a case holds, the one signal on its card. */
import type { Market } from '#markets/market.ts';
import { lastDayInShort } from '#markets/market-day.ts';
import type { CatalogueHit } from '../contract.ts';

type Named = Pick<CatalogueHit, 'name' | 'vintage' | 'isSpirit' | 'isMixed' | 'offerVariant'>;

/** `Old Block Shiraz 2021`, `Peated Cask 12 years`: the name with what tells it from its siblings. */
export function fullName({ name, vintage, isSpirit, isMixed, offerVariant }: Named): string {
  const age = isSpirit && !isMixed && /^\d+ (years|months)$/.test(offerVariant) ? offerVariant : '';
  return [name, vintage || age].filter(Boolean).join(' ');
}

/** `750 mL`, `1.5 L`. */
export const formatVolume = (ml: number): string => (ml >= 1_000 ? `${Number((ml / 1_000).toFixed(2))} L` : `${ml} mL`);

type Packed = Pick<CatalogueHit, 'category' | 'packSize' | 'bottleMl'>;

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];
/** `Six`, `24`: a number that opens a line. */
export const numberWord = (number: number): string => NUMBERS[number] ?? String(number);

/** What is sold: `case`, `pack` (for tasting), `bottle`, `card`. */
export function packWord({ category, packSize, bottleMl }: Packed): 'card' | 'bottle' | 'pack' | 'case' {
  if (category === 'Gift card') return 'card';
  if (packSize === 1) return 'bottle';
  return bottleMl <= 200 || category === 'Mixed spirits' ? 'pack' : 'case';
}

/** `Case of 12`, `Pack of 4`, `700 mL`, `Sent by email`. */
export function formatPack(offer: Packed): string {
  const word = packWord(offer);
  if (word === 'card') return 'Sent by email';
  if (word === 'bottle') return formatVolume(offer.bottleMl);
  return `${word === 'pack' ? 'Pack' : 'Case'} of ${offer.packSize}`;
}

type Stocked = Packed & Pick<CatalogueHit, 'inventoryStatus' | 'casesLeft' | 'specialAccess' | 'orderQuantityMaximum' | 'endsAt'>;

export interface Signal {
  readonly words: string;
  readonly isAlert: boolean;
  /** What the words say the day of, to be counted down to where it is near. */
  readonly endsAt?: string;
}

/** `Last case`, `8 cases left` and the like: how few there are, null where there are enough. */
export function scarcityWords(offer: Stocked): string | null {
  if (offer.casesLeft === null) return null;
  const word = packWord(offer);
  return offer.casesLeft === 1 ? `Last ${word}` : `Last ${offer.casesLeft} ${word}s`;
}

/** The one signal a card may carry, the weightiest first; each is said only where it is true. */
export function signalOf(offer: Stocked, market: Market): Signal | null {
  if (offer.inventoryStatus === 'SOLD_OUT') return { words: 'Sold out', isAlert: false };
  const scarcity = scarcityWords(offer);
  if (scarcity !== null) return { words: scarcity, isAlert: true };
  if (offer.specialAccess) return { words: 'Members only', isAlert: false };
  if (offer.endsAt !== null)
    return { words: `Ends ${lastDayInShort(market, new Date(offer.endsAt))}`, isAlert: false, endsAt: offer.endsAt };
  if (offer.orderQuantityMaximum === 1)
    return { words: packWord(offer) === 'bottle' ? 'One each' : `One ${packWord(offer)} each`, isAlert: false };
  return offer.inventoryStatus === 'PRESELLING' ? { words: 'Arriving soon', isAlert: false } : null;
}

/** Standard drinks of 10 g alcohol in a bottle, to a tenth: 750 mL at 14.2 % → 8.4. */
export const standardDrinks = (bottleMl: number, alcoholPercent: number): number =>
  Math.round(bottleMl * alcoholPercent * 0.789 * 0.01) / 10;

/** Where an offer is from, in one line; a mixed case says its style, since it is from many places. */
export const formatOrigin = ({
  isMixed,
  region,
  country,
  offerStyle,
  category,
}: Pick<CatalogueHit, 'isMixed' | 'region' | 'country' | 'offerStyle' | 'category'>): string =>
  (isMixed && offerStyle) || region || country || offerStyle || category;
