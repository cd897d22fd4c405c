/**
 * PREPARE: replays a finished checkout or a draft that still fits, recomputes all amounts, compares the total with the one that the shopper
 * saw, reserves gift cards, credit and stock in product order, and drafts the order.
 * Runs in one transaction under locks (docs/decisions/0007-three-phase-checkout.md).
 */
import { randomUUID } from 'node:crypto';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import { totalsOf } from '#domains/selling/cart/model/totals.ts';
import { lockPastOrders } from '#domains/selling/cart/server/cart.repository.ts';
import { hasEffect } from '#domains/selling/promotions/model/discounts.ts';
import { publicName } from '#domains/selling/promotions/model/referral-name.ts';
import { formatRemovedCoupon } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import { customerKey, reservePromotionUses } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import { type CollectionPlace, findPlace, type StoredCollection } from '#domains/selling/shipping/model/collection.ts';
import type { DeliveryPlan } from '#domains/selling/shipping/server/delivery-planner.ts';
import type { Database } from '#lib/db/pool.ts';
import { formatMoney } from '#lib/money.ts';
import { fail } from '#lib/result.ts';
import { retry } from '#lib/retry.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { CheckoutDetails } from '../contract.ts';
import { collectionErrorMessages } from '../messages/errors.ts';
import { orderedDetails } from '../model/ordered-details.ts';
import { refuseAddition, timedAs } from './added-to.ts';
import { type Checkout, lockCartRow, lockCheckout, saveDetails } from './checkout.repository.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { buyerOf, termsOf } from './checkout-view.ts';
import { createCollectionCode } from './collection-code.ts';
import { hasDraft, insertDraft, lockDraftOfCart, type Order, type OrderDraft, orderOfCheckout } from './order.repository.ts';
import { holdTenders, lockTenders, NO_TENDERS, tenderBalances, tendersFor } from './order-tenders.ts';
import { destinationOf, isForeign, readCheckoutCart, refuseDestination } from './read-checkout-cart.ts';
import { reserveStock } from './reservation.repository.ts';

export interface PlaceRequest {
  readonly token: string;
  readonly market: Market;
  /** Settings that the order's totals are calculated from. */
  readonly terms: SellingTerms;
  readonly shopper: Shopper;
  readonly details: CheckoutDetails;
  readonly expectedCents: number;
  /** The amount that the shopper saw for the card. Null if the client does not compare it. */
  readonly expectedChargeCents: number | null;
  /** The customer's stored card to charge, or null for the gateway's page. */
  readonly instrumentId: string | null;
  readonly saveCard: boolean;
  /** One-click checkout: reuses a draft that fits, whichever click of the customer made it. */
  readonly sharesDraft?: true;
}

/** A request, with the places where its order may be collected, and when it is sent. */
export interface PrepareRequest extends PlaceRequest, Pick<CheckoutDeps, 'findAddedTo'> {
  readonly places: readonly CollectionPlace[];
  /** When it is sent. */
  readonly plan: DeliveryPlan;
}

/** Outcome of PREPARE, with the order that it found or drafted. */
export type Prepared =
  /** Paid already: show the order. */
  | { readonly kind: 'placed'; readonly order: Order }
  /** Drafted by this or an earlier request. Its payment may start. */
  | { readonly kind: 'draft'; readonly order: Order }
  /** A draft that no longer fits the cart or has lost its reservation. It must be ended first. */
  | { readonly kind: 'stale'; readonly order: Order };

const prepared = (kind: Prepared['kind'], order: Order): Prepared => ({ kind, order });

const sameDetails = (a: CheckoutDetails, b: CheckoutDetails): boolean =>
  (Object.keys(b) as (keyof CheckoutDetails)[]).every((field) => a[field] === b[field]) &&
  a.collectFrom === b.collectFrom &&
  a.deliveryDay === b.deliveryDay &&
  a.holdUntil === b.holdUntil;

/** Returns true if a draft has the tenders that the checkout has now. */
const samePayers = ({ totals: { tenders = NO_TENDERS } }: Order, { giftCardIds, usesCredit }: Checkout): boolean =>
  tenders.giftCards.map(({ id }) => id).join() === giftCardIds.join() && tenders.usesCredit === usesCredit;

