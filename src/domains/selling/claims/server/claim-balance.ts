/** What can be given back for an order. */
import { readGivenForClaims } from '#domains/selling/orders/server/claims-balance.repository.ts';
import { readRefundableBalance } from '#domains/selling/orders/server/fulfilment.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';

/** Returns what can be given back for an order, in cents. Credit for a claim and cases that are sent again count like a refund. */
export async function readLeftCents(db: Queryable, orderId: string): Promise<number> {
  const { paidCents, refundedCents } = await readRefundableBalance(db, orderId);
  return Math.max(0, paidCents - refundedCents - (await readGivenForClaims(db, orderId)));
}
