/**
 * Changes draft orders. Each change locks the draft, compares the version, runs the storefront's own use case in the same transaction, and
 * writes the activity log (docs/decisions/0200-draft-orders.md).
 */
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import { customerByEmail, customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { marketsOfCustomer, refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { addCoupon, removeCoupon } from '#domains/selling/cart/server/add-coupon.ts';
import { addItem } from '#domains/selling/cart/server/add-item.ts';
import { updateItem } from '#domains/selling/cart/server/update-item.ts';
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import { shopperOfCheckout } from '#domains/selling/checkout/server/checkout-view.ts';
import { findOrder, hasDraft, lockPlacedOrder, orderLines } from '#domains/selling/checkout/server/order.repository.ts';
import { deliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { draftRefusals as text } from '../messages/errors.ts';
import type { DraftState } from '../model/draft-order.ts';
import { type DraftDeps, shopContext, within } from './draft-deps.ts';
import {
  type Draft,
  type DraftChange,
  endCheckouts,
  ensureDraftCart,
  findAdditionDraft,
  insertDraftOrder,
  lineOfOffer,
  lockDraft,
  updateDraft,
} from './draft-order.repository.ts';
import { refused, toRefusal } from './draft-refusal.ts';

/** A draft as a person saw it. */
export interface SeenDraft {
  readonly id: string;
  readonly version: number;
}

const STATE_REFUSALS: Readonly<Record<DraftState, string>> = {
  open: text.notSent,
  sent: text.sent,
  placed: text.placed,
  cancelled: text.cancelled,
  expired: text.expired,
};

const record = (
  transaction: Transaction,
  staff: StaffActor,
  { id, market }: Pick<Draft, 'id' | 'market'>,
  action: ActionName,
): Promise<void> => recordActivity(transaction, staff, { action, subject: { kind: 'draft_order', id }, market });

/** What one change of a draft does, under its lock. */
interface DraftStep {
  readonly action: ActionName;
  /** States in which it is allowed. */
  readonly states: readonly DraftState[];
  readonly run: (transaction: Transaction, draft: Draft) => Promise<DraftChange | Failure>;
}

/** Runs one change of a draft that the person saw. @returns the draft before the change */
export function changeDraft({ database }: Pick<DraftDeps, 'database'>, staff: StaffActor, { id, version }: SeenDraft, step: DraftStep) {
  return database.transaction(async (transaction) => {
    const draft = await lockDraft(transaction, id, staff.markets);
    if (!draft) return fail('not_found');
    if (draft.version !== version) return fail('changed_meanwhile', { who: draft.changedBy, when: timeAgo(draft.updatedAt) });
    if (!step.states.includes(draft.state))
      return refused(draft.state === 'open' && step.states.includes('cancelled') ? text.notCancelled : STATE_REFUSALS[draft.state]);
    const change = await step.run(transaction, draft);
    if (change instanceof Failure) return toRefusal(change);
    await updateDraft(transaction, draft, change, staff.name);
    await record(transaction, staff, draft, step.action);
    return ok(draft);
  });
}

export const OPEN_STATES = ['open'] as const;

/** Runs a use case of the storefront's cart on the cart of a draft. */
export const changeDraftCart = (
  deps: DraftDeps,
  staff: StaffActor,
  context: CallContext,
  seen: SeenDraft,
  run: (database: Database, context: CallContext, shopper: Shopper, cartId: string) => Promise<unknown>,
) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.changed',
    states: OPEN_STATES,
    run: async (transaction, draft) => {
      await ensureDraftCart(transaction, draft);
      const shopper = await shopperOfCheckout(transaction, draft);
      const result = await run(within(deps.database, transaction), shopContext(deps, context, draft.market), shopper, draft.cartId);
      return result instanceof Failure ? result : {};
    },
  });

export const addDraftWine = (
  deps: DraftDeps,
  staff: StaffActor,
  context: CallContext,
  { offerId, productId, ...seen }: SeenDraft & { readonly offerId: string; readonly productId: number },
) =>
  changeDraftCart(deps, staff, context, seen, (database, at, shopper, cartId) =>
    addItem(database, at, shopper, { cartId, offer: { offerId }, productId }),
  );

export const setDraftQuantity = (
  deps: DraftDeps,
  staff: StaffActor,
  context: CallContext,
  { lineId, productId, quantity, ...seen }: SeenDraft & { readonly lineId: string; readonly productId: number; readonly quantity: number },
) =>
  changeDraftCart(deps, staff, context, seen, (database, at, shopper, cartId) =>
    updateItem(database, at, shopper, { cartId, cartItemId: lineId, productId, quantity }),
  );

export const changeDraftCoupon = (
  deps: DraftDeps,
  staff: StaffActor,
  context: CallContext,
  { code, isAdded, ...seen }: SeenDraft & { readonly code: string; readonly isAdded: boolean },
) =>
  changeDraftCart(deps, staff, context, seen, (database, at, shopper, cartId) =>
    (isAdded ? addCoupon : removeCoupon)(database, at, shopper, { cartId, couponCode: code }),
  );

export const setDraftCredit = (deps: DraftDeps, staff: StaffActor, seen: SeenDraft, uses: boolean) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.changed',
    states: OPEN_STATES,
    run: async (_, { customerId }) => (customerId === 0 ? refused(text.noAccount) : { usesCredit: uses }),
  });

/** Ends the payment link of a draft. Refuses while the buyer is paying. */
async function endLink(
  transaction: Transaction,
  { cartId }: Draft,
): Promise<Failure<'action_refused', { readonly reason: string }> | null> {
  await endCheckouts(transaction, cartId);
  return (await hasDraft(transaction, cartId)) ? refused(text.paying) : null;
}

