/**
 * Creates the order of a delivery in the three phases of every order: PREPARE under the membership's lock, which drafts it and reserves its
 * case; PAYMENT with the stored card; FINALIZE (docs/decisions/0038-wine-club-renewals.md).
 */
import { randomUUID } from 'node:crypto';
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import { createCheckout, findCheckout } from '#domains/selling/checkout/server/checkout.repository.ts';
import { findOrder, insertDraft, type Order } from '#domains/selling/checkout/server/order.repository.ts';
import { NO_TENDERS } from '#domains/selling/checkout/server/order-tenders.ts';
import { reserveStock } from '#domains/selling/checkout/server/reservation.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import type { Charge } from '../model/charge.ts';
import type { ClubVariant } from '../model/record.ts';
import { findCase } from './club.repository.ts';
import { type Delivery, type Membership, NO_CART, saveDelivery } from './membership.repository.ts';

/** The case of a variant is sold out. Thrown so that the draft is rolled back. */
export class CaseSoldOut extends Error {
  override name = 'CaseSoldOut';
  /** The offer of the case as shoppers see it. */
  readonly offer: string;
  constructor(offer: string) {
    super(`${offer} has sold out`);
    this.offer = offer;
  }
}

export interface DeliveryPayer {
  readonly details: CheckoutDetails;
  readonly instrumentId: string | null;
  /** True if the card that pays is saved for the renewals. */
  readonly saveCard: boolean;
}

/**
 * Drafts the order of a delivery and reserves its case, under the lock of its membership.
 * @param delivery must have no order that may still be paid
 * @throws CaseSoldOut
 */
export async function draftDelivery(
  transaction: Transaction,
  membership: Pick<Membership, 'market' | 'customerId'>,
  delivery: Delivery,
  variant: ClubVariant,
  { priceCents, shippingCents, isFreeShipping, totalCents, taxCents }: Charge,
  payer: DeliveryPayer,
): Promise<Order> {
  const { market, customerId } = membership;
  const { details } = payer;
  const offer = await findCase(transaction, variant.offerId);
  if (!offer?.isOnSale) throw new CaseSoldOut(variant.label);
  const token = await createCheckout(transaction, { market, cartId: delivery.id, customerId, details });
  const checkout = await findCheckout(transaction, token, market);
  if (!checkout) throw new Error('a checkout was made and did not come back');
  const order = await insertDraft(transaction, {
    id: randomUUID(),
    market,
    checkoutId: checkout.id,
    cartId: delivery.id,
    cartVersion: NO_CART,
    customerId,
    details,
    totals: { baseCents: priceCents, discounts: [], shippingCents, isFreeShipping, totalCents, taxCents, tenders: NO_TENDERS },
    chargeCents: totalCents,
    instrumentId: payer.instrumentId,
    saveCard: payer.saveCard,
    isForFirstOrder: false,
    couponIds: [],
    lines: [
      {
        offerId: variant.offerId,
        productId: offer.productId,
        quantity: 1,
        listCents: priceCents,
        addedByPromotion: false,
        discountCents: 0,
        summary: offer.summary,
        giftDetails: null,
      },
    ],
  });
  if ((await reserveStock(transaction, order.id, market, new Map([[offer.productId, 1]]))) !== null) throw new CaseSoldOut(variant.label);
  await saveDelivery(transaction, { ...delivery, orderId: order.id, priceCents });
  return order;
}

/** Reads the unfinished order of a delivery. @returns null if there is none */
export async function openDraft(transaction: Transaction, delivery: Delivery | null): Promise<Order | null> {
  const order = delivery?.orderId ? await findOrder(transaction, delivery.orderId) : null;
  return order?.status === 'Incomplete' ? order : null;
}
