/**
 * Decides a claim once. The order is locked before the claim, as everywhere, so that a refund by hand and two decisions meet each other.
 * What is given back never exceeds what is left of the payment (docs/decisions/0198-claims.md).
 */
import { LOW_INVENTORY } from '#domains/catalogue/model/hit.ts';
import { notifyLowStock } from '#domains/selling/checkout/server/reservation.repository.ts';
import { OrderActionError } from '#domains/selling/orders/model/line-fulfilment.ts';
import { checkRefundLimit, observeOrder, RefundLimitError } from '#domains/selling/orders/server/observe-order.ts';
import { lockPlaced, type OrderDeps, type PlacedOrder } from '#domains/selling/orders/server/order-deps.ts';
import { intendRefund, planOrderRefund, processRefund } from '#domains/selling/orders/server/refund-order.ts';
import { refuseChange } from '#domains/selling/store-credit/server/change-author.ts';
import { grantEach } from '#domains/selling/store-credit/server/change-credit.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { formatMoney } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { claimRefusals } from '../messages/errors.ts';
import type { ClaimOutcome, ClaimState } from '../model/claim.ts';
import type { RequestedCases } from '../model/replacement.ts';
import { readLeftCents } from './claim-balance.ts';
import { findOrderOfClaim, lockClaim, reportedPositions, updateClaim } from './office-claim.repository.ts';
import { placeReplacement } from './place-replacement.ts';

export interface ClaimDecision {
  readonly id: string;
  /** Version that the person saw. */
  readonly version: number;
  readonly outcome: ClaimOutcome;
  readonly amountCents: number;
  /** What is sent again. Empty for other outcomes. */
  readonly cases: readonly RequestedCases[];
  readonly answer: string;
}

const formatIn = (market: Market, cents: number): string => {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(cents, locale, currency);
};

const STATES: Readonly<Record<ClaimOutcome, Exclude<ClaimState, 'open'>>> = {
  refund: 'refunded',
  credit: 'credited',
  replace: 'replaced',
  decline: 'declined',
};

/** Records an amount without lines as intended refund: bottles that broke do not come back, so the stock stays as it is. */
async function intend(
  transaction: Transaction,
  staff: StaffActor,
  order: PlacedOrder,
  { id, version, amountCents, answer }: ClaimDecision,
) {
  const { plan } = await planOrderRefund(transaction, order, { all: false, lines: [], shipping: false, amountCents, restock: false });
  const refundId = await intendRefund(transaction, order, plan, { key: `claim:${id}:${version}`, reason: answer, actor: staff.name });
  const after = { refundId, amountCents, ...textFields({ reason: answer }) };
  await observeOrder(staff, null).after(transaction, order, { action: 'refunded', after, refundCents: amountCents });
  return refundId;
}

/**
 * Decides a claim: refund, store credit, the cases again, or no. Whoever comes second gets a conflict.
 * @returns what became of the refund: `intended` if the gateway has not answered yet
 * @throws ApiError `step_up_required`
 */
export async function decideClaim(deps: OrderDeps, staff: StaffActor, decision: ClaimDecision) {
  const { id, outcome, amountCents, cases, answer } = decision;
  if (outcome === 'decline' && answer === '') return fail('answer_missing');
  if (outcome === 'replace' && cases.length === 0) return fail('cases_missing');
  if ((outcome === 'refund' || outcome === 'credit') && amountCents === 0) return fail('amount_missing');
  const decided = await decide(deps, staff, decision).catch((error: unknown) => {
    if (error instanceof OrderActionError) return fail('action_refused', { reason: error.message });
    if (error instanceof RefundLimitError) return fail('over_limit', { limit: formatIn(error.market, error.limitCents) });
    throw error;
  });
  if (!decided.ok) return decided;
  if (decided.value.replacementId !== null) await notifyLowStock(deps.database, decided.value.replacementId, LOW_INVENTORY);
  if (decided.value.refundId === null) return ok({ refund: 'none' as const });
  const refund = await processRefund(deps, decided.value.refundId);
  if (refund.state !== 'refused') return ok({ refund: refund.state });
  return fail('action_refused', { reason: claimRefusals.refused((refund.failure ?? 'no reason given').replace(/\.$/, '')) });

  async function decide({ database, enqueueEmail }: OrderDeps, actor: StaffActor, { version }: ClaimDecision) {
    return database.transaction(async (transaction) => {
      const found = await findOrderOfClaim(transaction, id, actor.markets);
      if (!found) return fail('not_found');
      const order = await lockPlaced(transaction, found.orderId);
      const claim = await lockClaim(transaction, id);
      if (!claim) return fail('not_found');
      if (claim.version !== version || claim.state !== 'open')
        return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'claim', id }));
      const { market } = order;
      const left = await readLeftCents(transaction, order.id);
      if ((outcome === 'refund' || outcome === 'credit') && amountCents > left)
        return fail('action_refused', { reason: claimRefusals.over(formatIn(market, amountCents), formatIn(market, left)) });
      let refundId: string | null = null;
      let replacementId: string | null = null;
      let givenCents = outcome === 'decline' ? 0 : amountCents;
      if (outcome === 'replace') {
        const placed = await placeReplacement(transaction, order, {
          ...{ claimId: id, requested: cases, leftCents: left, actor: actor.name },
          reported: await reportedPositions(transaction, id),
          format: (cents) => formatIn(market, cents),
        });
        if (!placed.ok) return placed;
        checkRefundLimit(actor, market, placed.value.amountCents);
        replacementId = placed.value.id;
        givenCents = placed.value.amountCents;
      }
      if (outcome === 'refund') refundId = await intend(transaction, actor, order, decision);
      if (outcome === 'credit') {
        if (order.customerId === 0) return fail('action_refused', { reason: claimRefusals.guest });
        const refused = refuseChange(actor, market, amountCents);
        if (refused) return refused;
        await grantEach(transaction, actor, {
          owners: [{ customerId: order.customerId, market }],
          cents: amountCents,
          note: answer,
          reason: '',
          sourceOf: () => `claim:${id}`,
        });
      }
      const state = STATES[outcome];
      const amount = givenCents === 0 ? null : givenCents;
      await updateClaim(transaction, id, { state, amountCents: amount, refundId, replacementId, answer, by: actor.name, rule: null });
      await recordActivity(transaction, actor, {
        action: `claim.${state}`,
        subject: { kind: 'claim', id },
        market,
        before: { state: 'open' },
        after: {
          state,
          ...(amount === null ? {} : { amountCents: amount }),
          ...(replacementId === null ? {} : { replacementId }),
          ...textFields({ reason: answer }),
        },
      });
      // A refund has an email of its own, once the gateway has made it.
      if (outcome === 'credit') await enqueueEmail(transaction, { kind: 'claim-credited', orderId: order.id, claimId: id });
      if (outcome === 'replace') await enqueueEmail(transaction, { kind: 'claim-replaced', orderId: order.id, claimId: id });
      if (outcome === 'decline') await enqueueEmail(transaction, { kind: 'claim-declined', orderId: order.id, claimId: id });
      return ok({ refundId, replacementId });
    });
  }
}
