/** Builds the response for an open checkout. */

import { GUEST_SHOPPER, type Shopper } from '#domains/customers/identity/model/shopper.ts';
import { shopperOfCustomer } from '#domains/customers/identity/server/customer.repository.ts';
import { termsNotices } from '#domains/selling/cart/model/terms-notice.ts';
import { toCartResponse } from '#domains/selling/cart/model/to-cart-response.ts';
import { totalsOf } from '#domains/selling/cart/model/totals.ts';
import { findCart } from '#domains/selling/cart/server/cart.repository.ts';
import { formatRemovedCoupon } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import { type CollectionPlace, findPlace, termsWithoutFee } from '#domains/selling/shipping/model/collection.ts';
import type { DeliveryOffer } from '#domains/selling/shipping/model/delivery-days.ts';
import { refusePostcode } from '#domains/selling/shipping/model/zones.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { toDecimal } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { additionMessages } from '../messages/additions.ts';
import { orderedDetails } from '../model/ordered-details.ts';
import type { Checkout } from './checkout.repository.ts';
import type { AddedTo } from './checkout-deps.ts';
import { orderOfCheckout } from './order.repository.ts';
import { tenderBalances } from './order-tenders.ts';
import { type CheckoutCart, destinationOf, readCheckoutCart, termsAt } from './read-checkout-cart.ts';

/** Returns the URL of a placed order. */
export const orderUrl = (id: string): string => `/order/${id}`;

/** Returns the shopper of a checkout: its customer with the tier, or a guest. */
export async function shopperOfCheckout(db: Queryable, { customerId, market }: Pick<Checkout, 'customerId' | 'market'>): Promise<Shopper> {
  return customerId === 0 ? GUEST_SHOPPER : ((await shopperOfCustomer(db, customerId, market)) ?? GUEST_SHOPPER);
}

/** Returns the terms of an order: those of its market, or without a delivery fee if it is collected or goes with another one. */
export const termsOf = (terms: SellingTerms, place: CollectionPlace | null, addedTo: AddedTo | null): SellingTerms =>
  place || addedTo ? termsWithoutFee(terms) : terms;

/**
 * Reads the cart of a checkout as it will be ordered: with the entered e-mail address and delivery address, and without a discount that its
 * card does not qualify for.
 */
async function readOwnCart(
  db: Queryable,
  terms: SellingTerms,
  checkout: Checkout,
  place: CollectionPlace | null,
  addedTo: AddedTo | null,
  shopper: Shopper,
): Promise<CheckoutCart | null> {
  const { market, cartId } = checkout;
  const details = place ? orderedDetails(checkout.details) : checkout.details;
  const row = await findCart(db, cartId, market);
  if (!row) return null;
  const contact = { ...row, email: details.email || row.email };
  return readCheckoutCart(
    db,
    { market, terms: termsOf(terms, place, addedTo) },
    cartId,
    destinationOf(details),
    shopper,
    contact,
    buyerOf(checkout, details),
  );
}

/** Returns what identifies the buyer of a checkout besides the e-mail address. */
export const buyerOf = ({ cardFingerprint }: Pick<Checkout, 'cardFingerprint'>, address: CheckoutDetails) => ({ address, cardFingerprint });

/** What the shopper may choose besides standard delivery. */
export interface HandoverChoices {
  readonly places: readonly CollectionPlace[];
  /** Null if no day can be chosen. */
  readonly days: DeliveryOffer | null;
  /** The order that this one goes with. Nothing can be chosen then. */
  readonly addedTo: AddedTo | null;
}

/** Converts a checkout to the wire format. Reads its cart, tenders and order. */
export async function toCheckoutResponse(
  db: Queryable,
  context: Pick<CallContext, 'terms' | 'outdatedTerms'>,
  checkout: Checkout,
  { places, days, addedTo }: HandoverChoices,
): Promise<CheckoutView> {
  const place = findPlace(places, checkout.details.collectFrom);
  const order = await orderOfCheckout(db, checkout.id);
  const shopper = await shopperOfCheckout(db, checkout);
  const cart = await readOwnCart(db, context.terms, checkout, place, addedTo, shopper);
  const totals = cart && totalsOf(cart.state);
  const response = cart && totals && toCartResponse(cart.state, false, {}, totals);
  const { giftCards, usesCredit, creditCents } = await tenderBalances(db, checkout, response?.withGiftCard ?? false);
  const { postcode } = checkout.details;
  const isDelivered = place === null && addedTo === null;
  // What has no charge has none by old settings, too. Those of a delivery may have another zone.
  const before = isDelivered ? context.outdatedTerms : null;
  const outdatedTerms = cart && before !== null && before !== 'unknown' ? termsAt(before, postcode, cart.state.lines) : before;
  const noDelivery = isDelivered && !response?.isGiftCardOnly ? refusePostcode(context.terms, postcode, places.length > 0) : null;
  return {
    market: checkout.market,
    cart: response,
    details: checkout.details,
    isCustomers: checkout.customerId !== 0,
    tenders: {
      giftCards: giftCards.map(({ id, ending, balanceCents }) => ({ id, ending, balance: toDecimal(balanceCents) })),
      usesCredit,
      credit: toDecimal(creditCents),
    },
    expiresAt: checkout.expiresAt.toISOString(),
    orderUrl: order && order.number !== null ? orderUrl(order.id) : null,
    problems: cart?.problems.map((problem) => problem.sentence) ?? [],
    notices:
      cart && totals
        ? [
            ...(addedTo ? [addedTo.refusal ?? additionMessages.goesWith(addedTo.number)] : []),
            ...cart.removedCoupons.map(formatRemovedCoupon),
            ...termsNotices({ outdatedTerms }, cart.state, totals),
          ]
        : [],
    ...(noDelivery === null ? {} : { noDelivery }),
    ...(places.length === 0 || response?.isGiftCardOnly ? {} : { collection: [...places] }),
    ...(days === null || response?.isGiftCardOnly ? {} : { deliveryDays: { ...days, days: [...days.days] } }),
  };
}
