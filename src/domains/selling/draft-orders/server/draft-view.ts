/** Reads a draft order as staff see it: its cart is priced by the storefront's code at this moment. */
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { toCartResponse } from '#domains/selling/cart/model/to-cart-response.ts';
import { totalsOf } from '#domains/selling/cart/model/totals.ts';
import { findCart } from '#domains/selling/cart/server/cart.repository.ts';
import { type CheckoutDetails, checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { orderedDetails } from '#domains/selling/checkout/model/ordered-details.ts';
import { shopperOfCheckout } from '#domains/selling/checkout/server/checkout-view.ts';
import { tenderBalances, tendersFor } from '#domains/selling/checkout/server/order-tenders.ts';
import { destinationOf, readCheckoutCart } from '#domains/selling/checkout/server/read-checkout-cart.ts';
import { formatRemovedCoupon } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import { findPlace, termsWithoutFee } from '#domains/selling/shipping/model/collection.ts';
import { spendableCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { draftRefusals } from '../messages/errors.ts';
import type { DraftOrder } from '../office-contract.ts';
import type { DraftDeps } from './draft-deps.ts';
import type { Draft } from './draft-order.repository.ts';

/** Reads the cart of a draft as the checkout of its buyer would. @returns null if it is empty */
export async function readDraftCart(db: Queryable, deps: Pick<DraftDeps, 'termsOf' | 'checkout'>, draft: Draft) {
  const { market, cartId } = draft;
  const entered = checkoutDetails.parse({ ...draft.details, email: draft.email });
  const place = findPlace(deps.checkout.placesOf(market), entered.collectFrom);
  const details = place ? orderedDetails(entered) : entered;
  const row = await findCart(db, cartId, market);
  if (!row) return null;
  const shopper = await shopperOfCheckout(db, draft);
  const buyer = { address: details, cardFingerprint: null };
  const terms = deps.termsOf(market);
  const reader = { market, terms: draft.addsTo === null && !place ? terms : termsWithoutFee(terms) };
  return readCheckoutCart(db, reader, cartId, destinationOf(details), shopper, { ...row, email: draft.email || row.email }, buyer);
}

const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** Returns why the order of a draft cannot be handed over as it was chosen: a place or a day may have gone since. */
async function handoverProblems({ checkout }: DraftDeps, { market, addsTo }: Draft, details: CheckoutDetails): Promise<string[]> {
  if (addsTo !== null) return [];
  const { collectFrom } = details;
  if (collectFrom) return findPlace(checkout.placesOf(market), collectFrom) ? [] : [draftRefusals.placeGone(collectFrom)];
  const plan = await checkout.deliveryDays.plan(market, details);
  return plan.isOffered ? [] : [plan.reason];
}

export async function viewDraft(deps: DraftDeps, draft: Draft): Promise<DraftOrder> {
  const { database, checkout } = deps;
  const details = checkoutDetails.parse(draft.details);
  const { email: _, ...delivery } = details;
  const owner = { customerId: draft.customerId, market: draft.market };
  const isLive = draft.state === 'open' || draft.state === 'sent';
  const [cart, customer, cards, credit, addedTo, handover] = await Promise.all([
    readDraftCart(database, deps, draft),
    draft.customerId === 0 ? null : customerById(database, draft.customerId),
    draft.customerId === 0 ? [] : checkout.paymentMethods.cards(database, owner),
    draft.customerId === 0 ? 0 : spendableCredit(database, owner),
    draft.addsTo === null ? null : checkout.findAddedTo(database, draft.addsTo),
    isLive ? handoverProblems(deps, draft, details) : [],
  ]);
  const totals = cart && totalsOf(cart.state);
  const response = cart && totals && toCartResponse(cart.state, false, {}, totals);
  const payers = tendersFor(
    totals?.totalCents ?? 0,
    await tenderBalances(database, { ...owner, giftCardIds: [], usesCredit: draft.usesCredit }, totals?.withGiftCard ?? false),
  );
  return {
    id: draft.id,
    market: draft.market,
    state: draft.state,
    version: draft.version,
    email: customer?.email ?? draft.email,
    name: fullName(details) || fullName({ firstName: customer?.givenName ?? '', lastName: customer?.familyName ?? '' }),
    isGuest: draft.customerId === 0,
    customerId: draft.customerId === 0 ? null : draft.customerId,
    cases: totals?.quantity ?? 0,
    author: draft.author,
    changedBy: draft.changedBy,
    createdAt: draft.createdAt.toISOString(),
    changedAt: draft.updatedAt.toISOString(),
    delivery,
    places: checkout.placesOf(draft.market).map(({ name, address }) => ({ name, address })),
    lines: response?.lineItems ?? [],
    coupons: response?.coupons.map(({ code }) => code) ?? [],
    isGiftCardOnly: totals?.isGiftCardOnly ?? false,
    totals: {
      base: toDecimal(totals?.baseCents ?? 0),
      discount: toDecimal(totals?.discountCents ?? 0),
      shipping: toDecimal(totals?.shipping.cents ?? 0),
      tax: toDecimal(totals?.taxCents ?? 0),
      total: toDecimal(totals?.totalCents ?? 0),
      credit: toDecimal(payers.creditCents),
      charge: toDecimal(payers.chargeCents),
    },
    problems: [...(addedTo?.refusal ? [addedTo.refusal] : []), ...handover, ...(cart?.problems.map(({ sentence }) => sentence) ?? [])],
    notices: cart?.removedCoupons.map(formatRemovedCoupon) ?? [],
    notSold: [...draft.notSold],
    creditAvailable: toDecimal(credit),
    usesCredit: draft.usesCredit,
    cards: cards.map(({ is_default: isDefault, ...card }) => ({ ...card, isDefault })),
    linkExpiresAt: draft.state === 'sent' ? (draft.linkExpiresAt?.toISOString() ?? null) : null,
    addsTo: addedTo && { id: addedTo.orderId, number: addedTo.number },
    order: draft.orderId === null || draft.orderNumber === null ? null : { id: draft.orderId, number: draft.orderNumber },
  };
}
