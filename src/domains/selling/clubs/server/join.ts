/**
 * Joins a customer to a club: the first delivery goes through the three phases of every order [CLUB-2]. The membership starts in the
 * transaction that places the order.
 */
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import { findOrder, type Order } from '#domains/selling/checkout/server/order.repository.ts';
import { tryToCancelDraft } from '#domains/selling/checkout/server/order-payment.ts';
import { payOrder } from '#domains/selling/checkout/server/place-order.ts';
import { claimIdempotencyKey, storeResponse } from '#lib/db/idempotency.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { toCents } from '#lib/money.ts';
import { Failure, fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { chargeFor } from '../model/charge.ts';
import { clubPath } from '../model/club-view.ts';
import { type ClubDeps, money, type Terms, todayOf } from './club-deps.ts';
import { lockClubTerms } from './club-record.repository.ts';
import {
  addDelivery,
  addEvent,
  deliveriesOf,
  dueDelivery,
  lockMembership,
  type Membership,
  openMembership,
  saveMembership,
} from './membership.repository.ts';
import { CaseSoldOut, draftDelivery, openDraft } from './start-delivery.ts';

export interface JoinRequest {
  readonly customerId: number;
  readonly market: Market;
  readonly club: NonNullable<Terms['club']>;
  readonly variant: NonNullable<Terms['variant']>;
  readonly frequency: NonNullable<Terms['frequency']>;
  readonly details: CheckoutDetails;
  /** The total that the member saw. */
  readonly expectedCents: number;
  /** The stored card to charge, or null for the gateway's page. */
  readonly instrumentId: string | null;
  /** Idempotency key of the call. */
  readonly key: string | null;
  readonly input: unknown;
  readonly origin: string;
}

/** The result of joining: the membership has started, or the member must pay at a URL. */
export type Joined =
  | { readonly kind: 'active'; readonly membershipId: string }
  | { readonly kind: 'pay'; readonly membershipId: string; readonly payUrl: string };

const joined = (result: Joined): Joined => result;

/** Returns the URL of the page after joining [CLUB-6]. */
export const successUrl = (membershipId: string): string => `/wine-clubs/success?membership=${membershipId}`;

/** Returns the URL to which the gateway's page returns. */
const returnUrl = (origin: string, membershipId: string): string => `${origin}/wine-clubs/checkout/return?membership=${membershipId}`;

/**
 * Maximum attempts to prepare. A draft that no longer matches the request is ended and prepared again. More attempts are needed only if
 * another tab keeps changing it.
 */
const TRIES = 3;

type Prepared =
  | { readonly kind: 'draft' | 'stale'; readonly membershipId: string; readonly order: Order }
  | { readonly kind: 'active'; readonly membershipId: string };

const drafted = (kind: 'draft' | 'stale', membershipId: string, order: Order): Prepared => ({ kind, membershipId, order });

const sameDetails = (a: CheckoutDetails, b: CheckoutDetails): boolean =>
  (Object.keys(b) as (keyof CheckoutDetails)[]).every((field) => a[field] === b[field]);

/** Returns the result of an earlier call with the key. Null if its order was cancelled without a charge. */
async function replayed(transaction: Transaction, membershipId: string): Promise<Prepared | null> {
  const first = (await deliveriesOf(transaction, membershipId)).find(({ period }) => period === 1);
  const order = first?.orderId ? await findOrder(transaction, first.orderId) : null;
  if (order && order.number !== null) return { kind: 'active', membershipId };
  return order?.status === 'Incomplete' ? { kind: 'draft', membershipId, order } : null;
}

/**
 * Keeps the terms of a club until the transaction ends, because staff change only those that nobody has.
 * @returns the failure if the member's choice has changed since the call was checked, null if it has not
 */
async function lockChoice(transaction: Transaction, deps: ClubDeps, { club, variant, frequency, market, details }: JoinRequest) {
  const current = await lockClubTerms(transaction, club.id, market);
  const found = current?.record.variants.find(({ id }) => id === variant.id);
  if (found?.offerId !== variant.offerId) return fail('variant_not_found');
  if (!current?.record.frequencies.some(({ id }) => id === frequency.id)) return fail('frequency_not_found');
  if (found.price === variant.price) return null;
  const { totalCents } = chargeFor(deps.sellingTerms(market), toCents(found.price), details.state);
  return fail('total_changed', { reason: '', total: money(market, totalCents) });
}

/** Runs PREPARE of a first delivery. @throws CaseSoldOut */
async function prepare(transaction: Transaction, deps: ClubDeps, request: JoinRequest) {
  const { customerId, market, club, variant, frequency, details, instrumentId } = request;
  const once = { scope: `wine-club-join:${customerId}`, key: request.key, input: request.input };
  const before = await claimIdempotencyKey(transaction, once, { membershipId: '' });
  const again = before && (await replayed(transaction, before.membershipId));
  if (again) return again;
  const changed = await lockChoice(transaction, deps, request);
  if (changed) return changed;
  const today = todayOf(deps, market);
  const choice = { market, customerId, clubId: club.id, variantId: variant.id, frequencyId: frequency.id, details, anchorOn: today };
  const opened = await openMembership(transaction, choice);
  const membership = await lockMembership(transaction, opened.id);
  if (!membership) throw new Error('a membership was opened and did not come back');
  if (membership.status !== 'pending') return fail('already_member');
  if (opened.isNew) {
    await addDelivery(transaction, opened.id, { period: 1, slot: 0, dueOn: today });
    await addEvent(transaction, opened.id, deps.now(), 'begun', { variant: variant.id, frequency: frequency.id });
  }
  await storeResponse(transaction, once, { membershipId: opened.id });
  const due = await dueDelivery(transaction, opened.id);
  if (!due) throw new Error(`membership ${opened.id} waits for no delivery`);
  const draft = await openDraft(transaction, due);
  if (draft) {
    const fits =
      membership.variantId === variant.id &&
      membership.frequencyId === frequency.id &&
      draft.isHeld &&
      draft.totalCents === request.expectedCents &&
      draft.instrumentId === instrumentId &&
      sameDetails(draft.details, details);
    return drafted(fits ? 'draft' : 'stale', opened.id, draft);
  }
  const chosen: Membership = { ...membership, variantId: variant.id, frequencyId: frequency.id, details };
  await saveMembership(transaction, membership, chosen);
  const payer = { details, instrumentId, saveCard: true };
  const charge = chargeFor(deps.sellingTerms(market), toCents(variant.price), details.state);
  const order = await draftDelivery(transaction, chosen, due, variant, charge, payer);
  return drafted('draft', opened.id, order);
}

/** Joins a club, or continues an unfinished join. */
export async function joinClub(deps: ClubDeps, request: JoinRequest) {
  const { database } = deps.checkout;
  const { totalCents } = chargeFor(deps.sellingTerms(request.market), toCents(request.variant.price), request.details.state);
  if (totalCents !== request.expectedCents) return fail('total_changed', { reason: '', total: money(request.market, totalCents) });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const prepared = await database
      .transaction(async (transaction) => {
        const found = await prepare(transaction, deps, request);
        // After the old draft has ended, PREPARE runs again with the same key.
        if (found instanceof Failure) return found;
        if (found.kind === 'stale') throw new StaleDraft(found.order);
        return found;
      })
      .catch((error: unknown) => {
        if (error instanceof CaseSoldOut) return fail('not_enough_stock', { offer: error.offer });
        if (error instanceof StaleDraft) return error;
        throw error;
      });
    if (prepared instanceof Failure) return prepared;
    if (prepared instanceof StaleDraft) {
      const ended = await tryToCancelDraft(deps.checkout, prepared.order, 'the choice changed');
      if (ended === 'unreachable') return fail('payment_unavailable');
      continue;
    }
    if (prepared.kind === 'active') return joined({ kind: 'active', membershipId: prepared.membershipId });
    const { membershipId, order } = prepared;
    const pressed = await payOrder(deps.checkout, order, {
      origin: request.origin,
      returnUrl: returnUrl(request.origin, membershipId),
      backUrl: `${request.origin}${clubPath(request.club.slug)}`,
    });
    // A delivery of a club has no coupon.
    if (pressed.kind === 'unreachable' || pressed.kind === 'discount_lost') return fail('payment_unavailable');
    return joined(pressed.kind === 'placed' ? { kind: 'active', membershipId } : { kind: 'pay', membershipId, payUrl: pressed.payUrl });
  }
  return fail('payment_unavailable');
}

/** Thrown to roll back a prepare, so that its key is free for the next one. */
class StaleDraft extends Error {
  readonly order: Order;
  constructor(order: Order) {
    super('the draft no longer fits');
    this.order = order;
  }
}
