/** What claims gave for an order besides refunds, which whoever refunds it by hand has to know. */
import type { Queryable } from '#lib/db/pool.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig } from '#markets/market.ts';
import { claimsGiven } from '../messages/office-errors.ts';
import { OrderActionError } from '../model/line-fulfilment.ts';
import { readGivenForClaims } from './claims-balance.repository.ts';
import type { PlacedOrder } from './order-deps.ts';

/** Returns a sentence about what was given for claims of an order; null if nothing was. */
export async function describeGiven(db: Queryable, { id, market }: Pick<PlacedOrder, 'id' | 'market'>): Promise<string | null> {
  const givenCents = await readGivenForClaims(db, id);
  const { locale, currency } = getMarketConfig(market);
  return givenCents === 0 ? null : claimsGiven.given(formatMoney(givenCents, locale, currency));
}

/**
 * Refuses to refund an order for which a claim gave something, unless the person knows it.
 * @param knowsGiven left out by commands, which print it
 * @throws OrderActionError
 */
export async function assertGivenKnown(db: Queryable, order: PlacedOrder, knowsGiven = true): Promise<void> {
  const given = knowsGiven ? null : await describeGiven(db, order);
  if (given !== null) throw new OrderActionError(claimsGiven.confirm(given));
}
