/** What members do with their memberships. Each is one transaction under the membership's lock, once a key, and a row of the log. */
import { endDraft } from '../../checkout/server/finish-order.ts';
import type { Order } from '../../checkout/server/order-repository.ts';
import { placeFault } from '../../checkout/validate-details.ts';
import type { Market } from '../../market/market.ts';
import { toCents } from '../../platform/money.ts';
import { claimOnce } from '../../platform/server/database/idempotency.ts';
import type { Transaction } from '../../platform/server/database/pool.ts';
import { Refused } from '../../platform/server/http/refusal-body.ts';
import type { LocalityTable } from '../../shipping/localities.ts';
import { cancelledLetter } from '../letters.ts';
import { afterMove, type MemberAction } from '../membership.ts';
import { STATUS_WORDS } from '../messages.ts';
import { addDays } from '../schedule.ts';
import { type ClubDesk, isSent, nextDay, scheduleAfter, type Terms, termsOf, todayOf, write } from './club-desk.ts';
import { openDraft } from './deliver.ts';
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
} from './membership-repository.ts';

/** Who asks for what. */
export interface MemberWish {
  readonly membershipId: string;
  readonly customerId: number;
  readonly market: Market;
  readonly key: string | null;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A locked membership as an action sees it. */
interface Held {
  readonly transaction: Transaction;
  readonly membership: Membership;
  readonly due: Delivery | null;
  readonly terms: Terms;
  readonly today: string;
  /** Where the action leads. */
  readonly status: Membership['status'];
}

/** A delivery of it is being paid: that ends first. */
class BeingPaid extends Error {
  readonly order: Order;
  constructor(order: Order) {
    super('a delivery is being paid');
    this.order = order;
  }
}

const TRIES = 3;

/** Where an action leads that changes the status: pressed again, it has been done. */
const DONE: Partial<Record<MemberAction, Membership['status']>> = { pause: 'paused', resume: 'active', cancel: 'cancelled' };

/** @throws Refused `membership_not_found`, `not_possible_now`, `payment_unavailable`, and what `act` refuses */
async function change(desk: ClubDesk, wish: MemberWish, action: MemberAction, act: (held: Held) => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const paying = await desk.books.database
      .transaction(async (transaction) => {
        const once = { scope: `wine-club-${action}:${wish.customerId}`, key: wish.key, input: wish.input };
        if (await claimOnce(transaction, once, { done: true })) return null;
        const membership = await lockMembership(transaction, wish.membershipId);
        if (!membership || membership.customerId !== wish.customerId || membership.market !== wish.market)
          throw new Refused('membership_not_found');
        const status = afterMove(membership.status, action);
        if (membership.status === DONE[action]) return null;
        if (status === null) throw new Refused('not_possible_now', { status: STATUS_WORDS[membership.status].toLowerCase() });
        const due = await dueDelivery(transaction, membership.id);
        const order = await openDraft(transaction, due);
        if (order) throw new BeingPaid(order);
        await act({
          transaction,
          membership,
          due,
          status,
          terms: await termsOf(transaction, membership),
          today: todayOf(desk, membership.market),
        });
        return null;
      })
      .catch((error: unknown) => {
        if (error instanceof BeingPaid) return error.order;
        throw error;
      });
    if (!paying) return;
    await endDraft(desk.books, paying, 'the member changed the membership').catch(() => {
      throw new Refused('payment_unavailable');
    });
  }
  throw new Refused('payment_unavailable');
}

/** A delivery as if it had not been tried or told of. */
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

/** Leave the delivery of a period out. @throws Refused `delivery_charged` where it is not the next one any more */
export const skip = (desk: ClubDesk, wish: MemberWish, period: number): Promise<void> =>
  change(desk, wish, 'skip', async ({ transaction, membership, due, terms, today }) => {
    if (due?.period !== period) {
      const known = (await deliveriesOf(transaction, membership.id)).find((delivery) => delivery.period === period);
      if (known?.state === 'skipped') return;
      throw new Refused('delivery_charged');
    }
    await saveDelivery(transaction, { ...due, state: 'skipped', tryOn: null });
    await addEvent(transaction, membership.id, desk.now(), 'skipped', { period, on: due.dueOn });
    await scheduleAfter(transaction, membership, due, terms.frequency, today);
  });

export const pause = (desk: ClubDesk, wish: MemberWish): Promise<void> =>
  change(desk, wish, 'pause', async ({ transaction, membership, status }) => {
    await saveMembership(transaction, membership, { ...membership, status, reason: 'member' });
    await addEvent(transaction, membership.id, desk.now(), 'paused', { reason: 'member' });
  });

