/**
 * Orders and charges the due delivery of a membership: on its day by the renewal job, or when staff ask for it. Whoever comes second finds
 * the draft of the first, so a delivery is charged once.
 */
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import type { Order } from '#domains/selling/checkout/server/order.repository.ts';
import { tryToCancelDraft } from '#domains/selling/checkout/server/order-payment.ts';
import { payOrder } from '#domains/selling/checkout/server/place-order.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { toCents } from '#lib/money.ts';
import { chargeFor, isOverdue } from '../model/charge.ts';
import { type ClubDeps, deliveryTerms, isSent, termsOf, todayOf } from './club-deps.ts';
import { cardFailed, caseSoldOut, clubEnded, deliveryDeclined } from './delivery-payment-handlers.ts';
import type { MembershipObserver } from './member-actions.ts';
import { type Delivery, dueDelivery, lockMembership, type Membership } from './membership.repository.ts';
import { CaseSoldOut, draftDelivery, openDraft } from './start-delivery.ts';

/** What became of a charge. `nothing_due` if there is nothing to pay now, `ended` if the club no longer sends the case. */
export type ChargeOutcome = 'paid' | 'declined' | 'card_missing' | 'sold_out' | 'ended' | 'nothing_due' | 'unreachable';

interface DueDelivery {
  readonly membership: Membership;
  readonly due: Delivery;
}

/** Locks an active membership whose delivery may be charged now. Staff need not wait for the day of the next attempt. */
async function lockDue(
  transaction: Transaction,
  deps: ClubDeps,
  id: string,
  observer: MembershipObserver | null,
): Promise<DueDelivery | null> {
  const membership = await lockMembership(transaction, id);
  const due = membership && (await dueDelivery(transaction, id));
  if (membership) await observer?.before(transaction, membership, due);
  if (membership?.status !== 'active' || !due) return null;
  const today = todayOf(deps, membership.market);
  const isWaiting = due.tryOn !== null && due.tryOn > today;
  return isOverdue(due, today) && (observer !== null || !isWaiting) ? { membership, due } : null;
}

/** PREPARE. @returns the order to pay, drafted now or by an interrupted run, or why there is none */
async function prepare(
  transaction: Transaction,
  deps: ClubDeps,
  id: string,
  observer: MembershipObserver | null,
): Promise<Order | Exclude<ChargeOutcome, 'paid'>> {
  const found = await lockDue(transaction, deps, id, observer);
  if (!found) return 'nothing_due';
  const { membership, due } = found;
  const recordRetry = async (): Promise<void> =>
    observer?.after(transaction, membership, { event: 'charged', data: { period: due.period } });
  const open = await openDraft(transaction, due);
  if (open) {
    await recordRetry();
    return open;
  }
  const terms = await termsOf(transaction, membership);
  const customer = await customerById(transaction, membership.customerId);
  if (!isSent(terms) || !terms.variant || !customer) {
    await clubEnded(transaction, deps, membership);
    return 'ended';
  }
  const { instrumentId } = membership;
  const card = instrumentId && (await deps.checkout.paymentMethods.gatewayToken(transaction, membership, instrumentId));
  if (!card) {
    // Staff read that the card is missing: no attempt is used up and the member gets no email.
    if (observer === null) await cardFailed(transaction, deps, membership, due);
    return 'card_missing';
  }
  await recordRetry();
  const priceCents = due.priceCents ?? toCents(terms.variant.price);
  const charge = chargeFor(await deliveryTerms(transaction, deps, membership, due), priceCents, membership.details.state);
  return draftDelivery(transaction, membership, due, terms.variant, charge, {
    details: { ...membership.details, email: customer.email },
    instrumentId,
    saveCard: false,
  });
}

/** Orders and charges the due delivery of a membership. @param observer of staff who ask for it; null for the job */
export async function chargeDelivery(deps: ClubDeps, id: string, observer: MembershipObserver | null = null): Promise<ChargeOutcome> {
  const { database } = deps.checkout;
  const order = await database
    .transaction((transaction) => prepare(transaction, deps, id, observer))
    .catch(async (error: unknown) => {
      if (!(error instanceof CaseSoldOut)) throw error;
      await database.transaction((transaction) => recordSoldOut(transaction, deps, id));
      return 'sold_out' as const;
    });
  if (typeof order === 'string') return order;
  const origin = deps.originOf(order.market);
  const accountUrl = `${origin}/account/wine-clubs?membership=${id}`;
  const pressed = await payOrder(deps.checkout, order, { origin, returnUrl: accountUrl, backUrl: accountUrl });
  if (pressed.kind === 'placed') return 'paid';
  // The gateway may have charged. The next run or the job that resumes orders confirms it.
  if (pressed.kind === 'unreachable') return 'unreachable';
  // There is no payer for the gateway's page, so the payment is cancelled at once.
  const ended = await tryToCancelDraft(deps.checkout, order, 'the stored card was not charged');
  if (ended === 'unreachable') return 'unreachable';
  if (ended === 'placed') return 'paid';
  // A card that needs a confirmation is not declined, so cancelling the order does not report it.
  await database.transaction((transaction) => deliveryDeclined(transaction, deps, order));
  return 'declined';
}

async function recordSoldOut(transaction: Transaction, deps: ClubDeps, id: string): Promise<void> {
  const found = await lockDue(transaction, deps, id, null);
  if (!found || (await openDraft(transaction, found.due))) return;
  await caseSoldOut(transaction, deps, found.membership, found.due);
}
