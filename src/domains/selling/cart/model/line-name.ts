/** Display names of cart lines. */

import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { LineOffer } from '#domains/catalogue/model/hit.ts';

type Named = Pick<LineOffer, 'name' | 'vintage' | 'offerVariant' | 'isSpirit' | 'category'>;

/** Returns true if offers of the category contain several wines or spirits. */
export const isMixedCategory = (category: string): boolean => category.startsWith('Mixed');

/** Returns the display name: `Old Block Shiraz 2021`, `Peated Cask 12 years`. */
export const lineName = ({ category, ...named }: Named): string => fullName({ ...named, isMixed: isMixedCategory(category) });