/** Deliver again. @throws Refused `club_closed`, `card_missing` */
export const resume = (desk: ClubDesk, wish: MemberWish): Promise<void> =>
  change(desk, wish, 'resume', async ({ transaction, membership, due, terms, today, status }) => {
    if (!isSent(terms)) throw new Refused('club_closed');
    const { instrumentId } = membership;
    if (!instrumentId || (await desk.books.wallet.gatewayToken(transaction, membership, instrumentId)) === null)
      throw new Refused('card_missing');
    await saveMembership(transaction, membership, { ...membership, status, reason: null });
    const [latest] = await deliveriesOf(transaction, membership.id);
    const { day, count } = nextDay(membership, terms.frequency, today, Math.max(1, due?.slot ?? (latest?.slot ?? 0) + 1));
    if (due) await saveDelivery(transaction, { ...untried(due), slot: count, dueOn: day });
    else await addDelivery(transaction, membership.id, { period: (latest?.period ?? 0) + 1, slot: count, dueOn: day });
    await addEvent(transaction, membership.id, desk.now(), 'resumed', { on: day });
  });

/** Another case or rhythm. @throws Refused `club_not_found`, `variant_not_found`, `frequency_not_found` */
export const swap = (desk: ClubDesk, wish: MemberWish, variantId: string, frequencyId: string): Promise<void> =>
  change(desk, wish, 'swap', async ({ transaction, membership, due, today }) => {
    if (membership.variantId === variantId && membership.frequencyId === frequencyId) return;
    const { club, variant, frequency } = await termsOf(transaction, { ...membership, variantId, frequencyId });
    if (!club) throw new Refused('club_not_found');
    if (!variant) throw new Refused('variant_not_found');
    if (!frequency) throw new Refused('frequency_not_found');
    const isOtherRhythm = frequencyId !== membership.frequencyId;
    const last = (await deliveriesOf(transaction, membership.id)).find(({ state }) => state !== 'due');
    const anchorOn = isOtherRhythm ? (last?.dueOn ?? membership.anchorOn) : membership.anchorOn;
    await saveMembership(transaction, membership, { ...membership, variantId, frequencyId, anchorOn });
    if (due && isOtherRhythm) {
      const { day, count } = nextDay({ anchorOn }, frequency, today, 1);
      await saveDelivery(transaction, { ...untried(due), slot: count, dueOn: day });
    } else if (due) {
      // The member has seen what the new case costs.
      const priceCents = due.remindedOn === null ? null : toCents(variant.price);
      await saveDelivery(transaction, { ...due, priceCents, stockTries: 0, stockFailedOn: null });
    }
    await addEvent(transaction, membership.id, desk.now(), 'swapped', { variant: variant.label, frequency: frequency.label });
  });

/** Charge another stored card. @throws Refused `card_not_found` */
export const changeCard = (desk: ClubDesk, wish: MemberWish, instrumentId: string): Promise<void> =>
  change(desk, wish, 'change_card', async ({ transaction, membership, due, today }) => {
    const card = (await desk.books.wallet.cards(transaction, membership)).find(({ id }) => id === instrumentId);
    if (!card) throw new Refused('card_not_found');
    if (membership.instrumentId === instrumentId) return;
    await saveMembership(transaction, membership, { ...membership, instrumentId });
    if (due && due.cardTries > 0) await saveDelivery(transaction, { ...due, cardTries: 0, cardFailedOn: null, tryOn: addDays(today, 1) });
    await addEvent(transaction, membership.id, desk.now(), 'card_changed', { card: `${card.brand} ${card.last4}` });
  });

/** Send to another address of the account. @throws Refused `address_not_found`, `address_mismatch` */
export const changeAddress = (desk: ClubDesk, wish: MemberWish, addressId: number, localities: LocalityTable): Promise<void> =>
  change(desk, wish, 'change_address', async ({ transaction, membership }) => {
    const found = (await desk.books.wallet.addresses(transaction, membership)).find(({ id }) => id === addressId);
    if (!found) throw new Refused('address_not_found');
    const { id: _, isDefault: __, ...place } = found;
    const details = { ...membership.details, ...place };
    if (placeFault(membership.market, details, localities)) throw new Refused('address_mismatch');
    await saveMembership(transaction, membership, { ...membership, details });
    await addEvent(transaction, membership.id, desk.now(), 'address_changed', { suburb: details.suburb, postcode: details.postcode });
  });

/** End the membership. */
export const cancel = (desk: ClubDesk, wish: MemberWish, why: string): Promise<void> =>
  change(desk, wish, 'cancel', async ({ transaction, membership, due, terms, status }) => {
    await saveMembership(transaction, membership, { ...membership, status, reason: 'member' });
    if (due) await dropDelivery(transaction, due.id);
    await addEvent(transaction, membership.id, desk.now(), 'cancelled', { reason: 'member', ...(why === '' ? {} : { why }) });
    await write(transaction, desk, membership, terms, cancelledLetter);
  });
