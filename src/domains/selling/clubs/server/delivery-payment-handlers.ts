/**
 * What follows for a membership when the order of a delivery is paid, its card is refused, or its case is sold out. The first
 * two are called in the order's own transaction, so they happen with it, once.
 */
import type { Order } from '#domains/selling/checkout/server/order.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { chargeFor } from '../model/charge.ts';
import { cardRefusedLetter, clubEndedLetter, missedLetter, pausedForCardLetter, soldOutLetter, welcomeLetter } from '../model/emails.ts';
import { nextStatus } from '../model/membership.ts';
import { addDays, CARD_RETRY_DAYS, nextTry, STOCK_RETRY_DAYS } from '../model/schedule.ts';
import { type ClubEmailDeps, money, scheduleAfter, termsOf, todayOf, write } from './club-deps.ts';
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

/** The membership of an order, locked; null where it is none of a club's. */
async function lockOfOrder(transaction: Transaction, order: Order): Promise<Membership | null> {
  const id = await membershipOfOrder(transaction, order);
  return id === null ? null : lockMembership(transaction, id);
}

/**
 * An order was placed: its delivery is paid, a pending membership begins, the next delivery goes on the calendar.
 * @param savedCardId the stored card that paid, where the gateway told of one
 */
export async function deliveryPaid(transaction: Transaction, post: ClubEmailDeps, order: Order, keptCard: string | null): Promise<void> {
  const membership = await lockOfOrder(transaction, order);
  if (!membership) return;
  const deliveries = await deliveriesOf(transaction, membership.id);
  const delivery = deliveries.find(({ id }) => id === order.cartId);
  if (!delivery || delivery.state === 'paid') return;
  const now = post.now();
  const today = todayOf(post, membership.market);
  const isFirst = membership.status === 'pending';
  await saveDelivery(transaction, { ...delivery, state: 'paid', orderId: order.id, dueOn: isFirst ? today : delivery.dueOn, tryOn: null });
  await addEvent(transaction, membership.id, now, 'delivered', {
    period: delivery.period,
    orderId: order.id,
    number: order.number,
    totalCents: order.totalCents,
  });
  const started: Membership = isFirst
    ? {
        ...membership,
        status: nextStatus('pending', 'first_paid') ?? 'active',
        anchorOn: today,
        joinedAt: now,
        instrumentId: keptCard ?? order.instrumentId,
      }
    : membership;
  if (isFirst) {
    await saveMembership(transaction, membership, started);
    await addEvent(transaction, membership.id, now, 'joined');
  }
  // An account that was closed while its order was paid gets no further delivery.
  if (started.status === 'cancelled' || deliveries.some(({ id, state }) => state === 'due' && id !== delivery.id)) return;
  const terms = await termsOf(transaction, started);
  await scheduleAfter(transaction, started, deliveries[0] ?? delivery, terms.frequency, today);
  const next = await dueDelivery(transaction, started.id);
  if (isFirst && next) await write(transaction, post, started, terms, welcomeLetter(next.dueOn));
}

/** The card of an order was refused. @returns false where the order is none of a club's */
export async function deliveryDeclined(transaction: Transaction, post: ClubEmailDeps, order: Order): Promise<boolean> {
  const membership = await lockOfOrder(transaction, order);
  if (!membership) return false;
  const due = await dueDelivery(transaction, membership.id);
  if (due?.orderId !== order.id) return true;
  if (membership.status === 'pending') await firstUnpaid(transaction, post, membership, due);
  else if (membership.status === 'active') await cardFailed(transaction, post, membership, due);
  // An account was closed while its delivery was paid for.
  else await dropDelivery(transaction, due.id);
  return true;
}

