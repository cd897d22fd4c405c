/** Handlers of the endpoints by which buyers report what is wrong [ORD-22]. docs/decisions/0198-claims.md */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { lockPlaced, type OrderDeps } from '#domains/selling/orders/server/order-deps.ts';
import { processRefund } from '#domains/selling/orders/server/refund-order.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { formatMoney } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import type { claimContract, OrderClaims } from '../contract.ts';
import { CLAIM_ERRORS } from '../messages/errors.ts';
import { type ClaimableLine, findWrongLine, MAX_CLAIMS_PER_ORDER } from '../model/claim.ts';
import type { ClaimRule } from '../model/claim-rule.ts';
import { type ClaimedOrder, claimableLines, claimsOf, insertClaim, type StoredClaim } from './claim.repository.ts';
import { readLeftCents } from './claim-balance.ts';
import { decideByRule } from './decide-by-rule.ts';
import type { FindOwnOrder } from './order-access.ts';

type Refusal = 'claim_closed' | 'claim_open' | 'too_many_claims';

/** Statuses of orders of which nothing arrives. */
const CLOSED: readonly OrderStatus[] = ['Cancelled', 'Refunded', 'Declined'];

interface ReadClaims {
  readonly lines: readonly ClaimableLine[];
  readonly claims: readonly StoredClaim[];
  readonly refusal: Refusal | null;
}

async function readClaims(db: Queryable, { id, status }: ClaimedOrder): Promise<ReadClaims> {
  const [lines, claims] = [await claimableLines(db, id), await claimsOf(db, id)];
  const isClosed = CLOSED.includes(status) || lines.length === 0 || (await readLeftCents(db, id)) === 0;
  const refusal = claims.some(({ state }) => state === 'open')
    ? 'claim_open'
    : isClosed
      ? 'claim_closed'
      : claims.length >= MAX_CLAIMS_PER_ORDER
        ? 'too_many_claims'
        : null;
  return { lines, claims, refusal };
}

function view({ number, market }: ClaimedOrder, { lines, claims, refusal }: ReadClaims): OrderClaims {
  const { locale, currency } = getMarketConfig(market);
  const nameOf = (position: number): string => lines.find((line) => line.position === position)?.name ?? '';
  return {
    number,
    lines: [...lines],
    refusal: refusal === null ? null : CLAIM_ERRORS[refusal].title,
    claims: claims.map(({ createdAt, amountCents, lines: reported, state, ...claim }) => ({
      id: claim.id,
      text: claim.text,
      // A decision that did not come about is not shown.
      answer: state === 'open' ? '' : claim.answer,
      photos: claim.photos,
      state,
      sentAt: createdAt.toISOString(),
      sentOn: formatDate(market, createdAt),
      // What is sent again has no price for the buyer.
      amount: amountCents === null || state === 'open' || state === 'replaced' ? null : formatMoney(amountCents, locale, currency),
      lines: reported.map((line) => ({ ...line, name: nameOf(line.position) })),
    })),
  };
}

/** Returns the rule of a market that decides claims at once. Null if staff decide every claim. */
type ClaimRuleOf = (market: Market) => ClaimRule | null;

export const claimHandlers = (deps: OrderDeps, findOrder: FindOwnOrder, ruleOf: ClaimRuleOf): Handlers<typeof claimContract> => ({
  async claims({ order: key }, context) {
    const order = await findOrder(key, context);
    return order ? ok({ data: view(order, await readClaims(deps.database, order)) }) : fail('order_not_found');
  },

  async sendClaim({ order: key, lines, text, photos }, context) {
    const order = await findOrder(key, context);
    if (!order) return fail('order_not_found');
    const sent = await deps.database.transaction(async (transaction) => {
      // The order's lock serialises claims with each other and with refunds.
      const placed = await lockPlaced(transaction, order.id);
      const before = await readClaims(transaction, order);
      if (before.refusal !== null) return fail(before.refusal);
      if (findWrongLine(before.lines, lines)) return fail('claim_line_unknown');
      const id = await insertClaim(transaction, order, { text, lines, photos });
      // A failure rolls back.
      if (id === null) return fail('photo_unknown');
      await recordActivity(
        transaction,
        { kind: 'system', name: 'shop' },
        { action: 'claim.received', subject: { kind: 'claim', id }, market: order.market },
      );
      await deps.enqueueEmail(transaction, { kind: 'claim-received', orderId: order.id, claimId: id });
      const rule = ruleOf(order.market);
      return ok({ refundId: rule && (await decideByRule(transaction, deps, placed, id, rule)) });
    });
    if (!sent.ok) return sent;
    // The refund is recorded: a job continues it if the gateway or this process fails.
    if (sent.value.refundId !== null) await processRefund(deps, sent.value.refundId);
    return ok({ data: view(order, await readClaims(deps.database, order)) });
  },
});
