/**
 * Calculates the tax contained in the cost of a cart. A gift card is redeemed later, and the purchase is taxed then, so its price
 * contains no tax (A New Tax System Act div. 100; in Singapore vouchers are taxed when they are redeemed). See
 * docs/decisions/0063-gift-cards-contain-no-tax.md.
 */

import { taxContained, toCents, toDecimal } from '#lib/money.ts';
import type { Cart } from '../contract.ts';
import { isGiftSku } from './cart.ts';

/** Returns the tax contained in a total, cents. @param giftCents the part of the total that gift cards cost */
export const containedTax = (taxPercent: number, totalCents: number, giftCents: number): number =>
  taxContained(totalCents - giftCents, taxPercent);

/** Returns the tax of a cart in wire format for a new total (cents), as a decimal amount. */
export function taxOfCart(taxPercent: number, { lineItems }: Pick<Cart, 'lineItems'>, totalCents: number): number {
  const gifts = lineItems.filter(({ sku }) => isGiftSku(sku));
  return toDecimal(
    containedTax(
      taxPercent,
      totalCents,
      gifts.reduce((sum, { extendedSalePrice }) => sum + toCents(extendedSalePrice), 0),
    ),
  );
}