/** Takes the payment link back, so that the draft can be changed. */
export const reopenDraft = (deps: DraftDeps, staff: StaffActor, seen: SeenDraft) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.reopened',
    states: ['sent'],
    run: async (transaction, draft) => (await endLink(transaction, draft)) ?? { state: 'open', linkExpiresAt: null },
  });

export const cancelDraftOrder = (deps: DraftDeps, staff: StaffActor, seen: SeenDraft) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.cancelled',
    states: ['open', 'sent'],
    run: async (transaction, draft) => (await endLink(transaction, draft)) ?? { state: 'cancelled', linkExpiresAt: null },
  });

export const restoreDraft = (deps: DraftDeps, staff: StaffActor, seen: SeenDraft) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.restored',
    states: ['cancelled'],
    run: async (transaction, { addsTo }) => {
      if (addsTo === null) return { state: 'open' };
      // A colleague may begin another one at this moment, which locks the order too.
      await lockPlacedOrder(transaction, addsTo);
      return (await findAdditionDraft(transaction, addsTo)) ? refused(text.otherAddition) : { state: 'open' };
    },
  });

/** Returns the details that the account of a customer has: name, phone, default address. */
async function detailsOfCustomer(
  deps: DraftDeps,
  transaction: Transaction,
  customerId: number,
  market: Market,
): Promise<Partial<CheckoutDetails>> {
  const customer = await customerById(transaction, customerId);
  const [address] = await deps.checkout.paymentMethods.addresses(transaction, { customerId, market });
  const { id: _, isDefault = false, ...locality } = address ?? { id: 0 };
  const name = { firstName: customer?.givenName ?? '', lastName: customer?.familyName ?? '', phone: customer?.phone ?? '' };
  return { ...name, ...(isDefault ? locality : {}) };
}

export interface DraftStart {
  readonly market: Market;
  readonly customerId?: number | undefined;
  readonly email?: string | undefined;
}

/** Returns true if an account belongs to a market of the person. For the others it is a guest, as on the storefront without a sign-in. */
async function isKnownTo(transaction: Transaction, { markets }: StaffActor, customerId: number): Promise<boolean> {
  await refreshSummaries(transaction);
  return (await marketsOfCustomer(transaction, customerId)).some((market) => markets.includes(market));
}

/** Begins a draft. @returns its id */
export const createDraftOrder = (deps: DraftDeps, staff: StaffActor, { market, customerId, email = '' }: DraftStart) =>
  deps.database.transaction(async (transaction) => {
    if (!staff.may('orders.create', market)) return fail('not_found');
    const named = customerId === undefined ? await customerByEmail(transaction, email) : await customerById(transaction, customerId);
    const customer = named && (await isKnownTo(transaction, staff, named.id)) ? named : null;
    if (customerId !== undefined && !customer) return refused(text.customerGone);
    if (!customer && email === '') return refused(text.customerGone);
    const id = await insertDraftOrder(transaction, {
      market,
      customerId: customer?.id ?? 0,
      email: customer?.email ?? email,
      details: customer ? await detailsOfCustomer(deps, transaction, customer.id, market) : {},
      staffId: staff.id,
      author: staff.name,
    });
    await record(transaction, staff, { id, market }, 'draft_order.created');
    return ok(id);
  });

/** Begins a draft with the buyer, the delivery and the wines of an order that are still sold. @returns its id */
export async function duplicateOrder(deps: DraftDeps, staff: StaffActor, context: CallContext, orderId: string) {
  const order = await findOrder(deps.database, orderId);
  if (!order || order.number === null || !staff.may('orders.create', order.market)) return fail('not_found');
  if (order.email === '') return refused(text.customerGone);
  const lines = (await orderLines(deps.database, orderId)).filter(
    ({ addedByPromotion, giftDetails }) => !addedByPromotion && giftDetails === null,
  );
  const begun = await deps.database.transaction(async (transaction) => {
    // Without the day and the place of collection: they were chosen for the first order.
    const { giftMessage: _, ...delivery } = deliveryFields.parse(order.details);
    const id = await insertDraftOrder(transaction, {
      market: order.market,
      customerId: order.customerId,
      email: order.email,
      details: delivery,
      staffId: staff.id,
      author: staff.name,
    });
    await record(transaction, staff, { id, market: order.market }, 'draft_order.created');
    return ok(id);
  });
  // Each wine is a change of its own: one that is not sold any more does not stop the others.
  const notSold: string[] = [];
  let version = 1;
  for (const { offerId, productId, quantity, summary } of lines) {
    const added = await addDraftWine(deps, staff, context, { id: begun.value, version, offerId, productId });
    if (!added.ok) {
      notSold.push(`${summary.brand} ${summary.name}`.trim());
      continue;
    }
    version += 1;
    if (quantity === 1) continue;
    const raised = await changeDraftCart(deps, staff, context, { id: begun.value, version }, async (database, at, shopper, cartId) => {
      const lineId = await lineOfOffer(database, cartId, offerId);
      return updateItem(database, at, shopper, { cartId, cartItemId: lineId, productId, quantity });
    });
    if (raised.ok) version += 1;
    else notSold.push(text.fewer(`${summary.brand} ${summary.name}`.trim(), quantity));
  }
  if (notSold.length > 0)
    await changeDraft(
      deps,
      staff,
      { id: begun.value, version },
      { action: 'draft_order.changed', states: OPEN_STATES, run: async () => ({ notSold }) },
    );
  return begun;
}
