/**
 * The tax contained in what a cart costs. A gift card is money to be spent later: what is bought with it bears the tax then, so
 * its own price contains none (A New Tax System Act div. 100; in Singapore vouchers are taxed when they are redeemed).
 */

import { taxContained, toCents, toDecimal } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import { isGiftSku } from './cart.ts';

/** @param giftCents of the total, what gift cards cost */
export const containedTax = (market: Market, totalCents: number, giftCents: number): number =>
  taxContained(totalCents - giftCents, marketFacts(market).taxPercent);

/** The wire's tax of a cart whose total is set afresh. */
export function taxOfCart(market: Market, { lineItems }: Pick<Cart, 'lineItems'>, totalCents: number): number {
  const gifts = lineItems.filter(({ sku }) => isGiftSku(sku));
  return toDecimal(
    containedTax(
      market,
      totalCents,
      gifts.reduce((sum, { extendedSalePrice }) => sum + toCents(extendedSalePrice), 0),
    ),
  );
}
