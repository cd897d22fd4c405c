/**
 * Actions of members: skip, undo, pause, resume, swap, cancel, change card or address [CLUB-4]. Each is one transaction under the lock of
 * the membership, runs once per key and records an event.
 */

import { validateLocality } from '#domains/selling/checkout/model/validate-details.ts';
import type { Order } from '#domains/selling/checkout/server/order.repository.ts';
import { tryToCancelDraft } from '#domains/selling/checkout/server/order-payment.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import { refusePostcode } from '#domains/selling/shipping/model/zones.ts';
import { claimIdempotencyKey } from '#lib/db/idempotency.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { toCents } from '#lib/money.ts';
import { type Failure, fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { STATUS_LABELS } from '../messages.ts';
import { cancelledEmail, staffActionEmail } from '../model/emails.ts';
import { formatEvent } from '../model/format-event.ts';
import { type MembershipEvent, type MembershipTransition, nextStatus } from '../model/membership.ts';
import { addDays } from '../model/schedule.ts';
import { takenBack, undoableSkip } from '../model/undo-skip.ts';
import { type ClubDeps, isSent, nextDay, scheduleAfter, type Terms, termsOf, todayOf, write } from './club-deps.ts';
import { remindDaysOf } from './club-rules.ts';
import {
  addDelivery,
  addEvent,
  type Delivery,
  deliveriesOf,
  dropDelivery,
  dueDelivery,
  lockMembership,
  type Membership,
  saveDelivery,
  saveMembership,
} from './membership.repository.ts';
import { openDraft } from './start-delivery.ts';

/** The member and the idempotency key of an action. */
export interface MembershipActionInput {
  readonly membershipId: string;
  readonly customerId: number;
  readonly market: Market;
  readonly key: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  /** The member of staff who acts for the member, or null. */
  readonly by?: string | null;
  /** Left out by members and commands. */
  readonly observer?: MembershipObserver;
}

/** Observes a change by the office, in its transaction. */
export interface MembershipObserver {
  /** Called with the locked membership before anything is written. Throws if it is not what the person saw. */
  readonly before: (transaction: Transaction, membership: Membership, due: Delivery | null) => Promise<void>;
  /** Called once the change is written. */
  readonly after: (
    transaction: Transaction,
    membership: Membership,
    change: { readonly event: MembershipEvent | 'charged'; readonly data: Readonly<Record<string, unknown>> },
  ) => Promise<void>;
}

/** A locked membership for an action. */
interface LockedMembership {
  readonly transaction: Transaction;
  readonly membership: Membership;
  readonly due: Delivery | null;
  readonly terms: Terms;
  readonly today: string;
  /** The status after the action. */
  readonly status: Membership['status'];
  /** Records the action. If staff acted, records who and e-mails the member. */
  readonly note: (event: MembershipEvent, data: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Rejects an action while a delivery is being paid. */
class BeingPaid extends Error {
  readonly order: Order;
  constructor(order: Order) {
    super('a delivery is being paid');
    this.order = order;
  }
}

const TRIES = 3;

/** Status after each action that changes it. A repeated action in that status does nothing. */
const DONE: Partial<Record<MembershipTransition, Membership['status']>> = { pause: 'paused', resume: 'active', cancel: 'cancelled' };

/** Runs an action. @returns null if it was done, a failure of a check or of `act` otherwise */
async function change<Rejected extends Failure = never>(
  deps: ClubDeps,
  input: MembershipActionInput,
  action: MembershipTransition,
  act: (membership: LockedMembership) => Promise<Rejected | null>,
) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const result = await deps.checkout.database
      .transaction(async (transaction) => {
        const once = { scope: `wine-club-${action}:${input.customerId}`, key: input.key, input: input.input };
        if (await claimIdempotencyKey(transaction, once, { done: true })) return null;
        const membership = await lockMembership(transaction, input.membershipId);
        if (!membership || membership.customerId !== input.customerId || membership.market !== input.market)
          return fail('membership_not_found');
        const due = await dueDelivery(transaction, membership.id);
        await input.observer?.before(transaction, membership, due);
        const status = nextStatus(membership.status, action);
        if (membership.status === DONE[action]) return null;
        if (status === null) return fail('not_possible_now', { status: STATUS_LABELS[membership.status].toLowerCase() });
        const order = await openDraft(transaction, due);
        if (order) throw new BeingPaid(order);
        const terms = await termsOf(transaction, membership);
        const note: LockedMembership['note'] = async (event, data) => {
          const { by = null } = input;
          await addEvent(transaction, membership.id, deps.now(), event, by === null ? data : { ...data, by });
          await input.observer?.after(transaction, membership, { event, data });
          if (by === null || event === 'cancelled') return;
          await write(transaction, deps, membership, terms, staffActionEmail(formatEvent(event, { ...data, by }, membership.market)));
        };
        return act({ transaction, membership, due, status, terms, today: todayOf(deps, membership.market), note });
      })
      .catch((error: unknown) => {
        if (error instanceof BeingPaid) return error;
        throw error;
      });
    if (!(result instanceof BeingPaid)) return result;
    if ((await tryToCancelDraft(deps.checkout, result.order, 'the member changed the membership')) === 'unreachable') break;
  }
  return fail('payment_unavailable');
}

/** Resets a delivery to before its first attempt and reminder. */
const untried = (due: Delivery): Delivery => ({
  ...due,
  remindedOn: null,
  priceCents: null,
  cardTries: 0,
  cardFailedOn: null,
  stockTries: 0,
  stockFailedOn: null,
  tryOn: null,
});

/** Skips a delivery. Fails if it is not the next one. @param why reason for the log, which the member does not see */
export const skip = (deps: ClubDeps, input: MembershipActionInput, period: number, why = '') =>
  change(deps, input, 'skip', async ({ transaction, membership, due, terms, today, note }) => {
    if (due?.period !== period) {
      const existing = (await deliveriesOf(transaction, membership.id)).find((delivery) => delivery.period === period);
      return existing?.state === 'skipped' ? null : fail('delivery_charged');
    }
    await saveDelivery(transaction, { ...due, state: 'skipped', tryOn: null });
    await note('skipped', { period, on: due.dueOn, ...(why === '' ? {} : { why }) });
    await scheduleAfter(transaction, deps, membership, due, terms.frequency, today);
    return null;
  });

/** Undoes a skip until the cut-off. */
export const unskip = (deps: ClubDeps, input: MembershipActionInput, period: number) =>
  change(deps, input, 'unskip', async ({ transaction, membership, due, terms, today, note }) => {
    // A repeated action has been done before.
    if (due?.period === period) return null;
    const skipped = undoableSkip(await deliveriesOf(transaction, membership.id), today);
    if (skipped?.period !== period || !due) return fail('skip_over');
    const back = takenBack(skipped, membership, terms.variant && toCents(terms.variant.price), {
      today,
      remindDays: remindDaysOf(deps, membership),
    });
    await dropDelivery(transaction, due.id);
    await saveDelivery(transaction, back);
    await note('unskipped', { period, on: back.dueOn });
    return null;
  });

/** Pauses deliveries. @param why reason for the log, which the member does not see */
export const pause = (deps: ClubDeps, input: MembershipActionInput, why = '') =>
  change<never>(deps, input, 'pause', async ({ transaction, membership, status, note }) => {
    await saveMembership(transaction, membership, { ...membership, status, reason: 'member' });
    await note('paused', { reason: 'member', ...(why === '' ? {} : { why }) });
    return null;
  });

/** Resumes deliveries. */
export const resume = (deps: ClubDeps, input: MembershipActionInput) =>
  change(deps, input, 'resume', async ({ transaction, membership, due, terms, today, status, note }) => {
    if (!isSent(terms)) return fail('club_closed');
    const { instrumentId } = membership;
    if (!instrumentId || (await deps.checkout.paymentMethods.gatewayToken(transaction, membership, instrumentId)) === null)
      return fail('card_missing');
    await saveMembership(transaction, membership, { ...membership, status, reason: null });
    const [latest] = await deliveriesOf(transaction, membership.id);
    const { day, count } = nextDay(deps, membership, terms.frequency, today, Math.max(1, due?.slot ?? (latest?.slot ?? 0) + 1));
    if (due) await saveDelivery(transaction, { ...untried(due), slot: count, dueOn: day });
    else await addDelivery(transaction, membership.id, { period: (latest?.period ?? 0) + 1, slot: count, dueOn: day });
    await note('resumed', { on: day });
    return null;
  });

/** Changes the case or the frequency. */
export const swap = (deps: ClubDeps, input: MembershipActionInput, variantId: string, frequencyId: string) =>
  change(deps, input, 'swap', async ({ transaction, membership, due, today, note }) => {
    if (membership.variantId === variantId && membership.frequencyId === frequencyId) return null;
    const { club, variant, frequency } = await termsOf(transaction, { ...membership, variantId, frequencyId });
    if (!club) return fail('club_not_found');
    if (!variant) return fail('variant_not_found');
    if (!frequency) return fail('frequency_not_found');
    const isOtherRhythm = frequencyId !== membership.frequencyId;
    const last = (await deliveriesOf(transaction, membership.id)).find(({ state }) => state !== 'due');
    const anchorOn = isOtherRhythm ? (last?.dueOn ?? membership.anchorOn) : membership.anchorOn;
    await saveMembership(transaction, membership, { ...membership, variantId, frequencyId, anchorOn });
    if (due && isOtherRhythm) {
      const { day, count } = nextDay(deps, { ...membership, anchorOn }, frequency, today, 1);
      await saveDelivery(transaction, { ...untried(due), slot: count, dueOn: day });
    } else if (due) {
      // The member has seen the price of the new case.
      const priceCents = due.remindedOn === null ? null : toCents(variant.price);
      await saveDelivery(transaction, { ...due, priceCents, stockTries: 0, stockFailedOn: null });
    }
    await note('swapped', { variant: variant.label, frequency: frequency.label });
    return null;
  });

/** Selects another stored card. */
export const changeCard = (deps: ClubDeps, input: MembershipActionInput, instrumentId: string) =>
  change(deps, input, 'change_card', async ({ transaction, membership, due, today, note }) => {
    await deps.checkout.paymentMethods.lockCard(transaction, membership, instrumentId);
    const card = (await deps.checkout.paymentMethods.cards(transaction, membership)).find(({ id }) => id === instrumentId);
    if (!card) return fail('card_not_found');
    if (membership.instrumentId === instrumentId) return null;
    await saveMembership(transaction, membership, { ...membership, instrumentId });
    if (due && due.cardTries > 0) await saveDelivery(transaction, { ...due, cardTries: 0, cardFailedOn: null, tryOn: addDays(today, 1) });
    await note('card_changed', { card: `${card.brand} ${card.last4}` });
    return null;
  });

/** Handles the removal of the last card: nothing is charged until another one is selected. */
export const loseCard = (deps: ClubDeps, input: MembershipActionInput, instrumentId: string) =>
  change<never>(deps, input, 'card_removed', async ({ transaction, membership, status, note }) => {
    if (membership.instrumentId !== instrumentId) return null;
    const isPausing = membership.status === 'active';
    await saveMembership(transaction, membership, {
      ...membership,
      status,
      reason: isPausing ? 'no_card' : membership.reason,
      instrumentId: null,
    });
    if (isPausing) await note('paused', { reason: 'no_card' });
    return null;
  });

/** Selects another address of the account. */
export const changeAddress = (deps: ClubDeps, input: MembershipActionInput, addressId: number, localities: LocalityTables) =>
  change(deps, input, 'change_address', async ({ transaction, membership, note }) => {
    const found = (await deps.checkout.paymentMethods.addresses(transaction, membership)).find(({ id }) => id === addressId);
    if (!found) return fail('address_not_found');
    const { id: _, isDefault: __, ...locality } = found;
    const details = { ...membership.details, ...locality };
    if (validateLocality(membership.market, details, localities[membership.market])) return fail('address_mismatch');
    const unserved = refusePostcode(deps.sellingTerms(membership.market), details.postcode);
    if (unserved !== null) return fail('no_delivery', { reason: unserved });
    await saveMembership(transaction, membership, { ...membership, details });
    await note('address_changed', { suburb: details.suburb, postcode: details.postcode });
    return null;
  });

/** Ends the membership. */
export const cancel = (deps: ClubDeps, input: MembershipActionInput, why: string) =>
  change<never>(deps, input, 'cancel', async ({ transaction, membership, due, terms, status, note }) => {
    await saveMembership(transaction, membership, { ...membership, status, reason: 'member' });
    if (due) await dropDelivery(transaction, due.id);
    await note('cancelled', { reason: 'member', ...(why === '' ? {} : { why }) });
    await write(transaction, deps, membership, terms, cancelledEmail);
    return null;
  });
