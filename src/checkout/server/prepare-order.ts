/**
 * PREPARE: under locks, in one transaction. Replays a finished checkout and a draft that still fits, recomputes every
 * figure, compares the total that the shopper saw, holds the stock in product order, drafts the order.
 */
import type { CartRow } from '../../cart/server/cart-repository.ts';
import { totalsOf } from '../../cart/totals.ts';
import type { Shopper } from '../../identity/shopper.ts';
import { type Market, marketFacts } from '../../market/market.ts';
import { formatMoney } from '../../platform/money.ts';
import type { Database, Transaction } from '../../platform/server/database/pool.ts';
import { Refused } from '../../platform/server/http/refusal-body.ts';
import type { CheckoutDetails } from '../contract.ts';
import { lockCheckout, saveDetails } from './checkout-repository.ts';
import { findOrder, insertDraft, lockDraftOfCart, type Order, orderOfCheckout } from './order-repository.ts';
import { readCheckoutCart } from './read-cart.ts';
import { holdStock } from './reserve-stock.ts';

export interface PlaceRequest {
  readonly token: string;
  readonly market: Market;
  readonly shopper: Shopper;
  readonly details: CheckoutDetails;
  readonly expectedCents: number;
}

export type Prepared =
  /** Paid before: show the order again. */
  | { readonly kind: 'placed'; readonly order: Order }
  /** Drafted, now or by an earlier press; its payment may begin. */
  | { readonly kind: 'draft'; readonly order: Order }
  /** A draft that no longer fits the cart or has lost its hold: it must be ended first. */
  | { readonly kind: 'stale'; readonly order: Order };

const sameDetails = (a: CheckoutDetails, b: CheckoutDetails): boolean =>
  (Object.keys(b) as (keyof CheckoutDetails)[]).every((field) => a[field] === b[field]);

const lockCartRow = (transaction: Transaction, id: string, market: Market): Promise<CartRow | null> =>
  transaction.row<CartRow>({
    name: 'checkout.lock_cart',
    text: 'select id, version, customer_id, email, region, coupon_ids from carts where id = $1 and market = $2 for update',
    values: [id, market],
  });

/**
 * Prepare an order.
 * @throws Refused `checkout_expired`, `cart_not_found`, `offer_not_eligible`, `not_enough_stock`, `total_changed`
 */
export function prepareOrder(database: Database, request: PlaceRequest): Promise<Prepared> {
  const { market, details, shopper } = request;
  return database.transaction(async (transaction): Promise<Prepared> => {
    const checkout = await lockCheckout(transaction, request.token, market);
    if (!checkout) throw new Refused('checkout_expired');
    const earlier = await orderOfCheckout(transaction, checkout.id);
    if (earlier && earlier.number !== null) return { kind: 'placed', order: earlier };

    const draft = await lockDraftOfCart(transaction, checkout.cartId);
    const row = await lockCartRow(transaction, checkout.cartId, market);
    if (draft) {
      const fits =
        draft.checkoutId === checkout.id &&
        draft.isHeld &&
        row?.version === draft.cartVersion &&
        draft.totalCents === request.expectedCents &&
        sameDetails(draft.details, details);
      return { kind: fits ? 'draft' : 'stale', order: draft };
    }
    if (checkout.isExpired) throw new Refused('checkout_expired');
    await saveDetails(transaction, checkout.id, details);
    const cart = row && (await readCheckoutCart(transaction, market, row.id, details.state || null, shopper, row));
    if (!row || !cart) throw new Refused('cart_not_found');
    const [problem] = cart.problems;
    if (problem) throw new Refused(problem.code, { offer: problem.offer });

    const totals = totalsOf(cart.state);
    if (totals.totalCents !== request.expectedCents) {
      const { locale, currency } = marketFacts(market);
      throw new Refused('total_changed', { total: formatMoney(totals.totalCents, locale, currency) });
    }
    const orderId = await insertDraft(transaction, {
      market,
      checkoutId: checkout.id,
      cartId: row.id,
      cartVersion: row.version,
      customerId: checkout.customerId,
      details,
      totals: {
        baseCents: totals.baseCents,
        discounts: totals.applied
          .filter(({ discountedCents }) => discountedCents > 0)
          .map(({ promotion, discountedCents }) => ({ name: promotion.name, code: promotion.code, cents: discountedCents })),
        shippingCents: totals.shipping.cents,
        isFreeShipping: totals.shipping.isFree,
        totalCents: totals.totalCents,
        taxCents: totals.taxCents,
      },
      couponIds: cart.state.coupons.map((coupon) => coupon.id),
      lines: cart.state.lines.map((line, index) => ({
        offerId: line.offerId,
        productId: line.productId,
        quantity: line.quantity,
        listCents: line.listCents,
        discountCents: totals.lineDiscountCents[index] ?? 0,
        summary: line.offer,
      })),
    });
    const wanted = new Map<number, number>();
    for (const line of cart.state.lines) wanted.set(line.productId, (wanted.get(line.productId) ?? 0) + line.quantity);
    const short = await holdStock(transaction, orderId, market, wanted);
    if (short !== null) {
      const line = cart.state.lines.find((candidate) => candidate.productId === short);
      throw new Refused('not_enough_stock', { offer: line ? `${line.offer.brand} ${line.offer.name}` : 'A wine' });
    }
    const order = await findOrder(transaction, orderId);
    if (!order) throw new Error('a draft was written and did not come back');
    return { kind: 'draft', order };
  });
}
