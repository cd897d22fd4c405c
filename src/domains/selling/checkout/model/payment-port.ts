/**
 * What the shop asks of a payment gateway. Card numbers never reach the shop: the gateway's own page takes them.
 * Every call may be repeated; the merchant key (the order's id) makes creating one payment only.
 */
export interface PaymentRequest {
  /** The order's id. */
  readonly merchantKey: string;
  /** Marks the payment as this installation's; several may share an account at the gateway. */
  readonly installationId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** Where the gateway sends the shopper after paying, declining or giving up. */
  readonly returnUrl: string;
  /** Where a payer goes who turns back without giving up. */
  readonly backUrl: string;
  /** The shop's origin that the shopper is on. */
  readonly origin: string;
  /** The gateway's token of a stored card to charge at once, null for its page. Where the card will not do, the page takes another one. */
  readonly storedCard: string | null;
  /** The shop's name for a signed-in customer, by which the gateway keeps their cards; null for a guest. */
  readonly customerKey: string | null;
  /** The payer has agreed that the card is kept for later orders. */
  readonly keepCard: boolean;
  /** The card is only authorised; `capture` takes the money, `cancel` gives the authorisation up. */
  readonly captureLater: boolean;
}

/** A card as the gateway keeps it: its token, and what may be shown of it. */
export interface TokenizedCard {
  readonly gatewayToken: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

export interface Payment {
  readonly id: string;
  /** `open`: may still be paid. `authorised`: the card agreed, and nothing was taken yet. `captured`: the money was taken, and some may have been given back. The others never will be. */
  readonly status: 'open' | 'authorised' | 'captured' | 'cancelled' | 'refunded';
  readonly amountCents: number;
  /** What was given back of it so far. */
  readonly refundedCents: number;
  /** Why the last attempt to pay it failed, in words; null where none did. */
  readonly failure: string | null;
  /** The card of a captured payment, where the gateway keeps it for later. */
  readonly card: TokenizedCard | null;
  /** What tells the card of an authorised or captured payment from all others, without its number; null where the gateway does not say. */
  readonly cardFingerprint: string | null;
}

/** A captured payment in the gateway's own list. */
export interface CapturedPayment extends Payment {
  readonly merchantKey: string;
  /** The installation that began it; null where it does not say. */
  readonly installationId: string | null;
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

/** A card that a customer gives without paying anything. */
export interface CardRequest {
  /** The same key is the same card page. */
  readonly merchantKey: string;
  readonly customerKey: string;
  readonly currency: string;
  /** Where the gateway sends the customer after. */
  readonly returnUrl: string;
  /** Where one goes who turns back without giving up. */
  readonly backUrl: string;
  readonly origin: string;
}

export interface CardPage {
  /** The gateway's name for it. */
  readonly id: string;
  /** `open`: may still be filled in. `kept`: the gateway keeps the card. `given_up`: it never will. */
  readonly status: 'open' | 'kept' | 'given_up';
  /** Where it is kept. */
  readonly card: TokenizedCard | null;
}

export interface PaymentGateway {
  readonly name: string;
  /** Begin a payment, or find the one that this key began before. With a stored card it may be captured at once. */
  begin(request: PaymentRequest): Promise<Payment & { readonly payUrl: string }>;
  /** How a payment stands; null where the gateway does not know it. */
  find(id: string): Promise<Payment | null>;
  /** Take the money of an authorised payment. Answers how it stands after, whatever it was before. */
  capture(id: string): Promise<Payment>;
  /** Make sure that a key is never charged from now on; answers how its payment stands after: `captured` where money was taken before. */
  cancel(merchantKey: string): Promise<Payment>;
  /** Begin to keep a card without charging it, on the gateway's own page. */
  beginCard(request: CardRequest): Promise<CardPage & { readonly pageUrl: string }>;
  /** How a card page stands; null where the gateway does not know it. */
  findCard(id: string): Promise<CardPage | null>;
  /** Give money of a captured payment back, once a key and never more than was captured. A throw means: nobody knows, ask again. */
  refund(request: RefundRequest): Promise<GatewayRefund>;
  /** Payments captured since an instant and not wholly refunded, for reconciliation. */
  capturedSince(instant: Date): Promise<readonly CapturedPayment[]>;
}
