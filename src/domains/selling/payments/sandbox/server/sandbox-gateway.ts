/** The sandbox gateway: implements the payment port, and the actions of its payment page. */
import type {
  CapturedPayment,
  CardPage,
  CardRequest,
  GatewayRefund,
  Payment,
  PaymentRequest,
  RefundRequest,
  TokenizedCard,
} from '#domains/selling/payments/port/payment-port.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { TEST_CARDS, type TestCard } from '../model/cards.ts';
import {
  blockKey,
  type CardExpiry,
  captureAuthorised,
  changeStatus,
  ensureCardPage,
  ensurePayment,
  findPayment,
  insertRefundOnce,
  paymentsCapturedSince,
  type SandboxPaymentRow,
  type SandboxStatus,
} from './sandbox.repository.ts';

/** Card data that the payment page sends. */
export interface PayingCard extends CardExpiry {
  readonly token: string;
}

const FAILURES = {
  declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  refused: 'The confirmation was declined.',
} as const;

/** Expiry of stored cards. The shop does not send it with a payment, so any month in the future works. */
const STORED_EXPIRY = { month: 12, year: 2099 } as const;

/** Outcomes of payments by test card [CHK-36, CHK-37, CHK-38, CHK-39, CHK-40]. */
const OUTCOMES = {
  success: { status: 'captured', failure: null },
  timeout_after_capture: { status: 'captured', failure: null },
  needs_confirmation: { status: 'confirming', failure: null },
  declined: { status: 'open', failure: FAILURES.declined },
  insufficient_funds: { status: 'open', failure: FAILURES.insufficient_funds },
} as const satisfies Record<TestCard['outcome'], { status: SandboxStatus; failure: string | null }>;

const findTestCard = (token: string | null): TestCard | undefined => TEST_CARDS.find((card) => card.token === token);

/** Returns the card that was entered and paid. The sandbox stores every card under its own token. */
function toTokenizedCard(row: SandboxPaymentRow): TokenizedCard | null {
  const card = findTestCard(row.cardToken);
  const isPaid = row.status === 'captured' || row.status === 'authorised';
  if (!card || !isPaid || row.cardExpiryMonth === null || row.cardExpiryYear === null) return null;
  const { token, brand, last4 } = card;
  return { gatewayToken: token, brand, last4, expiryMonth: row.cardExpiryMonth, expiryYear: row.cardExpiryYear };
}

/** Cards of different expiry dates count as different cards, because there are only five test cards. */
const toFingerprint = ({ cardToken, cardExpiryMonth, cardExpiryYear }: SandboxPaymentRow): string | null =>
  cardToken === null ? null : `${cardToken} ${cardExpiryMonth ?? STORED_EXPIRY.month}/${cardExpiryYear ?? STORED_EXPIRY.year}`;

const toPayment = (row: SandboxPaymentRow): Payment => ({
  id: row.id,
  status: row.status === 'confirming' ? 'open' : row.status,
  amountCents: row.amountCents,
  refundedCents: row.refundedCents,
  failure: row.lastFailure,
  card: toTokenizedCard(row),
  cardFingerprint: toFingerprint(row),
});

const CARD_SETUP_STATUS = {
  open: 'open',
  confirming: 'open',
  authorised: 'open',
  captured: 'kept',
  cancelled: 'given_up',
  refunded: 'given_up',
} as const satisfies Record<SandboxStatus, CardPage['status']>;
const toCardSetup = (row: SandboxPaymentRow): CardPage => ({
  id: row.id,
  status: CARD_SETUP_STATUS[row.status],
  card: toTokenizedCard(row),
});

/** An unknown token is declined. A card without funds can still be saved, because nothing is charged yet. */
const outcomeOf = (token: string, isSetupOnly: boolean): TestCard['outcome'] => {
  const outcome = findTestCard(token)?.outcome ?? 'declined';
  return isSetupOnly && outcome === 'insufficient_funds' ? 'success' : outcome;
};

