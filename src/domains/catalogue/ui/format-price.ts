/** Prices as a shopper reads them. Hits carry decimal money; `packPrice` and `packRRP` are of a case. */

import { formatMoney, toCents } from '#lib/money.ts';
import type { MarketConfig } from '#markets/market.ts';
import type { CatalogueHit } from '../contract.ts';

/** `$1,234.50`. */
export const money = (decimal: number, { locale, currency }: MarketConfig): string => formatMoney(toCents(decimal), locale, currency);

/** `$26` where the cents are none, `$26.50` else. */
export const roundMoney = (decimal: number, facts: MarketConfig): string => money(decimal, facts).replace(/\.00$/, '');

/** The recommended price of one bottle: `RRP $32`; null where the offer shows none. */
export function formatRrp({ packRRP, packSize }: Pick<CatalogueHit, 'packRRP' | 'packSize'>, facts: MarketConfig): string | null {
  return packRRP === null ? null : `RRP ${roundMoney(Math.round((packRRP * 100) / packSize) / 100, facts)}`;
}

/** `Save 25%`; null where there is nothing to save. */
export const savingWords = ({ discountPercentage }: Pick<CatalogueHit, 'discountPercentage'>): string | null =>
  discountPercentage > 0 ? `Save ${discountPercentage}%` : null;
