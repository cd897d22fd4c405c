/** Turns a draft into an order: by a payment link for the buyer, or with a saved card, by the phases of every order. */
import { createHmac } from 'node:crypto';
import { totalsOf } from '#domains/selling/cart/model/totals.ts';
import { checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { validateDetails, validateLocality } from '#domains/selling/checkout/model/validate-details.ts';
import { createLinkedCheckout } from '#domains/selling/checkout/server/checkout.repository.ts';
import { shopperOfCheckout } from '#domains/selling/checkout/server/checkout-view.ts';
import { findOrder } from '#domains/selling/checkout/server/order.repository.ts';
import { tryToCancelDraft } from '#domains/selling/checkout/server/order-payment.ts';
import { draftOrder, payOrder } from '#domains/selling/checkout/server/place-order.ts';
import { deliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { findPlace } from '#domains/selling/shipping/model/collection.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toCents } from '#lib/money.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { todayIn } from '#markets/market-day.ts';
import { draftRefusals as text } from '../messages/errors.ts';
import { LINK_DAYS } from '../model/draft-order.ts';
import { changeDraft, type SeenDraft } from './change-draft.ts';
import type { DraftDeps } from './draft-deps.ts';
import { type Draft, endCheckouts, ensureDraftCart, findDraft } from './draft-order.repository.ts';
import { refused, toRefusal } from './draft-refusal.ts';
import { readDraftCart } from './draft-view.ts';

const DAY_MS = 86_400_000;

/** Returns the token of a checkout of a draft. Nothing stores it: the email is written from the draft. */
export const draftToken = (secret: string, draftId: string, purpose: string): string =>
  createHmac('sha256', secret).update(`${draftId}\n${purpose}`).digest('base64url');

const linkPurpose = (link: number): string => `link ${link}`;

/** Returns the URL of a payment link. */
export const draftLinkUrl = (origin: string, secret: string, draftId: string, link: number): string =>
  `${origin}/checkout/${draftToken(secret, draftId, linkPurpose(link))}`;

/** Returns the details of a draft. Wines that are added to an order have the address that the order has now. */
async function detailsOf(db: Queryable, { checkout }: DraftDeps, { market, details, email, addsTo }: Draft) {
  const addedTo = addsTo === null ? null : await checkout.findAddedTo(db, addsTo);
  if (addedTo && addedTo.refusal !== null) return refused(addedTo.refusal);
  const { collectFrom } = details;
  if (collectFrom && !findPlace(checkout.placesOf(market), collectFrom)) return refused(text.placeGone(collectFrom));
  const { giftMessage: _, ...delivery } = deliveryFields.parse(addedTo?.details ?? {});
  return checkoutDetails.parse({ ...details, ...(addedTo && delivery), email });
}

/** Reads the cart of a draft that can be ordered. */
async function orderableCart(db: Queryable, deps: DraftDeps, draft: Draft) {
  const cart = await readDraftCart(db, deps, draft);
  if (!cart) return refused(text.empty);
  return cart.problems.length > 0 ? refused(cart.problems.map(({ sentence }) => sentence).join(' ')) : cart;
}

/** Emails a payment link to the buyer. An earlier link ends. The buyer accepts the terms, gives the date of birth and pays there. */
export const sendDraftLink = (deps: DraftDeps, staff: StaffActor, seen: SeenDraft) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.sent',
    states: ['open', 'sent'],
    run: async (transaction, draft) => {
      await ensureDraftCart(transaction, draft);
      const cart = await orderableCart(transaction, deps, draft);
      if (cart instanceof Failure) return cart;
      const links = draft.links + 1;
      const linkExpiresAt = new Date(Date.now() + LINK_DAYS * DAY_MS);
      const { id, market, cartId, customerId, usesCredit, addsTo } = draft;
      const details = await detailsOf(transaction, deps, draft);
      if (details instanceof Failure) return details;
      await endCheckouts(transaction, cartId);
      const token = draftToken(await deps.secretOf(), id, linkPurpose(links));
      await createLinkedCheckout(transaction, token, { market, cartId, customerId, details, usesCredit, addsTo, expiresAt: linkExpiresAt });
      await deps.queueLink(transaction, { draftId: id, link: links });
      return { state: 'sent', links, linkExpiresAt };
    },
  });

