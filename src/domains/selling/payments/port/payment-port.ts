/**
 * The payment port: what the shop asks of a payment gateway. Card numbers never reach the shop, the gateway's own page takes
 * them [CHK-33]. Every call may be repeated. The merchant key (the id of the order) makes all repetitions one payment.
 */
export interface PaymentRequest {
  /** The id of the order. */
  readonly merchantKey: string;
  /** Marks the payment as this installation's, because several may share an account at the gateway. */
  readonly installationId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** URL to which the gateway sends the payer after a payment, a decline or a cancellation. */
  readonly returnUrl: string;
  /** URL for payers who go back without cancelling. */
  readonly backUrl: string;
  /** Origin of the shop's site that the shopper is on. */
  readonly origin: string;
  /** The gateway's token of a stored card to charge at once, or null for the gateway's page. If it fails, the page accepts another card. */
  readonly storedCard: string | null;
  /** The shop's key for a signed-in customer, under which the gateway stores their cards. Null for a guest. */
  readonly customerKey: string | null;
  /** True if the payer agreed that the card is saved for later orders. */
  readonly saveCard: boolean;
  /** Only authorises the card. `capture` takes the money, `cancel` releases the authorisation. */
  readonly captureLater: boolean;
}

/** A card that the gateway stores: its token, and the details that may be shown. */
export interface TokenizedCard {
  readonly gatewayToken: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

export interface Payment {
  readonly id: string;
  /**
   * `open`: may still be paid. `authorised`: the bank approved the charge and nothing was taken yet. `captured`: the money was taken, and
   * some may have been refunded. A `cancelled` or `refunded` payment is never captured.
   */
  readonly status: 'open' | 'authorised' | 'captured' | 'cancelled' | 'refunded';
  readonly amountCents: number;
  readonly refundedCents: number;
  /** Why the last attempt failed, as a sentence. Null if none failed. */
  readonly failure: string | null;
  /** The card of a captured payment, if the gateway stored it. */
  readonly card: TokenizedCard | null;
  /** Identifies the card of an authorised or captured payment without its number. Null if the gateway gives none. */
  readonly cardFingerprint: string | null;
}

/** A captured payment in the gateway's own list. */
export interface CapturedPayment extends Payment {
  readonly merchantKey: string;
  /** The installation that started the payment. Null if it was not marked. */
  readonly installationId: string | null;
}

export interface RefundRequest {
  readonly paymentId: string;
  readonly amountCents: number;
  /** Idempotency key. Requests with one key are one refund. */
  readonly key: string;
}

export interface GatewayRefund {
  /** The gateway's id of the refund. Null if it created none. */
  readonly id: string | null;
  /** `pending`: call again later with the same key. `refused`: will never happen, and `reason` says why. */
  readonly status: 'done' | 'pending' | 'refused';
  readonly reason: string | null;
}

/** A request to save a card without a payment. */
export interface CardRequest {
  /** Idempotency key. Requests with one key are one card page. */
  readonly merchantKey: string;
  readonly customerKey: string;
  readonly currency: string;
  readonly returnUrl: string;
  /** URL for customers who go back without cancelling. */
  readonly backUrl: string;
  readonly origin: string;
}

export interface CardPage {
  readonly id: string;
  /** `open`: may still be filled in. `kept`: the gateway stored the card. `given_up`: no card will be stored. */
  readonly status: 'open' | 'kept' | 'given_up';
  /** Set if the status is `kept`. */
  readonly card: TokenizedCard | null;
}

export type DisputeStatus = 'open' | 'won' | 'lost';

/** A disputed payment (chargeback) as its gateway reports it. */
export interface GatewayDispute {
  /** Name of the gateway. */
  readonly gateway: string;
  /** The gateway's id of the dispute. */
  readonly id: string;
  /** The merchant key of the payment. Null if the payment has none. */
  readonly orderId: string | null;
  /** The installation that started the payment. Null if it was not marked. */
  readonly installationId: string | null;
  readonly amountCents: number;
  /** The gateway's code for the reason. */
  readonly reason: string;
  readonly status: DisputeStatus;
  readonly evidenceDueAt: Date | null;
}

export interface PaymentGateway {
  readonly name: string;
  /** Starts a payment, or finds the one that its key started before. A stored card may be captured at once. */
  begin(request: PaymentRequest): Promise<Payment & { readonly payUrl: string }>;
  /** Finds a payment. @returns null if the gateway does not know it */
  find(id: string): Promise<Payment | null>;
  /** Takes the money of an authorised payment. @returns the payment afterwards, whatever its status was before */
  capture(id: string): Promise<Payment>;
  /** Makes sure that a key is never charged from now on. @returns the payment afterwards, `captured` if money was taken before */
  cancel(merchantKey: string): Promise<Payment>;
  /** Starts to save a card without charging it, on the gateway's own page. */
  beginCard(request: CardRequest): Promise<CardPage & { readonly pageUrl: string }>;
  /** Finds a card page. @returns null if the gateway does not know it */
  findCard(id: string): Promise<CardPage | null>;
  /** Refunds a captured payment, once per key and never more than was captured. Throws if the outcome is unknown: call it again. */
  refund(request: RefundRequest): Promise<GatewayRefund>;
  /** Lists payments captured since `date` that are not fully refunded, for reconciliation. */
  capturedSince(date: Date): Promise<readonly CapturedPayment[]>;
}
