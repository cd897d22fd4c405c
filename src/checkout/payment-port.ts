/**
 * What the shop asks of a payment gateway. Card numbers never reach the shop: the gateway's own page takes them.
 * Every call may be repeated; the merchant key (the order's id) makes creating one payment only.
 */
export interface PaymentRequest {
  /** The order's id. */
  readonly merchantKey: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** Where the gateway sends the shopper after paying, declining or giving up. */
  readonly returnUrl: string;
  /** The shop's origin that the shopper is on. */
  readonly origin: string;
}

export interface Payment {
  readonly id: string;
  /** `open`: may still be paid. `captured`: the money was taken, and some may have been given back. The others never will be. */
  readonly status: 'open' | 'captured' | 'cancelled' | 'refunded';
  readonly amountCents: number;
  /** What was given back of it so far. */
  readonly refundedCents: number;
  /** Why the last attempt to pay it failed, in words; null where none did. */
  readonly failure: string | null;
}

export interface RefundRequest {
  /** The gateway's name for the payment. */
  readonly paymentId: string;
  readonly amountCents: number;
  /** The same key is the same refund, however often it is asked for. */
  readonly key: string;
}

export interface GatewayRefund {
  /** The gateway's name for the refund; null where it made none. */
  readonly id: string | null;
  /** `pending`: ask again later, with the same key. `refused`: will never be done, and `reason` says why. */
  readonly status: 'done' | 'pending' | 'refused';
  readonly reason: string | null;
}

export interface PaymentGateway {
  readonly name: string;
  /** Begin a payment, or find the one that this key began before. */
  begin(request: PaymentRequest): Promise<Payment & { readonly payUrl: string }>;
  /** How a payment stands; null where the gateway does not know it. */
  find(id: string): Promise<Payment | null>;
  /** Make sure that a key is never charged from now on; answers how its payment stands after: `captured` where money was taken before. */
  cancel(merchantKey: string): Promise<Payment>;
  /** Give money of a captured payment back, once a key and never more than was captured. A throw means: nobody knows, ask again. */
  refund(request: RefundRequest): Promise<GatewayRefund>;
  /** Payments captured since an instant and not wholly refunded, for reconciliation. */
  capturedSince(instant: Date): Promise<readonly (Payment & { readonly merchantKey: string })[]>;
}
