/**
 * One-click checkout [CHK-22]: the three phases of every order with the customer's default address and card.
 * The token of its checkout derives from the customer, the cart and the idempotency key, so a repeated click finds the same order [CHK-3].
 */
import { createHmac } from 'node:crypto';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { totalsOf } from '#domains/selling/cart/model/totals.ts';
import { findCart } from '#domains/selling/cart/server/cart.repository.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { type CheckoutDetails, checkoutDetails } from '../contract.ts';
import type { CheckoutOrder, oneClickContract } from '../one-click-contract.ts';
import { ensureCheckout } from './checkout.repository.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { orderUrl, shopperOfCheckout } from './checkout-view.ts';
import { findOrder, type Order, placedOrderOfCart } from './order.repository.ts';
import { confirmOrderPayment } from './order-payment.ts';
import { draftOrder, payOrder } from './place-order.ts';
import { destinationOf, readCheckoutCart, refuseDestination } from './read-checkout-cart.ts';

interface OneClickRequest {
  readonly customerId: number;
  readonly market: Market;
  readonly cartId: string;
}

const viewOrder = (order: Order): CheckoutOrder => ({
  orderId: order.id,
  status: order.status,
  total: toDecimal(order.totalCents),
  shippingTotal: toDecimal(order.totals.shippingCents),
  taxTotal: toDecimal(order.totals.taxCents),
  billingAddress: [order.details.address, order.details.suburb, order.details.state, order.details.postcode].filter(Boolean).join(', '),
  orderUrl: order.number === null ? null : orderUrl(order.id),
});