/** The first delivery was not paid: there is no membership. */
export async function firstUnpaid(transaction: Transaction, post: ClubEmailDeps, membership: Membership, due: Delivery): Promise<void> {
  await saveDelivery(transaction, { ...due, state: 'unpaid' });
  await saveMembership(transaction, membership, { ...membership, status: 'cancelled', reason: 'unpaid' });
  await addEvent(transaction, membership.id, post.now(), 'cancelled', { reason: 'unpaid' });
}

/** A card was refused, or there is none: it is tried again by the table, and after the last try the membership is paused. */
export async function cardFailed(transaction: Transaction, post: ClubEmailDeps, membership: Membership, due: Delivery): Promise<void> {
  const now = post.now();
  const today = todayOf(post, membership.market);
  const attempts = due.cardTries + 1;
  const first = due.cardFailedOn ?? today;
  const terms = await termsOf(transaction, membership);
  const planned = nextTry(CARD_RETRY_DAYS, first, attempts);
  await addEvent(transaction, membership.id, now, 'card_failed', { period: due.period, tries: attempts });
  if (planned === null) {
    await saveDelivery(transaction, { ...due, state: 'unpaid', orderId: null, cardTries: attempts, cardFailedOn: first, tryOn: null });
    await scheduleAfter(transaction, membership, due, terms.frequency, today);
    await pauseBecause(transaction, post, membership, 'card');
    await write(transaction, post, membership, terms, pausedForCardLetter);
    return;
  }
  const tomorrow = addDays(today, 1);
  const next = planned > tomorrow ? planned : tomorrow;
  await saveDelivery(transaction, { ...due, orderId: null, cardTries: attempts, cardFailedOn: first, tryOn: next });
  const price = due.priceCents ?? Math.round((terms.variant?.price ?? 0) * 100);
  const amount = money(membership.market, chargeFor(membership.market, price, membership.details.state).totalCents);
  await write(transaction, post, membership, terms, cardRefusedLetter({ amount, next }));
}

/** The case is sold out: it is looked for again by the table, and after the last time the delivery is left out. */
export async function caseSoldOut(transaction: Transaction, post: ClubEmailDeps, membership: Membership, due: Delivery): Promise<void> {
  const now = post.now();
  const today = todayOf(post, membership.market);
  const attempts = due.stockTries + 1;
  const first = due.stockFailedOn ?? today;
  const terms = await termsOf(transaction, membership);
  const planned = nextTry(STOCK_RETRY_DAYS, first, attempts);
  await addEvent(transaction, membership.id, now, 'sold_out', { period: due.period, tries: attempts });
  if (planned === null) {
    await saveDelivery(transaction, { ...due, state: 'missed', orderId: null, stockTries: attempts, stockFailedOn: first, tryOn: null });
    await addEvent(transaction, membership.id, now, 'missed', { period: due.period });
    await scheduleAfter(transaction, membership, due, terms.frequency, today);
    const next = await dueDelivery(transaction, membership.id);
    await write(transaction, post, membership, terms, missedLetter(next?.dueOn ?? today));
    return;
  }
  const tomorrow = addDays(today, 1);
  const next = planned > tomorrow ? planned : tomorrow;
  await saveDelivery(transaction, { ...due, orderId: null, stockTries: attempts, stockFailedOn: first, tryOn: next });
  await write(transaction, post, membership, terms, soldOutLetter(next));
}

/** The club no longer sends what the member chose. */
export async function clubEnded(transaction: Transaction, post: ClubEmailDeps, membership: Membership): Promise<void> {
  await pauseBecause(transaction, post, membership, 'club');
  await write(transaction, post, membership, await termsOf(transaction, membership), clubEndedLetter);
}

async function pauseBecause(transaction: Transaction, post: ClubEmailDeps, membership: Membership, reason: 'card' | 'club'): Promise<void> {
  const status = nextStatus(membership.status, reason === 'card' ? 'card_exhausted' : 'club_closed');
  if (status === null) return;
  await saveMembership(transaction, membership, { ...membership, status, reason });
  await addEvent(transaction, membership.id, post.now(), 'paused', { reason });
}
