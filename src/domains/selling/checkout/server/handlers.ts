/** Handlers of the checkout's calls. prepare-order.ts, order-payment.ts and finalize-order.ts implement the three phases. */

import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { totalsOf } from '#domains/selling/cart/model/totals.ts';
import { readCart } from '#domains/selling/cart/server/read-cart.ts';
import { normaliseCode } from '#domains/selling/gift-cards/model/code.ts';
import { findGiftCard, giftCardAccount } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { type Locality, type LocalityTables, suburbKey } from '#domains/selling/shipping/model/localities.ts';
import { spendableCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { doOnce, type IdempotencyRequest } from '#lib/db/idempotency.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { availableCents } from '#lib/server/ledger.repository.ts';
import { isPostcode } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import type { CheckoutDetails, checkoutContract } from '../contract.ts';
import { formatMoneyIn } from '../model/price-summary.ts';
import { validateDetails, validateLocality } from '../model/validate-details.ts';
import {
  addGiftCard,
  type Checkout,
  createCheckout,
  findCheckout,
  removeGiftCard,
  saveDetails,
  setUsesCredit,
} from './checkout.repository.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { orderUrl, shopperOfCheckout, toCheckoutResponse } from './checkout-view.ts';
import { orderOfCheckout } from './order.repository.ts';
import { confirmOrderPayment } from './order-payment.ts';

import { placeOrder } from './place-order.ts';

import { readCheckoutCart, toCheckoutCart } from './read-checkout-cart.ts';

/** Maximum number of gift cards per order. */
const MAX_GIFT_CARDS = 5;

/** Finds the checkout of a token. */
const openCheckout = async (db: Queryable, token: string, context: CallContext) =>
  (await findCheckout(db, token, context.site.market)) ?? fail('checkout_expired');

/** Returns the initial details: the guest's e-mail address, or the account's e-mail address with the default address or the name. */
async function savedDetails(deps: CheckoutDeps, customerId: number, market: Market, guestEmail: string): Promise<Partial<CheckoutDetails>> {
  const customer = customerId === 0 ? null : await customerById(deps.database, customerId);
  if (!customer) return { email: guestEmail };
  const [address] = await deps.paymentMethods.addresses(deps.database, { customerId, market });
  const { id: _, isDefault, ...locality } = address ?? { id: 0, isDefault: false };
  const name = { firstName: customer.givenName, lastName: customer.familyName, phone: customer.phone };
  return { ...name, ...(isDefault ? locality : {}), email: customer.email };
}

/** Sorts localities with the typed name first, so that the limit does not remove them. */
const bySuburbFirst = (found: readonly Locality[], suburb: string): readonly Locality[] => {
  const suburbName = suburbKey(suburb);
  return [...found].sort((a, b) => Number(suburbKey(b.suburb) === suburbName) - Number(suburbKey(a.suburb) === suburbName));
};

/** Returns the idempotency request of a change to a checkout. */
const onceOf = (what: string, { id }: Checkout, { idempotencyKey: key }: CallContext, input: unknown): IdempotencyRequest => ({
  scope: `checkout/${what} ${id}`,
  key,
  input,
});

export function checkoutHandlers(
  deps: CheckoutDeps,
  auth: Authentication,
  localityTables: LocalityTables,
): Handlers<typeof checkoutContract> {
  const { database, paymentMethods } = deps;

  const view = async (context: CallContext, checkout: Checkout) => {
    const addedTo = checkout.addsTo === null ? null : await deps.findAddedTo(database, checkout.addsTo);
    return toCheckoutResponse(
      database,
      context,
      checkout,
      addedTo
        ? { places: [], days: null, addedTo }
        : {
            places: deps.placesOf(checkout.market),
            days: await deps.deliveryDays.offer(checkout.market, checkout.details.postcode),
            addedTo,
          },
    );
  };
  /** Finds an open checkout that can still be changed. */
  const changeable = async (token: string, context: CallContext) => {
    const checkout = await openCheckout(database, token, context);
    return checkout instanceof Failure || !checkout.isExpired ? checkout : fail('checkout_expired');
  };
  /** Finds an open checkout of the signed-in customer. */
  const ownCheckout = async (token: string, context: CallContext) => {
    const shopper = await auth.customer(context);
    const checkout = await changeable(token, context);
    return checkout instanceof Failure || checkout.customerId === shopper.customerId ? checkout : fail('not_yours');
  };
  /** Returns the updated checkout. */
  const changedCheckout = async (token: string, context: CallContext) => {
    const checkout = await changeable(token, context);
    return checkout instanceof Failure ? checkout : ok({ data: await view(context, checkout) });
  };

  /** Replaces the entered e-mail address by the account's for a customer's checkout, so that the receipt goes to the account [CHK-12]. */
  const withAccountEmail = async ({ customerId }: Checkout, details: CheckoutDetails): Promise<CheckoutDetails> => {
    const customer = customerId === 0 ? null : await customerById(database, customerId);
    return customer ? { ...details, email: customer.email } : details;
  };
  /** Returns why an order cannot be placed with these details, or null. */
  const rejectDetails = (market: Market, details: CheckoutDetails, dateOfBirth: string, isGiftCardOnly: boolean) => {
    const errors = validateDetails(market, details, dateOfBirth, todayIn(market, new Date()), isGiftCardOnly, deps.placesOf(market));
    const [error] = errors;
    if (errors.length === 1 && error?.field === 'dateOfBirth' && dateOfBirth !== '') return fail('under_age');
    if (error) return fail('details_invalid', { reason: errors.map(({ reason }) => reason).join(' ') });
    return !isGiftCardOnly && !details.collectFrom && validateLocality(market, details, localityTables[market])
      ? fail('address_mismatch')
      : null;
  };
  /** Returns why a discount was lost and what the order costs without it. */
  const discountLost = async (checkout: Checkout, context: CallContext) => {
    const { cart, notices, market } = await view(context, checkout);
    const total = formatMoneyIn(market, cart?.cartTotal ?? 0);
    return fail('total_changed', { reason: notices.map((notice) => `${notice} `).join(''), total });
  };

  return {
    async redirectUrl({ cartId, email }, context) {
      const shopper = await auth.shopper(context);
      const { market } = context.site;
      const found = await readCart(database, cartId, market);
      if (!found) return fail('cart_not_found');
      const { row } = found;
      if (row.customer_id !== 0 && row.customer_id !== shopper.customerId)
        return shopper.customerId === 0 ? fail('token_missing') : fail('not_yours');
      const contact = email ?? row.email ?? '';
      if (shopper.customerId === 0 && contact === '') return fail('email_required');
      const cart = await toCheckoutCart(database, { market, terms: context.terms }, found, { region: row.region, postcode: '' }, shopper);
      if (!cart) return fail('cart_not_found');
      if (cart.problems.length > 0) return fail('cart_not_ready', { reason: cart.problems.map((problem) => problem.sentence).join(' ') });
      const { customerId } = shopper;
      const details = await savedDetails(deps, customerId, market, contact);
      const token = await createCheckout(database, { market, cartId, customerId, details });
      return ok({ data: { checkoutUrl: `${context.origin}/checkout/${token}` } });
    },

    async read({ token }, context) {
      const checkout = await openCheckout(database, token, context);
      if (checkout instanceof Failure) return checkout;
      const shown = await view(context, checkout);
      return checkout.isExpired && shown.orderUrl === null ? fail('checkout_expired') : ok({ data: shown });
    },

    async saveDetails({ token, details: typed }, context) {
      const checkout = await changeable(token, context);
      if (checkout instanceof Failure) return checkout;
      const details = await withAccountEmail(checkout, typed);
      await doOnce(database, onceOf('details', checkout, context, details), (transaction) =>
        saveDetails(transaction, checkout.id, details),
      );
      return changedCheckout(token, context);
    },

    async wallet({ token }, context) {
      const checkout = await ownCheckout(token, context);
      if (checkout instanceof Failure) return checkout;
      const credit = await spendableCredit(database, checkout);
      const [addresses, cards] = await Promise.all([
        paymentMethods.addresses(database, checkout),
        paymentMethods.cards(database, checkout),
      ]);
      return ok({ data: { addresses: [...addresses], cards: [...cards], credit: toDecimal(credit) } });
    },

    async addGiftCard({ token, code }, context) {
      const checkout = await changeable(token, context);
      if (checkout instanceof Failure) return checkout;
      const typed = normaliseCode(code);
      const card = typed === null ? null : await findGiftCard(database, typed, checkout.market);
      if (!card) return fail('gift_card_unknown');
      if (card.isExpired) return fail('gift_card_expired');
      if (!checkout.giftCardIds.includes(card.id)) {
        const { cart } = await view(context, checkout);
        if (cart?.withGiftCard) return fail('gift_card_in_cart');
        if (checkout.giftCardIds.length >= MAX_GIFT_CARDS) return fail('too_many_gift_cards', { most: MAX_GIFT_CARDS });
        if ((await availableCents(database, giftCardAccount(card.id))) <= 0) return fail('gift_card_empty');
        const rejected = await doOnce(database, onceOf('gift-card', checkout, context, card.id), async (transaction) =>
          (await addGiftCard(transaction, checkout.id, card.id, MAX_GIFT_CARDS))
            ? null
            : fail('too_many_gift_cards', { most: MAX_GIFT_CARDS }),
        );
        if (rejected) return rejected;
      }
      return changedCheckout(token, context);
    },

    async removeGiftCard({ token, id }, context) {
      const checkout = await changeable(token, context);
      if (checkout instanceof Failure) return checkout;
      await doOnce(database, onceOf('gift-card/remove', checkout, context, id), (transaction) =>
        removeGiftCard(transaction, checkout.id, id),
      );
      return changedCheckout(token, context);
    },

    async spendCredit({ token, use }, context) {
      const checkout = await ownCheckout(token, context);
      if (checkout instanceof Failure) return checkout;
      await doOnce(database, onceOf('credit', checkout, context, use), (transaction) => setUsesCredit(transaction, checkout.id, use));
      return changedCheckout(token, context);
    },

    async placeOrder({ token, details: typed, dateOfBirth, expectedTotal, expectedCharge, instrumentId, saveCard }, context) {
      const { market } = context.site;
      const checkout = await openCheckout(database, token, context);
      if (checkout instanceof Failure) return checkout;
      const details = await withAccountEmail(checkout, typed);
      if (instrumentId !== null || saveCard) await auth.owner(context, checkout.customerId);
      const shopper = await shopperOfCheckout(database, checkout);
      // Details that suffice for a delivery also suffice for gift cards, so the cart is read only for others.
      if (rejectDetails(market, details, dateOfBirth, false)) {
        const cart = await readCheckoutCart(
          database,
          { market, terms: context.terms },
          checkout.cartId,
          { region: null, postcode: '' },
          shopper,
        );
        // Without a cart, the order exists already or there is nothing to buy. PREPARE decides which.
        const rejected = cart && rejectDetails(market, details, dateOfBirth, totalsOf(cart.state).isGiftCardOnly);
        if (rejected) return rejected;
      }
      if (instrumentId !== null && (await paymentMethods.gatewayToken(database, checkout, instrumentId)) === null)
        return fail('card_not_found');

      const request = {
        token,
        market,
        terms: context.terms,
        shopper,
        details,
        expectedCents: toCents(expectedTotal),
        expectedChargeCents: expectedCharge === null ? null : toCents(expectedCharge),
        instrumentId,
        saveCard: saveCard,
      };
      const backUrl = `${context.origin}/checkout/${token}`;
      const at = { origin: context.origin, returnUrl: `${backUrl}/return`, backUrl };
      const pressed = await placeOrder(deps, request, at);
      if (pressed instanceof Failure) return pressed;
      switch (pressed.kind) {
        case 'unreachable':
          return fail('payment_unavailable');
        case 'discount_lost':
          return discountLost(checkout, context);
        case 'placed':
          return ok({ data: { nextUrl: orderUrl(pressed.order.id) } });
        case 'pay':
          return ok({ data: { nextUrl: pressed.payUrl } });
      }
    },

    async settle({ token }, context) {
      const checkout = await openCheckout(database, token, context);
      if (checkout instanceof Failure) return checkout;
      const order = await orderOfCheckout(database, checkout.id);
      const back = `/checkout/${token}`;
      if (!order) return checkout.isExpired ? fail('checkout_expired') : ok({ data: { status: 'cancelled', nextUrl: back } });
      const status = await confirmOrderPayment(deps, order).catch(() => null);
      if (status === null) return fail('payment_unavailable');
      const nextUrl = status === 'paid' ? orderUrl(order.id) : status === 'open' ? (order.paymentUrl ?? back) : back;
      return ok({ data: { status, nextUrl } });
    },

    async localities({ postcode, suburb }, context) {
      const { market } = context.site;
      const localities = localityTables[market];
      const found = isPostcode(market, postcode)
        ? bySuburbFirst(localities.byPostcode(postcode), suburb)
        : suburb.trim().length >= 2
          ? localities.bySuburb(suburb, 8)
          : [];
      return ok({ data: found.slice(0, 30).map((locality) => ({ ...locality })) });
    },
  };
}