export function oneClickHandlers(
  deps: CheckoutDeps,
  auth: Authentication,
  secretOf: () => Promise<string>,
): Handlers<typeof oneClickContract> {
  const { database, paymentMethods } = deps;

  const sign = async (...parts: readonly string[]): Promise<string> =>
    createHmac('sha256', await secretOf())
      .update(parts.join('\n'))
      .digest('base64url');
  const linkOf = ({ customerId, market, cartId }: OneClickRequest, key: string): Promise<string> =>
    sign('checkout', market, String(customerId), cartId, key);
  const paymentTokenOf = (order: Order): Promise<string> => sign('payment', order.id, String(order.chargeCents));

  /** Reads contact and delivery from the account. Null if there is no default address. */
  const detailsOf = async (pressing: OneClickRequest): Promise<CheckoutDetails | null> => {
    const customer = await customerById(database, pressing.customerId);
    const [address] = await paymentMethods.addresses(database, pressing);
    if (!customer || !address?.isDefault) return null;
    const { id: _, isDefault: __, ...locality } = address;
    return checkoutDetails.parse({ ...locality, email: customer.email });
  };
  const cardOf = async (pressing: OneClickRequest) => {
    const [card] = await paymentMethods.cards(database, pressing);
    const month = card && `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`;
    return card?.is_default && month && month >= todayIn(pressing.market, new Date()).slice(0, 7) ? card : null;
  };
  /** Reads an order of the signed-in customer. */
  const ownOrder = async (id: string, context: CallContext) => {
    const { customerId } = await auth.customer(context);
    const order = await findOrder(database, id);
    return order?.customerId === customerId ? order : fail('order_not_found');
  };

  return {
    async total({ customerID, market, cartId }, context) {
      const { customerId } = await auth.owner(context, customerID);
      if (market !== context.site.market) return fail('market_differs');
      const details = await detailsOf({ customerId, market, cartId });
      if (!details) return fail('address_missing');
      const shopper = await shopperOfCheckout(database, { customerId, market });
      const cart = await readCheckoutCart(database, { market, terms: context.terms }, cartId, destinationOf(details), shopper);
      if (!cart) return fail('cart_not_found');
      const totals = totalsOf(cart.state);
      const reason = totals.isGiftCardOnly
        ? null
        : refuseDestination(market, context.terms, details.postcode, deps.placesOf(market).length > 0);
      return reason === null ? ok({ data: { total: toDecimal(totals.totalCents) } }) : fail('no_delivery', { reason });
    },

    async p1({ customerID, market, cartId, expectedTotal }, context) {
      const { customerId } = await auth.owner(context, customerID);
      if (market !== context.site.market) return fail('market_differs');
      const pressing = { customerId, market, cartId };
      const row = await findCart(database, cartId, market);
      // A repeated click after the purchase. The cart was deleted with its order.
      if (!row) {
        const placed = await placedOrderOfCart(database, cartId, customerId);
        return placed ? ok({ data: viewOrder(placed) }) : fail('cart_not_found');
      }
      if (row.customer_id !== 0 && row.customer_id !== customerId) return fail('not_yours');
      const [details, card] = [await detailsOf(pressing), await cardOf(pressing)];
      if (!details) return fail('address_missing');
      if (!card) return fail('card_missing');

      const shopper = await shopperOfCheckout(database, pressing);
      const cart = await readCheckoutCart(database, { market, terms: context.terms }, cartId, destinationOf(details), shopper, row);
      if (!cart) return fail('cart_not_found');
      const token = await linkOf(pressing, context.idempotencyKey ?? `version ${row.version}`);
      await ensureCheckout(database, token, { ...pressing, details });
      const { totalCents } = totalsOf(cart.state);
      const drafted = await draftOrder(deps, {
        token,
        market,
        terms: context.terms,
        shopper,
        details,
        expectedCents: expectedTotal === null ? totalCents : toCents(expectedTotal),
        expectedChargeCents: null,
        instrumentId: card.id,
        saveCard: false,
        sharesDraft: true,
      });
      if (drafted instanceof Failure) {
        // A concurrent click placed the order first, so this one returns it too.
        const placed = await placedOrderOfCart(database, cartId, customerId);
        return placed && !(await findCart(database, cartId, market)) ? ok({ data: viewOrder(placed) }) : drafted;
      }
      return drafted ? ok({ data: viewOrder(drafted.order) }) : fail('payment_unavailable');
    },

    async p2({ customerID, market, cartId, checkoutOrder }, context) {
      await auth.owner(context, customerID);
      const order = await ownOrder(checkoutOrder.orderId, context);
      if (order instanceof Failure) return order;
      if (order.market !== market || order.cartId !== cartId) return fail('order_not_found');
      if (order.number === null && order.status !== 'Incomplete') return fail('order_ended');
      const cards = order.chargeCents === 0 ? [] : await paymentMethods.cards(database, order);
      const card = cards.find(({ id }) => id === order.instrumentId);
      return ok({
        data: {
          orderId: order.id,
          paymentToken: await paymentTokenOf(order),
          instrument: card ? { brand: card.brand, last4: card.last4 } : null,
          total: toDecimal(order.totalCents),
        },
      });
    },

    async processPayment({ orderId, paymentToken }, context) {
      const order = await ownOrder(orderId, context);
      if (order instanceof Failure) return order;
      if (paymentToken !== (await paymentTokenOf(order))) return fail('order_not_found');
      if (order.number !== null) return ok({ data: { status: 'paid', nextUrl: orderUrl(order.id) } });
      if (order.status !== 'Incomplete') return fail('order_ended');
      // A card that needs a confirmation leads to the gateway's page, which returns here.
      const returnUrl = `${context.origin}/order/${order.id}/payment`;
      const pressed = await payOrder(deps, order, { origin: context.origin, returnUrl, backUrl: `${context.origin}/cart` });
      if (pressed.kind === 'unreachable') return fail('payment_unavailable');
      if (pressed.kind === 'discount_lost') return fail('first_order_only');
      if (pressed.kind === 'pay') return ok({ data: { status: 'confirm', nextUrl: pressed.payUrl } });
      return ok({ data: { status: 'paid', nextUrl: orderUrl(order.id) } });
    },

    async settle({ orderId }, context) {
      const order = await findOrder(database, orderId);
      if (!order || order.market !== context.site.market) return fail('order_not_found');
      const status = await confirmOrderPayment(deps, order).catch(() => null);
      if (status === null) return fail('payment_unavailable');
      const nextUrl = status === 'paid' ? orderUrl(order.id) : status === 'open' ? (order.paymentUrl ?? '/cart') : '/cart';
      return ok({ data: { status, nextUrl } });
    },
  };
}
