/** Formats prices of offers. Hits carry decimal money; `packPrice` and `packRRP` are per case [CAT-7]. */

import { formatMoney, toCents } from '#lib/money.ts';
import type { MarketConfig } from '#markets/market.ts';
import type { CatalogueHit } from '../contract.ts';
import { cardMessages } from '../messages/cards.ts';

/** Returns `$1,234.50`. */
export const money = (decimal: number, { locale, currency }: MarketConfig): string => formatMoney(toCents(decimal), locale, currency);

/** Returns `$26` for whole amounts, else `$26.50`. */
export const roundMoney = (decimal: number, config: MarketConfig): string => money(decimal, config).replace(/\.00$/, '');

/** Formats the recommended price of a bottle: `RRP $32.00`. Null if the offer shows none [CAT-9]. */
export function formatRrp({ packRRP, packSize }: Pick<CatalogueHit, 'packRRP' | 'packSize'>, config: MarketConfig): string | null {
  return packRRP === null ? null : cardMessages.rrp(money(Math.round((packRRP * 100) / packSize) / 100, config));
}

/** Formats the saving: `Save 25%`. Null without a saving. */
export const formatSaving = ({ discountPercentage }: Pick<CatalogueHit, 'discountPercentage'>): string | null =>
  discountPercentage > 0 ? cardMessages.saving(discountPercentage) : null;
