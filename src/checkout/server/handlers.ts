/** The checkout's calls. The three phases stand in prepare-order.ts and finish-order.ts. */
import { findCart } from '../../cart/server/cart-repository.ts';
import { viewCart } from '../../cart/view.ts';
import type { Authentication } from '../../identity/server/authenticate.ts';
import { GUEST_SHOPPER, type Shopper } from '../../identity/shopper.ts';
import { marketFacts } from '../../market/market.ts';
import { answer, refuse } from '../../platform/contract.ts';
import { toCents } from '../../platform/money.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import type { CallContext } from '../../platform/server/http/context.ts';
import { Refused } from '../../platform/server/http/refusal-body.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { LocalityTable } from '../../shipping/localities.ts';
import type { CheckoutView, checkoutCalls } from '../contract.ts';
import { todayIn } from '../market-day.ts';
import { detailFaults, placeFault } from '../validate-details.ts';
import { type Checkout, createCheckout, findCheckout, saveDetails } from './checkout-repository.ts';
import { beginPayment, endDraft, type OrderBooks, settleOrder } from './finish-order.ts';
import { orderOfCheckout } from './order-repository.ts';
import { prepareOrder } from './prepare-order.ts';
import { readCheckoutCart } from './read-cart.ts';

const orderUrl = (id: string): string => `/order/${id}`;
const shopperOf = (checkout: Checkout): Shopper => ({ ...GUEST_SHOPPER, customerId: checkout.customerId });

async function viewCheckout(queries: Queries, checkout: Checkout): Promise<CheckoutView> {
  const order = await orderOfCheckout(queries, checkout.id);
  const cart = await readCheckoutCart(queries, checkout.market, checkout.cartId, checkout.details.state || null, shopperOf(checkout));
  return {
    market: checkout.market,
    cart: cart && viewCart(cart.state, false),
    details: checkout.details,
    expiresAt: checkout.expiresAt.toISOString(),
    orderUrl: order && order.number !== null ? orderUrl(order.id) : null,
    problems: cart?.problems.map((problem) => problem.sentence) ?? [],
  };
}

/** The open checkout of a token. @throws Refused `checkout_expired` */
async function openCheckout(queries: Queries, token: string, context: CallContext): Promise<Checkout> {
  const checkout = await findCheckout(queries, token, context.site.market);
  if (!checkout) throw new Refused('checkout_expired');
  return checkout;
}

export function checkoutHandlers(books: OrderBooks, auth: Authentication, localities: LocalityTable): Handlers<typeof checkoutCalls> {
  const { database } = books;
  return {
    async redirectUrl({ cartId, email }, context) {
      const shopper = await auth.shopper(context);
      const { market } = context.site;
      const row = await findCart(database, cartId, market);
      if (!row) return refuse('cart_not_found');
      if (row.customer_id !== 0 && row.customer_id !== shopper.customerId)
        return shopper.customerId === 0 ? refuse('token_missing') : refuse('not_yours');
      const contact = email ?? row.email ?? '';
      if (shopper.customerId === 0 && contact === '') return refuse('email_required');
      const cart = await readCheckoutCart(database, market, cartId, row.region, shopper, row);
      if (!cart) return refuse('cart_not_found');
      if (cart.problems.length > 0) return refuse('cart_not_ready', { reason: cart.problems.map((problem) => problem.sentence).join(' ') });
      const token = await createCheckout(database, { market, cartId, customerId: shopper.customerId, email: contact });
      return answer({ data: { checkoutUrl: `${context.origin}/checkout/${token}` } });
    },

    async read({ token }, context) {
      const checkout = await openCheckout(database, token, context);
      const view = await viewCheckout(database, checkout);
      return checkout.isExpired && view.orderUrl === null ? refuse('checkout_expired') : answer({ data: view });
    },

    async saveDetails({ token, details }, context) {
      const checkout = await openCheckout(database, token, context);
      if (checkout.isExpired) return refuse('checkout_expired');
      await saveDetails(database, checkout.id, details);
      return answer({ data: await viewCheckout(database, { ...checkout, details }) });
    },

    async placeOrder({ token, details, dateOfBirth, expectedTotal }, context) {
      const { market } = context.site;
      const faults = detailFaults(market, details, dateOfBirth, todayIn(market, new Date()));
      const [young] = faults.filter((fault) => fault.field === 'dateOfBirth');
      if (faults.length > 0 && faults.length === 1 && young?.reason.startsWith('You must be')) return refuse('under_age');
      if (faults.length > 0) return refuse('details_invalid', { reason: faults.map((fault) => fault.reason).join(' ') });
      if (placeFault(market, details, localities)) return refuse('address_mismatch');

      const checkout = await openCheckout(database, token, context);
      const request = { token, market, shopper: shopperOf(checkout), details, expectedCents: toCents(expectedTotal) };
      // A draft that no longer fits is ended first; twice is enough unless another tab keeps changing the cart.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const prepared = await prepareOrder(database, request);
        if (prepared.kind === 'placed') return answer({ data: { nextUrl: orderUrl(prepared.order.id) } });
        if (prepared.kind === 'stale') {
          await endDraft(books, prepared.order, 'the cart or the details changed');
          continue;
        }
        const { order } = prepared;
        const payment = await beginPayment(books, order, {
          currency: marketFacts(market).currency,
          description: 'Cellardoor order',
          returnUrl: `${context.origin}/checkout/${token}/return`,
          origin: context.origin,
        }).catch(() => null);
        if (!payment) return refuse('payment_unavailable');
        return answer({ data: { nextUrl: payment.placed ? orderUrl(order.id) : payment.payUrl } });
      }
      return refuse('payment_unavailable');
    },

    async settle({ token }, context) {
      const checkout = await openCheckout(database, token, context);
      const order = await orderOfCheckout(database, checkout.id);
      const back = `/checkout/${token}`;
      if (!order) return checkout.isExpired ? refuse('checkout_expired') : answer({ data: { status: 'cancelled', nextUrl: back } });
      const status = await settleOrder(books, order).catch(() => null);
      if (status === null) return refuse('payment_unavailable');
      const nextUrl = status === 'paid' ? orderUrl(order.id) : status === 'open' ? (order.paymentUrl ?? back) : back;
      return answer({ data: { status, nextUrl } });
    },

    async localities({ postcode, suburb }, context) {
      if (context.site.market !== 'AU') return answer({ data: [] });
      const found = /^\d{4}$/.test(postcode)
        ? localities.byPostcode(postcode)
        : suburb.trim().length >= 2
          ? localities.bySuburb(suburb, 8)
          : [];
      return answer({ data: found.slice(0, 30).map((locality) => ({ ...locality })) });
    },
  };
}
