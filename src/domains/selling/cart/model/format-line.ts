/** Formats names and quantities of cart lines. */
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { LineOffer } from '#domains/catalogue/model/hit.ts';
import type { LineItem } from '../contract.ts';
import { type CartUnit, formatUnits } from '../messages/buttons.ts';

type Named = Pick<LineOffer, 'name' | 'vintage' | 'offerVariant' | 'isSpirit' | 'category'>;

/** Returns true if offers of the category contain several wines or spirits. */
export const isMixedCategory = (category: string): boolean => category.startsWith('Mixed');

/** Returns the display name: `Old Block Shiraz 2021`, `Peated Cask 12 Year Old`. */
export const lineName = ({ category, ...named }: Named): string => fullName({ ...named, isMixed: isMixedCategory(category) });

type Packed = Pick<LineItem, 'packSize' | 'skuType'>;

/** Returns the unit of a count: cases, unless everything is sold by the bottle or is a gift card. */
export function unitOf(items: readonly Packed[]): CartUnit {
  if (items.every(({ skuType }) => skuType === 'digital')) return 'card';
  return items.every(({ packSize }) => packSize === 1) ? 'bottle' : 'case';
}

/** Formats the number of cases, bottles or cards of these lines: `1 case`, `3 bottles`. */
export const formatCount = (count: number, items: readonly Packed[]): string => formatUnits(count, unitOf(items));
