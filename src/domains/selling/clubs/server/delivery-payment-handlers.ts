/**
 * Updates a membership when the order of a delivery is paid, its card is declined, or its case is sold out.
 * The first two run in the transaction that changes the order, so they happen exactly once.
 */
import { findOrder, type Order } from '#domains/selling/checkout/server/order.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { chargeFor } from '../model/charge.ts';
import { cardDeclinedEmail, clubEndedEmail, missedEmail, pausedForCardEmail, soldOutEmail, welcomeEmail } from '../model/emails.ts';
import { nextStatus } from '../model/membership.ts';
import { addDays, nextTry } from '../model/schedule.ts';
import { type ClubEmailDeps, deliveryTerms, money, scheduleAfter, termsOf, todayOf, write } from './club-deps.ts';
import { retryRules } from './club-rules.ts';
import {
  addEvent,
  type Delivery,
  deliveriesOf,
  dropDelivery,
  dueDelivery,
  lockMembership,
  type Membership,
  membershipOfOrder,
  saveDelivery,
  saveMembership,
} from './membership.repository.ts';

/** Locks the membership of an order. @returns null if it is not an order of a club */
async function lockOfOrder(transaction: Transaction, order: Order): Promise<Membership | null> {
  const id = await membershipOfOrder(transaction, order);
  return id === null ? null : lockMembership(transaction, id);
}

/**
 * Handles a placed order: marks its delivery as paid, starts a pending membership, schedules the next delivery.
 * @param savedCardId the stored card that paid, if the gateway saved one
 */
export async function deliveryPaid(transaction: Transaction, post: ClubEmailDeps, order: Order, savedCardId: string | null): Promise<void> {
  const membership = await lockOfOrder(transaction, order);
  if (!membership) return;
  const deliveries = await deliveriesOf(transaction, membership.id);
  const delivery = deliveries.find(({ id }) => id === order.cartId);
  if (!delivery || delivery.state === 'paid') return;
  const now = post.now();
  const today = todayOf(post, membership.market);
  const isFirst = membership.status === 'pending';
  await saveDelivery(transaction, { ...delivery, state: 'paid', orderId: order.id, dueOn: isFirst ? today : delivery.dueOn, tryOn: null });
  const placed = await findOrder(transaction, order.id);
  await addEvent(transaction, membership.id, now, 'delivered', {
    period: delivery.period,
    orderId: order.id,
    number: placed?.number ?? null,
    totalCents: order.totalCents,
  });
  const started: Membership = isFirst
    ? {
        ...membership,
        status: nextStatus('pending', 'first_paid') ?? 'active',
        anchorOn: today,
        joinedAt: now,
        instrumentId: savedCardId ?? order.instrumentId,
      }
    : membership;
  if (isFirst) {
    await saveMembership(transaction, membership, started);
    await addEvent(transaction, membership.id, now, 'joined');
  }
  // An account that was deleted during the payment gets no further delivery.
  if (started.status === 'cancelled' || deliveries.some(({ id, state }) => state === 'due' && id !== delivery.id)) return;
  const terms = await termsOf(transaction, started);
  await scheduleAfter(transaction, post, started, deliveries[0] ?? delivery, terms.frequency, today);
  const next = await dueDelivery(transaction, started.id);
  if (isFirst && next) await write(transaction, post, started, terms, welcomeEmail(next.dueOn));
}

/** Handles a declined card. @returns false if it is not an order of a club */
export async function deliveryDeclined(transaction: Transaction, post: ClubEmailDeps, order: Order): Promise<boolean> {
  const membership = await lockOfOrder(transaction, order);
  if (!membership) return false;
  const due = await dueDelivery(transaction, membership.id);
  if (due?.orderId !== order.id) return true;
  if (membership.status === 'pending') await firstUnpaid(transaction, post, membership, due);
  else if (membership.status === 'active') await cardFailed(transaction, post, membership, due);
  // The account was deleted during the payment.
  else await dropDelivery(transaction, due.id);
  return true;
}

