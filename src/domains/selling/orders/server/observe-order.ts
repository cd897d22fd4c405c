/** What the office adds to a change of an order, in its transaction: the version that the person saw, their limits, the activity log. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { type ActivityActor, type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requireStepUp } from '#domains/staff/server/authenticate.ts';
import { EditConflictError } from '#domains/staff/server/edit-conflict-error.ts';
import type { Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { readLastChange } from './office-order.repository.ts';
import type { OrderChange, OrderObserver, PlacedOrder } from './order-deps.ts';

/** Refunds above this amount need a fresh second factor, in cents. */
const STEP_UP_REFUND_CENTS = 50_000;

/** Returns true if a refund needs a fresh second factor. */
export const isStepUpRefund = (cents: number): boolean => cents > STEP_UP_REFUND_CENTS;

/** The refund exceeds what the person's role allows. */
export class RefundLimitError extends Error {
  override name = 'RefundLimitError';
  readonly limitCents: number;
  readonly market: Market;
  constructor(limitCents: number, market: Market) {
    super(`the refund exceeds ${limitCents} cents`);
    this.limitCents = limitCents;
    this.market = market;
  }
}

/**
 * Checks the refund limit of a person and, for large amounts, their second factor.
 * @throws RefundLimitError
 * @throws ApiError `step_up_required`
 */
export function checkRefundLimit(staff: StaffActor, market: Market, cents: number): void {
  const limit = staff.limitOf('orders.refund', market);
  if (limit !== null && cents > limit) throw new RefundLimitError(limit, market);
  if (isStepUpRefund(cents)) requireStepUp(staff);
}

/** Events of the shop have no person. */
const nameOf = (actor: string): string => (actor === 'shop' ? 'The shop' : actor);

const recordChange = (
  transaction: Transaction,
  actor: ActivityActor,
  { id, market, status }: PlacedOrder,
  { action, before, after }: Pick<OrderChange, 'action' | 'before' | 'after'>,
): Promise<void> =>
  recordActivity(transaction, actor, {
    action: `order.${action}`,
    subject: { kind: 'order', id },
    market,
    before: { status, ...before },
    after,
  });

/** Observes one change of a person. @param version that the person saw. Null for changes of several orders */
export const observeOrder = (staff: StaffActor, version: number | null): OrderObserver => ({
  async before(transaction, order) {
    const last = version === null ? null : await readLastChange(transaction, order.id);
    if (last && last.version !== version) throw new EditConflictError(nameOf(last.actor), timeAgo(last.at));
  },
  async after(transaction, order, { action, before, after, refundCents }) {
    // A cancellation has a permission of its own, which is about whole orders.
    if (action === 'refunded') checkRefundLimit(staff, order.market, refundCents);
    else if (isStepUpRefund(refundCents)) requireStepUp(staff);
    await recordChange(transaction, staff, order, { action, ...(before && { before }), after });
  },
});

/** Writes changes of orders that a command makes into the activity log. */
export const logOrderChanges = (actor: OtherActor): OrderObserver => ({
  before: async () => {},
  after: (transaction, order, change) => recordChange(transaction, actor, order, change),
});
