/** PREPARE and PAYMENT of one press, whoever pressed: the checkout's "Place order" and one-click. */
import { marketFacts } from '#markets/market.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import type { Order } from './order.repository.ts';
import { cancelDraft, startPayment } from './order-payment.ts';
import { type PlaceRequest, prepareOrder } from './prepare-order.ts';

/** Where the shopper is, and where the gateway's page leads back to. */
export interface PressedAt {
  readonly origin: string;
  readonly returnUrl: string;
  /** Where a payer goes who turns back. */
  readonly backUrl: string;
}

export type PlaceOrderResult =
  | { readonly kind: 'placed'; readonly order: Order }
  /** The payer has to go to the gateway's page. */
  | { readonly kind: 'pay'; readonly order: Order; readonly payUrl: string }
  /** The stored card shows that it is no first order. Nothing was charged; the checkout shows the order without the discount. */
  | { readonly kind: 'discount_lost' }
  /** The gateway did not answer; nothing is known to be charged, and the same press may come again. */
  | { readonly kind: 'unreachable' };

/** A draft that no longer fits is ended and made anew; more often only where another tab keeps changing the cart. */
const TRIES = 3;

/**
 * Prepare an order for a checkout, replaying what stands.
 * @throws Refused what `prepareOrder` refuses
 */
export async function draftOrder(deps: CheckoutDeps, request: PlaceRequest): Promise<{ isPlaced: boolean; order: Order } | null> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const prepared = await prepareOrder(deps.database, request);
    if (prepared.kind !== 'stale') return { isPlaced: prepared.kind === 'placed', order: prepared.order };
    await cancelDraft(deps, prepared.order, 'the cart or the details changed');
  }
  return null;
}

/** Begin the payment of a draft; with a stored card it is often paid at once. */
export async function payOrder(deps: CheckoutDeps, order: Order, { origin, returnUrl, backUrl }: PressedAt): Promise<PlaceOrderResult> {
  const { currency } = marketFacts(order.market);
  const payment = await startPayment(deps, order, { currency, description: 'Cellardoor order', returnUrl, backUrl, origin }).catch(
    () => null,
  );
  if (!payment) return { kind: 'unreachable' };
  if ('isDiscountLost' in payment) return { kind: 'discount_lost' };
  return payment.placed ? { kind: 'placed', order } : { kind: 'pay', order, payUrl: payment.payUrl };
}

/**
 * Both phases.
 * @throws Refused what `prepareOrder` refuses
 */
export async function placeOrder(deps: CheckoutDeps, request: PlaceRequest, at: PressedAt): Promise<PlaceOrderResult> {
  const drafted = await draftOrder(deps, request);
  if (!drafted) return { kind: 'unreachable' };
  return drafted.isPlaced ? { kind: 'placed', order: drafted.order } : payOrder(deps, drafted.order, at);
}
