/**
 * Decides a claim by the rule of its market, in the transaction in which it arrives: under the order's lock, and one claim of a buyer
 * after the other, so that several orders claimed at once do not pass the limit of a year.
 */
import { OrderActionError } from '#domains/selling/orders/model/line-fulfilment.ts';
import { logOrderChanges } from '#domains/selling/orders/server/observe-order.ts';
import type { OrderDeps, PlacedOrder } from '#domains/selling/orders/server/order-deps.ts';
import { intendRefund, type PlannedRefund, planOrderRefund } from '#domains/selling/orders/server/refund-order.ts';
import { grantEach } from '#domains/selling/store-credit/server/change-credit.ts';
import { type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { applyRule, type ClaimRule } from '../model/claim-rule.ts';
import { readLeftCents } from './claim-balance.ts';
import { countRuled, lockBuyer, ruledLines } from './claim-rule.repository.ts';
import { updateClaim } from './office-claim.repository.ts';

const SHOP: OtherActor = { kind: 'system', name: 'shop' };

/** Plans a refund of an amount. @returns null if the order cannot be refunded now, such as one with an open dispute */
async function planAmount(transaction: Transaction, order: PlacedOrder, amountCents: number): Promise<PlannedRefund | null> {
  try {
    return await planOrderRefund(transaction, order, { all: false, lines: [], shipping: false, amountCents, restock: false });
  } catch (error) {
    if (error instanceof OrderActionError) return null;
    throw error;
  }
}

/** Decides a claim that was just sent. @returns the refund to process, or null if there is none: staff decide, or credit was given */
export async function decideByRule(
  transaction: Transaction,
  { enqueueEmail }: Pick<OrderDeps, 'enqueueEmail'>,
  order: PlacedOrder,
  claimId: string,
  rule: ClaimRule,
): Promise<string | null> {
  const { market, customerId } = order;
  await lockBuyer(transaction, order);
  const amountCents = applyRule(rule, {
    lines: await ruledLines(transaction, claimId),
    leftCents: await readLeftCents(transaction, order.id),
    decided: await countRuled(transaction, { market, customerId, email: order.email }),
    hasAccount: customerId !== 0,
  });
  if (amountCents === null) return null;
  const state = rule.outcome === 'refund' ? 'refunded' : 'credited';
  let refundId: string | null = null;
  if (rule.outcome === 'refund') {
    const planned = await planAmount(transaction, order, amountCents);
    if (!planned) return null;
    refundId = await intendRefund(transaction, order, planned.plan, { key: `claim:${claimId}:rule`, reason: '', actor: SHOP.name });
    await logOrderChanges(SHOP).after(transaction, order, {
      action: 'refunded',
      after: { refundId, amountCents },
      refundCents: amountCents,
    });
  } else {
    await grantEach(transaction, SHOP, {
      ...{ owners: [{ customerId, market }], cents: amountCents, note: '', reason: '' },
      sourceOf: () => `claim:${claimId}`,
    });
    await enqueueEmail(transaction, { kind: 'claim-credited', orderId: order.id, claimId });
  }
  await updateClaim(transaction, claimId, { state, amountCents, refundId, replacementId: null, answer: '', by: SHOP.name, rule });
  await recordActivity(transaction, SHOP, {
    action: `claim.${state}`,
    subject: { kind: 'claim', id: claimId },
    market,
    before: { state: 'open' },
    after: { state, amountCents },
  });
  return refundId;
}
