/**
 * Runs the phases PREPARE and PAYMENT for the checkout's "Place order" and for one-click checkout
 * (docs/decisions/0007-three-phase-checkout.md).
 */
import { Failure } from '#lib/result.ts';
import { getMarketConfig } from '#markets/market.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import type { Order } from './order.repository.ts';
import { startPayment, tryToCancelDraft } from './order-payment.ts';
import { type PlaceRequest, prepareOrder } from './prepare-order.ts';

/** The origin of the shopper's site, and the URLs to which the gateway's page returns. */
export interface PressedAt {
  readonly origin: string;
  readonly returnUrl: string;
  /** The URL for a payer who goes back. */
  readonly backUrl: string;
}

/** Outcome of placing an order. */
export type PlaceOrderResult =
  | { readonly kind: 'placed'; readonly order: Order }
  /** The payer must go to the gateway's page. */
  | { readonly kind: 'pay'; readonly order: Order; readonly payUrl: string }
  /** The stored card proves an earlier order. Nothing was charged. The checkout shows the order without the first-order discount. */
  | { readonly kind: 'discount_lost' }
  /** The gateway did not respond. No charge is known. The same submission may be repeated. */
  | { readonly kind: 'unreachable' };

/**
 * Number of attempts to prepare an order. A draft that no longer fits is ended and prepared again. More than two attempts are needed
 * only if another tab keeps changing the cart.
 */
const TRIES = 3;

/** Prepares an order for a checkout, or returns the existing one. @returns null if the cart kept changing, or a draft could not be ended */
export async function draftOrder(deps: CheckoutDeps, request: PlaceRequest) {
  const { market, details } = request;
  const places = deps.placesOf(market);
  const plan = await deps.deliveryDays.plan(market, details);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const prepared = await prepareOrder(deps.database, { ...request, places, plan, findAddedTo: deps.findAddedTo });
    if (prepared instanceof Failure) return prepared;
    if (prepared.kind !== 'stale') return { isPlaced: prepared.kind === 'placed', order: prepared.order };
    if ((await tryToCancelDraft(deps, prepared.order, 'the cart or the details changed')) === 'unreachable') return null;
  }
  return null;
}

/** Starts the payment of a draft. A stored card often completes it at once. */
export async function payOrder(deps: CheckoutDeps, order: Order, { origin, returnUrl, backUrl }: PressedAt): Promise<PlaceOrderResult> {
  const { currency } = getMarketConfig(order.market);
  const payment = await startPayment(deps, order, {
    currency,
    description: `${deps.shopNameOf(order.market)} order`,
    returnUrl,
    backUrl,
    origin,
  }).catch(() => null);
  if (!payment) return { kind: 'unreachable' };
  if ('isDiscountLost' in payment) return { kind: 'discount_lost' };
  return payment.placed ? { kind: 'placed', order } : { kind: 'pay', order, payUrl: payment.payUrl };
}

const UNREACHABLE: PlaceOrderResult = { kind: 'unreachable' };

/** Prepares an order and starts its payment. */
export async function placeOrder(deps: CheckoutDeps, request: PlaceRequest, at: PressedAt) {
  const drafted = await draftOrder(deps, request);
  if (drafted instanceof Failure) return drafted;
  if (!drafted) return UNREACHABLE;
  const placed: PlaceOrderResult = { kind: 'placed', order: drafted.order };
  return drafted.isPlaced ? placed : payOrder(deps, drafted.order, at);
}
