/** The postcode of the last delivery estimate, saved between visits. */
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';

const keyOf = (market: Market): string => `delivery_postcode_${market}`;

export const readSavedPostcode = (market: Market): string | null => createLocalStorage().read(keyOf(market));

export const savePostcode = (market: Market, postcode: string): void => createLocalStorage().write(keyOf(market), postcode);
