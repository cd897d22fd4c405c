/**
 * The renewal job of wine clubs [CLUB-3, CLUB-5]: reminds members, then orders and charges what is due. Several processes may run it at
 * once and may be killed at any point, because a period has one delivery, a delivery one order at a time, an order one payment.
 */

import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import type { Order } from '#domains/selling/checkout/server/order.repository.ts';
import { cancelDraft } from '#domains/selling/checkout/server/order-payment.ts';
import { payOrder } from '#domains/selling/checkout/server/place-order.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { toCents } from '#lib/money.ts';
import { MARKETS } from '#markets/market.ts';
import { chargeFor } from '../model/charge.ts';
import { reminderEmail } from '../model/emails.ts';
import { addDays, REMIND_DAYS } from '../model/schedule.ts';
import { type ClubDeps, isSent, money, termsOf, todayOf, write } from './club-deps.ts';
import { cardFailed, caseSoldOut, clubEnded, deliveryDeclined, firstUnpaid } from './delivery-payment-handlers.ts';
import {
  addEvent,
  dueDelivery,
  lockMembership,
  type Membership,
  membershipsToRenew,
  type RenewalStep,
  saveDelivery,
} from './membership.repository.ts';
import { CaseSoldOut, draftDelivery, openDraft } from './start-delivery.ts';

/** Result of one run. */
export interface RenewalSummary {
  readonly reminded: number;
  readonly charged: number;
  readonly abandoned: number;
}

/** Runs all steps that are due. @throws AggregateError if some failed. The others were done */
export async function renewDueMemberships(deps: ClubDeps): Promise<RenewalSummary> {
  const counts = { reminded: 0, charged: 0, abandoned: 0 };
  const errors: unknown[] = [];
  const days = Object.fromEntries(MARKETS.map((market) => [market, todayOf(deps, market)]));
  const each = async (step: RenewalStep, count: keyof RenewalSummary, work: (id: string) => Promise<boolean>): Promise<void> => {
    for (const id of await membershipsToRenew(deps.checkout.database, step, days)) {
      // A failure must not delay the others.
      await work(id).then(
        (isDone) => {
          if (isDone) counts[count] += 1;
        },
        (error: unknown) => errors.push(error),
      );
    }
  };
  await each('abandoned', 'abandoned', (id) => endAbandoned(deps, id));
  await each('remind', 'reminded', (id) => remind(deps, id));
  await each('charge', 'charged', (id) => charge(deps, id));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} memberships could not be renewed`);
  return counts;
}

/** Cancels a membership whose first payment was abandoned. */
const endAbandoned = (deps: ClubDeps, id: string): Promise<boolean> =>
  deps.checkout.database.transaction(async (transaction) => {
    const membership = await lockMembership(transaction, id);
    const due = await dueDelivery(transaction, id);
    if (membership?.status !== 'pending' || !due || (await openDraft(transaction, due))) return false;
    await firstUnpaid(transaction, deps, membership, due);
    return true;
  });

/** Locks a membership. @returns null if it is no longer active */
async function lockActive(transaction: Transaction, id: string): Promise<Membership | null> {
  const membership = await lockMembership(transaction, id);
  return membership?.status === 'active' ? membership : null;
}

/** Emails a member what will be charged and when, once per delivery and at least REMIND_DAYS before the charge. */
const remind = (deps: ClubDeps, id: string): Promise<boolean> =>
  deps.checkout.database.transaction(async (transaction) => {
    const membership = await lockActive(transaction, id);
    const due = membership && (await dueDelivery(transaction, id));
    if (!due || due.remindedOn !== null) return false;
    const terms = await termsOf(transaction, membership);
    if (!isSent(terms) || !terms.variant) {
      await clubEnded(transaction, deps, membership);
      return false;
    }
    const { market } = membership;
    const today = todayOf(deps, market);
    const soonest = addDays(today, REMIND_DAYS);
    const on = due.dueOn > soonest ? due.dueOn : soonest;
    const priceCents = toCents(terms.variant.price);
    const { totalCents } = chargeFor(market, priceCents, membership.details.state);
    const card =
      (await deps.checkout.paymentMethods.cards(transaction, membership)).find(({ id: stored }) => stored === membership.instrumentId) ??
      null;
    await saveDelivery(transaction, { ...due, dueOn: on, remindedOn: today, priceCents });
    await addEvent(transaction, id, deps.now(), 'reminded', { period: due.period, on, totalCents });
    await write(
      transaction,
      deps,
      membership,
      terms,
      reminderEmail({ period: due.period, variant: terms.variant.label, on, amount: money(market, totalCents), card }),
    );
    return true;
  });

/** PREPARE of a renewal. @returns the order to pay, drafted now or by an interrupted run, or null if there is nothing to pay */
async function prepare(transaction: Transaction, deps: ClubDeps, id: string): Promise<Order | null> {
  const membership = await lockActive(transaction, id);
  const due = membership && (await dueDelivery(transaction, id));
  const today = membership && todayOf(deps, membership.market);
  if (!membership || !due || today === null || due.remindedOn === null || due.dueOn > today || (due.tryOn !== null && due.tryOn > today))
    return null;
  const open = await openDraft(transaction, due);
  if (open) return open;
  const terms = await termsOf(transaction, membership);
  const customer = await customerById(transaction, membership.customerId);
  if (!isSent(terms) || !terms.variant || !customer) {
    await clubEnded(transaction, deps, membership);
    return null;
  }
  const { instrumentId } = membership;
  const card = instrumentId && (await deps.checkout.paymentMethods.gatewayToken(transaction, membership, instrumentId));
  if (!card) {
    await cardFailed(transaction, deps, membership, due);
    return null;
  }
  return draftDelivery(transaction, membership, due, terms.variant, due.priceCents ?? toCents(terms.variant.price), {
    details: { ...membership.details, email: customer.email },
    instrumentId,
    saveCard: false,
  });
}

/** Orders and charges the due delivery of a membership. @returns true if it was paid */
async function charge(deps: ClubDeps, id: string): Promise<boolean> {
  const { database } = deps.checkout;
  const order = await database
    .transaction((transaction) => prepare(transaction, deps, id))
    .catch(async (error: unknown) => {
      if (!(error instanceof CaseSoldOut)) throw error;
      await database.transaction((transaction) => recordSoldOut(transaction, deps, id));
      return null;
    });
  if (!order) return false;
  const origin = deps.originOf(order.market);
  const accountUrl = `${origin}/account/wine-clubs?membership=${id}`;
  const pressed = await payOrder(deps.checkout, order, { origin, returnUrl: accountUrl, backUrl: accountUrl });
  if (pressed.kind === 'placed') return true;
  // The gateway may have charged. The next run or the job that resumes orders confirms it.
  if (pressed.kind === 'unreachable') throw new Error(`the gateway did not answer for order ${order.id}`);
  // There is no payer for the gateway's page, so the payment is cancelled at once.
  if ((await cancelDraft(deps.checkout, order, 'the stored card was not charged')) === 'placed') return true;
  // A card that needs a confirmation is not declined, so cancelling the order does not report it.
  await database.transaction((transaction) => deliveryDeclined(transaction, deps, order));
  return false;
}

async function recordSoldOut(transaction: Transaction, deps: ClubDeps, id: string): Promise<void> {
  const membership = await lockActive(transaction, id);
  const due = membership && (await dueDelivery(transaction, id));
  const today = membership && todayOf(deps, membership.market);
  if (!due || today === null || (due.tryOn !== null && due.tryOn > today) || (await openDraft(transaction, due))) return;
  await caseSoldOut(transaction, deps, membership, due);
}
