/** Formats names and one-line descriptions of offers: name, content of a case, badge of a card. */
import type { Market } from '#markets/market.ts';
import { lastDayInShort } from '#markets/market-day.ts';
import type { CatalogueHit } from '../contract.ts';
import { cardMessages } from '../messages/cards.ts';
import { offerTexts } from '../messages/offers.ts';

type Named = Pick<CatalogueHit, 'name' | 'vintage' | 'isSpirit' | 'isMixed' | 'offerVariant'>;

/** Returns `12 Year Old` for `12 years`, and months unchanged. Returns an empty string if the variant is not an age. */
function formatAge(variant: string): string {
  const [, years] = /^(\d+) years?$/.exec(variant) ?? [];
  if (years !== undefined) return offerTexts.yearsOld(years);
  return /^\d+ months$/.test(variant) ? variant : '';
}

/** Returns `Old Block Shiraz 2021` or `Peated Cask 12 Year Old`: the name with vintage or age. */
export function fullName({ name, vintage, isSpirit, isMixed, offerVariant }: Named): string {
  return [name, vintage || (isSpirit && !isMixed ? formatAge(offerVariant) : '')].filter(Boolean).join(' ');
}

/** Returns `750 mL` or `1.5 L`. */
export const formatVolume = (ml: number): string => (ml >= 1_000 ? `${Number((ml / 1_000).toFixed(2))} L` : `${ml} mL`);

type Packed = Pick<CatalogueHit, 'category' | 'packSize' | 'bottleMl'>;

/** Returns the unit of sale: `case`, `pack` (tasting packs), `bottle` or `card`. */
export function packWord({ category, packSize, bottleMl }: Packed): 'card' | 'bottle' | 'pack' | 'case' {
  if (category === 'Gift card') return 'card';
  if (packSize === 1) return 'bottle';
  return bottleMl <= 200 || category === 'Mixed spirits' ? 'pack' : 'case';
}

/** Returns `Case of 12`, `Pack of 4`, `700 mL` or `Sent by email`. */
export function formatPack(offer: Packed): string {
  const word = packWord(offer);
  if (word === 'card') return offerTexts.sentByEmail;
  if (word === 'bottle') return formatVolume(offer.bottleMl);
  return word === 'pack' ? offerTexts.packOf(offer.packSize) : offerTexts.caseOf(offer.packSize);
}

type Stocked = Packed & Pick<CatalogueHit, 'inventoryStatus' | 'casesLeft' | 'specialAccess' | 'orderQuantityMaximum' | 'endsAt'>;

/** Badge of a card. */
export interface Signal {
  readonly label: string;
  readonly isAlert: boolean;
  /** End of the sale, for a countdown. */
  readonly endsAt?: string;
}

/** Returns `Last case`, `8 cases left` or similar. @returns null if stock is not low */
export function formatScarcity(offer: Stocked): string | null {
  if (offer.casesLeft === null) return null;
  return offerTexts.last(offer.casesLeft, packWord(offer));
}

/** Returns the badge of a card: the most important one that applies. @returns null if none applies */
export function signalOf(offer: Stocked, market: Market): Signal | null {
  if (offer.inventoryStatus === 'SOLD_OUT') return { label: cardMessages.soldOut, isAlert: false };
  const scarcity = formatScarcity(offer);
  if (scarcity !== null) return { label: scarcity, isAlert: true };
  if (offer.specialAccess) return { label: offerTexts.membersOnly, isAlert: false };
  if (offer.endsAt !== null)
    return { label: offerTexts.ends(lastDayInShort(market, new Date(offer.endsAt))), isAlert: false, endsAt: offer.endsAt };
  if (offer.orderQuantityMaximum === 1) return { label: offerTexts.oneEach(packWord(offer)), isAlert: false };
  return offer.inventoryStatus === 'PRESELLING' ? { label: offerTexts.arrivingSoon, isAlert: false } : null;
}

/** Returns the standard drinks (10 g of alcohol) in a bottle, rounded to a tenth: 750 mL at 14.2 % → 8.4. */
export const standardDrinks = (bottleMl: number, alcoholPercent: number): number =>
  Math.round(bottleMl * alcoholPercent * 0.789 * 0.01) / 10;

/** Returns the origin of an offer in one line. For a mixed case returns its style, because its bottles have many origins. */
export const formatOrigin = ({
  isMixed,
  region,
  country,
  offerStyle,
  category,
}: Pick<CatalogueHit, 'isMixed' | 'region' | 'country' | 'offerStyle' | 'category'>): string =>
  (isMixed && offerStyle) || region || country || offerStyle || category;