/** Ends a pending membership whose first delivery was not paid. */
export async function firstUnpaid(transaction: Transaction, post: ClubEmailDeps, membership: Membership, due: Delivery): Promise<void> {
  await saveDelivery(transaction, { ...due, state: 'unpaid' });
  await saveMembership(transaction, membership, { ...membership, status: 'cancelled', reason: 'unpaid' });
  await addEvent(transaction, membership.id, post.now(), 'cancelled', { reason: 'unpaid' });
}

/** Handles a declined or missing card: schedules the next attempt, or pauses the membership after the last. */
export async function cardFailed(transaction: Transaction, post: ClubEmailDeps, membership: Membership, due: Delivery): Promise<void> {
  const now = post.now();
  const today = todayOf(post, membership.market);
  const attempts = due.cardTries + 1;
  const first = due.cardFailedOn ?? today;
  const terms = await termsOf(transaction, membership);
  const planned = nextTry(retryRules(post, membership.market, first).cardRetryDays, first, attempts);
  await addEvent(transaction, membership.id, now, 'card_failed', { period: due.period, tries: attempts });
  if (planned === null) {
    await saveDelivery(transaction, { ...due, state: 'unpaid', orderId: null, cardTries: attempts, cardFailedOn: first, tryOn: null });
    await scheduleAfter(transaction, post, membership, due, terms.frequency, today);
    await pauseBecause(transaction, post, membership, 'card');
    await write(transaction, post, membership, terms, pausedForCardEmail);
    return;
  }
  const tomorrow = addDays(today, 1);
  const next = planned > tomorrow ? planned : tomorrow;
  await saveDelivery(transaction, { ...due, orderId: null, cardTries: attempts, cardFailedOn: first, tryOn: next });
  const price = due.priceCents ?? Math.round((terms.variant?.price ?? 0) * 100);
  const charge = chargeFor(await deliveryTerms(transaction, post, membership, due), price, membership.details.state);
  const amount = money(membership.market, charge.totalCents);
  await write(transaction, post, membership, terms, cardDeclinedEmail({ amount, next }));
}

/** Handles a sold-out case: schedules the next check, or skips the delivery after the last. */
export async function caseSoldOut(transaction: Transaction, post: ClubEmailDeps, membership: Membership, due: Delivery): Promise<void> {
  const now = post.now();
  const today = todayOf(post, membership.market);
  const attempts = due.stockTries + 1;
  const first = due.stockFailedOn ?? today;
  const terms = await termsOf(transaction, membership);
  const planned = nextTry(retryRules(post, membership.market, first).stockRetryDays, first, attempts);
  await addEvent(transaction, membership.id, now, 'sold_out', { period: due.period, tries: attempts });
  if (planned === null) {
    await saveDelivery(transaction, { ...due, state: 'missed', orderId: null, stockTries: attempts, stockFailedOn: first, tryOn: null });
    await addEvent(transaction, membership.id, now, 'missed', { period: due.period });
    await scheduleAfter(transaction, post, membership, due, terms.frequency, today);
    const next = await dueDelivery(transaction, membership.id);
    await write(transaction, post, membership, terms, missedEmail(next?.dueOn ?? today));
    return;
  }
  const tomorrow = addDays(today, 1);
  const next = planned > tomorrow ? planned : tomorrow;
  await saveDelivery(transaction, { ...due, orderId: null, stockTries: attempts, stockFailedOn: first, tryOn: next });
  await write(transaction, post, membership, terms, soldOutEmail(next));
}

/** Pauses a membership whose selection the club no longer offers. */
export async function clubEnded(transaction: Transaction, post: ClubEmailDeps, membership: Membership): Promise<void> {
  await pauseBecause(transaction, post, membership, 'club');
  await write(transaction, post, membership, await termsOf(transaction, membership), clubEndedEmail);
}

async function pauseBecause(transaction: Transaction, post: ClubEmailDeps, membership: Membership, reason: 'card' | 'club'): Promise<void> {
  const status = nextStatus(membership.status, reason === 'card' ? 'card_exhausted' : 'club_closed');
  if (status === null) return;
  await saveMembership(transaction, membership, { ...membership, status, reason });
  await addEvent(transaction, membership.id, post.now(), 'paused', { reason });
}
