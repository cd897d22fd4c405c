/** The calls of one-click checkout [CHK-22]. */
import { z } from 'zod';
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { MARKETS } from '#markets/market.ts';
import { ORDER_STATUS_NAMES } from './model/order-status.ts';

const scope = {
  customerID: z.coerce.number().int().min(0).max(2_147_483_647),
  market: z.enum(MARKETS),
  cartId: z.uuid(),
};

/** An unpaid order, the subject of the second and third call. */
const checkoutOrder = z.object({
  orderId: z.uuid(),
  status: z.enum(ORDER_STATUS_NAMES),
  total: z.number(),
  shippingTotal: z.number(),
  taxTotal: z.number().describe('Tax included in the total'),
  billingAddress: z.string().describe('Description for the shopper'),
  orderUrl: z.string().nullable().describe('URL of the placed order'),
});
export type CheckoutOrder = z.output<typeof checkoutOrder>;

/** Only the id of the first call's order is read. */
const orderIdInput = z.looseObject({ orderId: z.uuid() });

const preparedPayment = z.object({
  orderId: z.uuid(),
  /** Identifies the payment. Valid for this order only. */
  paymentToken: z.string(),
  instrument: z.object({ brand: z.string(), last4: z.string() }).nullable().describe('Null if nothing is left to pay'),
  total: z.number(),
});

const ORDER_ERRORS = {
  ...OWNERSHIP_ERRORS,
  order_not_found: { status: 404, title: 'There is no such order.' },
  order_ended: { status: 409, title: "This order was cancelled and you haven't been charged. Please try again." },
} as const;

const MARKET_DIFFERS = { status: 422, title: 'This cart is from our shop in another country.' } as const;
const ADDRESS_MISSING = { status: 422, title: 'One-click checkout needs a default address. Please choose one in your account.' } as const;

export const oneClickContract = calls({
  total: {
    method: 'GET',
    path: '/api/one-click-checkout-total',
    summary: 'Returns what a cart costs at the default address, for markets where the fee depends on the postcode',
    reference: '[CHK-22, SHIP-24]',
    input: z.object(scope),
    output: z.object({ data: z.object({ total: z.number() }) }),
    requiresAuth: true,
    mutates: false,
    errors: {
      ...OWNERSHIP_ERRORS,
      cart_not_found: LOCALITY_ERRORS.cart_not_found,
      no_delivery: LOCALITY_ERRORS.no_delivery,
      market_differs: MARKET_DIFFERS,
      address_missing: ADDRESS_MISSING,
    },
  },
  /** [API-58] */
  p1: {
    method: 'POST',
    path: '/api/one-click-checkout-p1',
    summary: 'Starts one-click checkout: billing address, delivery fee and the order of a cart, to be paid with the default card',
    reference: '[CHK-22, CHK-25, API-58]',
    input: z.object({
      ...scope,
      expectedTotal: z.number().nonnegative().max(10_000_000).nullable().default(null).describe('Total that the shopper saw'),
    }),
    output: z.object({ data: checkoutOrder }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...LOCALITY_ERRORS,
      market_differs: MARKET_DIFFERS,
      address_missing: ADDRESS_MISSING,
      card_missing: { status: 422, title: 'One-click checkout needs a default card. Please choose one in your account.' },
    },
  },
  /** [API-59] */
  p2: {
    method: 'POST',
    path: '/api/one-click-checkout-p2',
    summary: 'Returns allowed payment methods, instrument and payment token of the order',
    reference: '[CHK-22, CHK-26, API-59]',
    input: z.object({ ...scope, checkoutOrder: orderIdInput }),
    output: z.object({ data: preparedPayment }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: ORDER_ERRORS,
  },
  /** [API-60] */
  processPayment: {
    method: 'POST',
    path: '/api/process-payment',
    summary: 'Pays the result of the second call. Repeats return the same result',
    reference: '[CHK-22, CHK-27, API-60]',
    input: z.object({ orderId: z.uuid(), paymentToken: z.string().max(100) }),
    output: z.object({
      data: z.object({
        status: z.enum(['paid', 'confirm']).describe("`confirm`: the card needs confirmation on the gateway's page"),
        nextUrl: z.string(),
      }),
    }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...ORDER_ERRORS,
      payment_unavailable: LOCALITY_ERRORS.payment_unavailable,
      first_order_only: {
        status: 409,
        title:
          'Nothing was charged: a coupon in your cart is for a first order, and an earlier order to this address was paid with the same card. Remove the coupon and try again.',
      },
    },
  },
  settle: {
    method: 'POST',
    path: '/api/one-click-settle',
    summary: "Reads the payment status after the gateway's page, and completes a paid order",
    reference: '[CHK-22]',
    input: z.object({ orderId: z.uuid() }),
    output: z.object({ data: z.object({ status: z.enum(['paid', 'open', 'cancelled']), nextUrl: z.string() }) }),
    mutates: true,
    handlesRepeats: true,
    errors: { order_not_found: ORDER_ERRORS.order_not_found, payment_unavailable: LOCALITY_ERRORS.payment_unavailable },
  },
});