export function createSandboxGateway(db: Queryable) {
  const findExisting = async (id: string): Promise<SandboxPaymentRow> => {
    const row = await findPayment(db, id);
    if (!row) throw new Error('the sandbox gateway does not know this payment');
    return row;
  };

  return {
    name: 'sandbox',

    /** Starts a payment. Charges a stored card at once, but only on the first call of a key. */
    async begin(request: PaymentRequest): Promise<Payment & { payUrl: string }> {
      const outcome = request.storedCard === null ? null : outcomeOf(request.storedCard, false);
      const { status, failure } = outcome ? OUTCOMES[outcome] : { status: 'open' as const, failure: null };
      const firstStatus = status === 'captured' && request.captureLater ? 'authorised' : status;
      const row = await ensurePayment(db, request, firstStatus, failure, findTestCard(request.storedCard) ?? null);
      if (row.isNew && outcome === 'timeout_after_capture') throw new Error('the sandbox gateway did not answer');
      return { ...toPayment(row), payUrl: `${request.origin}/sandbox-gateway/pay/${row.id}` };
    },

    async find(id: string): Promise<Payment | null> {
      const row = await findPayment(db, id);
      return row && toPayment(row);
    },

    async beginCard(request: CardRequest): Promise<CardPage & { pageUrl: string }> {
      const row = await ensureCardPage(db, request);
      return { ...toCardSetup(row), pageUrl: `${request.origin}/sandbox-gateway/pay/${row.id}` };
    },

    async findCard(id: string): Promise<CardPage | null> {
      const row = await findPayment(db, id);
      return row?.isSetupOnly ? toCardSetup(row) : null;
    },

    async capture(id: string): Promise<Payment> {
      await captureAuthorised(db, id);
      return toPayment(await findExisting(id));
    },

    async cancel(merchantKey: string): Promise<Payment> {
      return toPayment(await blockKey(db, merchantKey));
    },

    async refund(request: RefundRequest): Promise<GatewayRefund> {
      const id = await insertRefundOnce(db, request);
      return id === null
        ? { id: null, status: 'refused', reason: 'The payment has less left to refund.' }
        : { id, status: 'done', reason: null };
    },

    async capturedSince(date: Date): Promise<CapturedPayment[]> {
      const rows = await paymentsCapturedSince(db, date);
      return rows.map((row) => ({ ...toPayment(row), merchantKey: row.merchantKey, installationId: row.installation }));
    },

    /** Reads a payment for its page. */
    payment: (id: string): Promise<SandboxPaymentRow | null> => findPayment(db, id),

    /** Pays with a card. Of concurrent calls only one captures. `lost` is true if the response to a capture must get lost. */
    async pay(id: string, card: PayingCard): Promise<{ payment: SandboxPaymentRow | null; lost: boolean }> {
      const outcome = outcomeOf(card.token, (await findPayment(db, id))?.isSetupOnly ?? false);
      const { status, failure } = OUTCOMES[outcome];
      await changeStatus(db, id, ['open'], { to: status, failure, card: findTestCard(card.token), expiry: card });
      return { payment: await findPayment(db, id), lost: outcome === 'timeout_after_capture' };
    },

    /** Approves or declines the confirmation that a card asked for. */
    async confirm(id: string, approve: boolean): Promise<SandboxPaymentRow | null> {
      await changeStatus(db, id, ['confirming'], approve ? { to: 'captured', failure: null } : { to: 'open', failure: FAILURES.refused });
      return findPayment(db, id);
    },

    /** Cancels a payment for its payer. A payment that was captured before stays captured. */
    async cancelPayment(id: string): Promise<SandboxPaymentRow | null> {
      await changeStatus(db, id, ['open', 'confirming'], { to: 'cancelled', failure: null });
      return findPayment(db, id);
    },
  };
}

export type SandboxGateway = ReturnType<typeof createSandboxGateway>;