export interface CardPayment extends SeenDraft {
  readonly cardId: string;
  readonly expectedTotal: number;
  readonly dateOfBirth: string;
}

/** Checks a payment by card under the lock of the draft, and opens the checkout of its order. */
const prepareCardPayment = (
  deps: DraftDeps,
  staff: StaffActor,
  { cardId, dateOfBirth, expectedTotal, ...seen }: CardPayment,
  token: string,
) =>
  changeDraft(deps, staff, seen, {
    action: 'draft_order.charged',
    states: ['open'],
    run: async (transaction, draft) => {
      const { market, cartId, customerId, usesCredit, addsTo } = draft;
      await ensureDraftCart(transaction, draft);
      const cart = await orderableCart(transaction, deps, draft);
      if (cart instanceof Failure) return cart;
      const { isGiftCardOnly } = totalsOf(cart.state);
      const details = await detailsOf(transaction, deps, draft);
      if (details instanceof Failure) return details;
      const isDelivered = !isGiftCardOnly && !details.collectFrom;
      if (isDelivered && details.address === '') return refused(text.noAddress);
      const places = deps.checkout.placesOf(market);
      const errors = validateDetails(market, details, dateOfBirth, todayIn(market, new Date()), isGiftCardOnly, places);
      if (errors.length > 0) return fail('delivery_invalid', { reason: errors.map(({ reason }) => reason).join(' ') });
      const mismatch = isDelivered ? validateLocality(market, details, deps.localities[market]) : null;
      if (mismatch !== null) return fail('delivery_invalid', { reason: mismatch });
      if ((await deps.checkout.paymentMethods.gatewayToken(transaction, draft, cardId)) === null) return refused(text.noCard);
      const expiresAt = new Date(Date.now() + DAY_MS);
      await createLinkedCheckout(transaction, token, { market, cartId, customerId, details, usesCredit, addsTo, expiresAt });
      return {};
    },
  });

/** Charges a saved card of the customer and places the order. */
export async function payDraftByCard(deps: DraftDeps, staff: StaffActor, payment: CardPayment) {
  if (!(await findDraft(deps.database, payment.id, staff.markets))) return fail('not_found');
  const token = draftToken(await deps.secretOf(), payment.id, 'card');
  const prepared = await prepareCardPayment(deps, staff, payment, token);
  if (!prepared.ok) return prepared;
  const draft = prepared.value;
  const { market } = draft;
  const shopper = await shopperOfCheckout(deps.database, draft);
  const details = await detailsOf(deps.database, deps, draft);
  if (details instanceof Failure) return details;
  const drafted = await draftOrder(deps.checkout, {
    token,
    market,
    terms: deps.termsOf(market),
    shopper,
    details,
    expectedCents: toCents(payment.expectedTotal),
    expectedChargeCents: null,
    instrumentId: payment.cardId,
    saveCard: false,
  });
  if (drafted instanceof Failure) return toRefusal(drafted);
  if (!drafted) return refused(text.unreachable);
  if (drafted.isPlaced) return ok(null);
  const origin = deps.originOf(market);
  const paid = await payOrder(deps.checkout, drafted.order, {
    origin,
    returnUrl: `${origin}/order/${drafted.order.id}/payment`,
    backUrl: origin,
  });
  switch (paid.kind) {
    case 'placed':
      return ok(null);
    case 'unreachable':
      return refused(text.unreachable);
    case 'discount_lost':
      return refused(text.discountLost);
    // Nobody confirms at the bank while staff wait. The stock is free again at once.
    case 'pay': {
      const ended = await tryToCancelDraft(deps.checkout, drafted.order, 'the card has to be confirmed by the buyer');
      if (ended === 'unreachable') return refused(text.unreachable);
      if (ended === 'placed') return ok(null);
      const order = await findOrder(deps.database, drafted.order.id);
      return refused(order?.status === 'Declined' ? text.declined : text.cardConfirm);
    }
  }
}