const toCollection = ({ name, address, state, hours, bring }: CollectionPlace): StoredCollection => ({
  name,
  address,
  state,
  hours,
  bring,
  code: createCollectionCode(),
});

/** Thrown to start again: another request drafted an order of the cart while this one waited for the lock. */
class DraftedMeanwhile extends Error {}

/** Returns true if a draft belongs to this checkout, or to another one-click checkout of the same customer. */
const isOwnDraft = (draft: Order, checkout: Checkout, { sharesDraft }: PlaceRequest): boolean =>
  draft.checkoutId === checkout.id || (sharesDraft === true && draft.customerId === checkout.customerId);

/** Prepares an order. Starts again if another request drafted an order of the cart at the same time. */
export const prepareOrder = (database: Database, request: PrepareRequest) =>
  retry((attempt) => prepareOnce(database, request, attempt > 1), { shouldRetry: (error) => error instanceof DraftedMeanwhile });

/** Attempts to prepare an order. @param isOvertaken true if another request drafted an order during the previous attempt */
function prepareOnce(database: Database, request: PrepareRequest, isOvertaken: boolean) {
  const { market, shopper, places, plan } = request;
  const entered = orderedDetails(request.details);
  const place = findPlace(places, entered.collectFrom);
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, request.token, market);
    if (!checkout) return fail('checkout_expired');
    const addedTo = checkout.addsTo === null ? null : await request.findAddedTo(transaction, checkout.addsTo);
    const details = addedTo ? timedAs(addedTo, entered) : entered;
    const terms = termsOf(request.terms, place, addedTo);
    // One round trip. The statements run in this order, which is the order of the locks.
    const [earlier, draft, row, isDrafted] = await Promise.all([
      orderOfCheckout(transaction, checkout.id),
      lockDraftOfCart(transaction, checkout.cartId),
      lockCartRow(transaction, checkout.cartId, market),
      hasDraft(transaction, checkout.cartId),
    ]);
    if (earlier && earlier.number !== null) return prepared('placed', earlier);
    // Orders are locked before carts, so a draft that appeared during the wait is handled in a new transaction.
    if (!draft && isDrafted) throw new DraftedMeanwhile();
    const refusal = addedTo && refuseAddition(addedTo, details);
    if (draft) {
      const isOwn = isOwnDraft(draft, checkout, request);
      if (!isOwn && (isOvertaken || draft.isBeginning)) return fail('order_in_progress');
      const fits =
        isOwn &&
        refusal === null &&
        draft.isHeld &&
        row?.version === draft.cartVersion &&
        draft.totalCents === request.expectedCents &&
        draft.instrumentId === request.instrumentId &&
        draft.saveCard === request.saveCard &&
        samePayers(draft, checkout) &&
        sameDetails(draft.details, details);
      return prepared(fits ? 'draft' : 'stale', draft);
    }
    if (earlier || !row) {
      // Another request may have placed the order after `earlier` was read. Its cart is gone, or has what was added in another tab.
      const placed = await orderOfCheckout(transaction, checkout.id);
      if (placed && placed.number !== null) return prepared('placed', placed);
    }
    if (checkout.isExpired || (row && isForeign(row, shopper))) return fail('checkout_expired');
    if (!row) return fail('cart_not_found');
    if (refusal !== null) return fail('details_invalid', { reason: refusal });
    // The setting may have changed since the details were validated.
    if (details.collectFrom && !place)
      return fail('details_invalid', { reason: collectionErrorMessages.unknownPlace(places.map(({ name }) => name)) });
    if (!place && !addedTo && !plan.isOffered) return fail('details_invalid', { reason: plan.reason });
    const [, , cart] = await Promise.all([
      saveDetails(transaction, checkout.id, request.details),
      lockPastOrders(transaction, row, details.email),
      readCheckoutCart(
        transaction,
        { market, terms },
        row.id,
        destinationOf(details),
        shopper,
        { ...row, email: details.email },
        buyerOf(checkout, details),
      ),
    ]);
    if (!cart) return fail('cart_not_found');
    const [problem] = cart.problems;
    if (problem) return fail(problem.code, { offer: problem.offer });

    const totals = totalsOf(cart.state);
    const unserved =
      totals.isGiftCardOnly || place || addedTo ? null : refuseDestination(market, terms, details.postcode, places.length > 0);
    if (unserved !== null) return fail('no_delivery', { reason: unserved });
    if (totals.withGiftCard && checkout.giftCardIds.length > 0) return fail('gift_card_in_cart');
    await lockTenders(transaction, checkout);
    const payers = tendersFor(totals.totalCents, await tenderBalances(transaction, checkout, totals.withGiftCard));
    const { locale, currency } = getMarketConfig(market);
    const total = formatMoney(totals.totalCents, locale, currency);
    if (totals.totalCents !== request.expectedCents)
      return fail('total_changed', { reason: cart.removedCoupons.map((lost) => `${formatRemovedCoupon(lost)} `).join(''), total });
    if (request.expectedChargeCents !== null && payers.chargeCents !== request.expectedChargeCents)
      return fail('charge_changed', { charge: formatMoney(payers.chargeCents, locale, currency) });
    const orderId = randomUUID();
    const dispatchOn = addedTo ? (addedTo.details.dispatchOn ?? null) : plan.isOffered && !place ? plan.dispatchOn : null;
    const draftOrder: OrderDraft = {
      id: orderId,
      market,
      checkoutId: checkout.id,
      cartId: row.id,
      cartVersion: row.version,
      customerId: checkout.customerId,
      details: {
        ...details,
        ...(place && !totals.isGiftCardOnly && { collection: toCollection(place) }),
        ...(dispatchOn !== null && { dispatchOn }),
      },
      totals: {
        baseCents: totals.baseCents,
        discounts: totals.applied
          .filter(({ discountedCents }) => discountedCents > 0)
          .map(({ promotion, discountedCents }) => ({ name: publicName(promotion.name), code: promotion.code, cents: discountedCents })),
        shippingCents: totals.shipping.cents,
        isFreeShipping: totals.shipping.isFree,
        totalCents: totals.totalCents,
        taxCents: totals.taxCents,
        tenders: { giftCards: payers.giftCards, usesCredit: payers.usesCredit, creditCents: payers.creditCents },
      },
      chargeCents: payers.chargeCents,
      instrumentId: request.instrumentId,
      saveCard: request.saveCard,
      couponIds: cart.state.coupons.map((coupon) => coupon.id),
      isForFirstOrder: cart.state.coupons.some(({ firstOrderOnly }) => firstOrderOnly),
      lines: cart.state.lines.map((line, index) => ({
        offerId: line.offerId,
        productId: line.productId,
        quantity: line.quantity,
        listCents: line.addedByPromotion ? 0 : line.listCents,
        addedByPromotion: line.addedByPromotion,
        discountCents: totals.lineDiscountCents[index] ?? 0,
        summary: line.offer,
        giftDetails: line.gift ?? null,
      })),
    };
    const quantities = new Map<number, number>();
    for (const line of cart.state.lines) quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity);
    const used = totals.applied.filter(hasEffect).map(({ promotion }) => promotion);
    // One round trip, again in the order of the locks.
    const [order, , short, usedUp] = await Promise.all([
      insertDraft(transaction, draftOrder),
      holdTenders(transaction, orderId, checkout, payers),
      reserveStock(transaction, orderId, market, quantities),
      reservePromotionUses(transaction, orderId, used, customerKey(shopper.customerId, details.email) ?? ''),
    ]);
    if (short !== null) {
      const line = cart.state.lines.find((candidate) => candidate.productId === short);
      return fail('not_enough_stock', { offer: line ? `${line.offer.brand} ${line.offer.name}` : 'A wine' });
    }
    if (usedUp) return fail('promotion_used_up', { promotion: usedUp.code ?? usedUp.name });
    return prepared('draft', order);
  });
}
