/**
 * The renewal job of wine clubs [CLUB-3, CLUB-5]: reminds members, then orders and charges what is due. Several processes may run it at
 * once and may be killed at any point, because a period has one delivery, a delivery one order at a time, an order one payment.
 */

import { toCents } from '#lib/money.ts';
import { MARKETS } from '#markets/market.ts';
import { chargeFor } from '../model/charge.ts';
import { reminderEmail } from '../model/emails.ts';
import { addDays } from '../model/schedule.ts';
import { chargeDelivery } from './charge-delivery.ts';
import { type ClubDeps, isSent, money, termsOf, todayOf, write } from './club-deps.ts';
import { remindDaysOf } from './club-rules.ts';
import { clubEnded, firstUnpaid } from './delivery-payment-handlers.ts';
import { addEvent, dueDelivery, lockMembership, membershipsToRenew, type RenewalStep, saveDelivery } from './membership.repository.ts';
import { openDraft } from './start-delivery.ts';

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
  const days = MARKETS.map((market) => ({ market, day: todayOf(deps, market), lead: deps.longestReminder(market) }));
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
  await each('charge', 'charged', async (id) => {
    const outcome = await chargeDelivery(deps, id);
    if (outcome === 'unreachable') throw new Error(`the gateway did not answer for membership ${id}`);
    return outcome === 'paid';
  });
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

/** Emails a member what will be charged and when, once per delivery and at least the promised days before the charge. */
const remind = (deps: ClubDeps, id: string): Promise<boolean> =>
  deps.checkout.database.transaction(async (transaction) => {
    const membership = await lockMembership(transaction, id);
    const due = membership && (await dueDelivery(transaction, id));
    if (membership?.status !== 'active' || !due || due.remindedOn !== null) return false;
    const { market } = membership;
    const today = todayOf(deps, market);
    const on = addDays(today, remindDaysOf(deps, membership));
    if (due.dueOn > on) return false;
    const terms = await termsOf(transaction, membership);
    if (!isSent(terms) || !terms.variant) {
      await clubEnded(transaction, deps, membership);
      return false;
    }
    const priceCents = toCents(terms.variant.price);
    const { totalCents } = chargeFor(deps.sellingTerms(market), priceCents, membership.details.state);
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
