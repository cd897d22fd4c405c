/** The sandbox gateway: books of its own, a payment port for the shop, and what its payment page does. */
import { randomBytes } from 'node:crypto';
import type {
  CapturedPayment,
  CardPage,
  CardRequest,
  GatewayRefund,
  Payment,
  PaymentRequest,
  RefundRequest,
  TokenizedCard,
} from '#domains/selling/checkout/model/payment-port.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { TEST_CARDS, type TestCard } from '../model/cards.ts';

/** How a payment stands in the gateway's books. */
export interface SandboxRow {
  readonly id: string;
  readonly merchant_key: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly currency: string;
  readonly description: string;
  readonly return_url: string;
  readonly status: 'open' | 'confirming' | 'authorised' | 'captured' | 'cancelled' | 'refunded';
  readonly last_failure: string | null;
  readonly card_token: string | null;
  readonly card_expiry_month: number | null;
  readonly card_expiry_year: number | null;
  /** Nothing is charged: `captured` means that the card is kept. */
  readonly keeps_card_only: boolean;
}

/** What is told of a card when it pays. */
export interface PayingCard {
  readonly token: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

const COLUMNS =
  'id, merchant_key, amount_cents, refunded_cents, currency, description, return_url, status, last_failure, card_token, card_expiry_month, card_expiry_year, keeps_card_only';
const FAILURES = {
  declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  refused: 'The confirmation was refused.',
} as const;

const newId = (kind: 'pay' | 'ref' = 'pay'): string => `${kind}_${randomBytes(16).toString('base64url')}`;
const isTakenKey = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';
/** A stored card is kept by the shop with its expiry, which the sandbox does not ask for again and tells nothing of. */
const STORED_EXPIRY = { month: 12, year: 2099 } as const;

/** What follows where a card is tried. */
const OUTCOMES = {
  success: { status: 'captured', failure: null },
  timeout_after_capture: { status: 'captured', failure: null },
  needs_confirmation: { status: 'confirming', failure: null },
  declined: { status: 'open', failure: FAILURES.declined },
  insufficient_funds: { status: 'open', failure: FAILURES.insufficient_funds },
} as const satisfies Record<TestCard['outcome'], { status: SandboxRow['status']; failure: string | null }>;

/** A token that the sandbox never gave is declined. */
const UNKNOWN_CARD = { token: null, brand: null, last4: null, outcome: 'declined' } as const;

/** The card that was typed in and paid. The sandbox keeps every card under its own token. */
function cardOf(row: SandboxRow): TokenizedCard | null {
  const card = TEST_CARDS.find(({ token }) => token === row.card_token);
  const isPaid = row.status === 'captured' || row.status === 'authorised';
  if (!card || !isPaid || row.card_expiry_month === null || row.card_expiry_year === null) return null;
  const { token, brand, last4 } = card;
  return { gatewayToken: token, brand, last4, expiryMonth: row.card_expiry_month, expiryYear: row.card_expiry_year };
}

/** There are but five test cards, so cards of another expiry are other cards. */
const fingerprintOf = (row: SandboxRow): string | null =>
  row.card_token === null
    ? null
    : `${row.card_token} ${row.card_expiry_month ?? STORED_EXPIRY.month}/${row.card_expiry_year ?? STORED_EXPIRY.year}`;

const standing = (row: SandboxRow): Payment => ({
  id: row.id,
  status: row.status === 'confirming' ? 'open' : row.status,
  amountCents: row.amount_cents,
  refundedCents: row.refunded_cents,
  failure: row.last_failure,
  card: cardOf(row),
  cardFingerprint: fingerprintOf(row),
});

const CARD_SETUP_STATUS = {
  open: 'open',
  confirming: 'open',
  authorised: 'open',
  captured: 'kept',
  cancelled: 'given_up',
  refunded: 'given_up',
} as const;
const toCardSetup = (row: SandboxRow): CardPage => ({ id: row.id, status: CARD_SETUP_STATUS[row.status], card: cardOf(row) });

/** What a card does where it is only kept: whether there are funds is asked when it is charged. */
const outcomeOf = (token: string, isKeptOnly: boolean): TestCard['outcome'] => {
  const { outcome } = TEST_CARDS.find((card) => card.token === token) ?? UNKNOWN_CARD;
  return isKeptOnly && outcome === 'insufficient_funds' ? 'success' : outcome;
};

export function createSandboxGateway(db: Queryable) {
  const find = (id: string): Promise<SandboxRow | null> =>
    db.queryOne<SandboxRow>({ name: 'gateway.find', text: `select ${COLUMNS} from sandbox_gateway.payments where id = $1`, values: [id] });
  const move = (id: string, from: readonly string[], to: string, failure: string | null, card: PayingCard | null): Promise<number> => {
    const known = TEST_CARDS.find(({ token }) => token === card?.token);
    return db.execute({
      name: 'gateway.move',
      text: `update sandbox_gateway.payments set status = case when $3 = 'captured' and capture_later then 'authorised' else $3 end, last_failure = $4, card_brand = coalesce($5, card_brand), card_last4 = coalesce($6, card_last4),
        card_token = coalesce($7, card_token), card_expiry_month = coalesce($8, card_expiry_month), card_expiry_year = coalesce($9, card_expiry_year),
        captured_at = case when $3 = 'captured' and not capture_later then now() else captured_at end where id = $1 and status = any($2)`,
      values: [
        id,
        from,
        to,
        failure,
        known?.brand ?? null,
        known?.last4 ?? null,
        known?.token ?? null,
        card?.expiryMonth ?? null,
        card?.expiryYear ?? null,
      ],
    });
  };

  return {
    name: 'sandbox',

    /** Begin a payment, or find the one this key began before. A stored card is tried in the same moment, and only then. */
    async begin(request: PaymentRequest): Promise<Payment & { payUrl: string }> {
      const card = request.storedCard === null ? null : (TEST_CARDS.find(({ token }) => token === request.storedCard) ?? UNKNOWN_CARD);
      const outcome = card ? OUTCOMES[card.outcome] : { status: 'open', failure: null };
      const status = outcome.status === 'captured' && request.captureLater ? 'authorised' : outcome.status;
      const row = await db.queryOne<SandboxRow & { isNew: boolean }>({
        name: 'gateway.begin',
        text: `insert into sandbox_gateway.payments (id, merchant_key, amount_cents, currency, description, return_url, status, last_failure,
            card_token, card_brand, card_last4, capture_later, installation, captured_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, case when $7 = 'captured' then now() end)
          on conflict (merchant_key) do update set merchant_key = excluded.merchant_key returning ${COLUMNS}, xmax = 0 as "isNew"`,
        values: [
          newId(),
          request.merchantKey,
          request.amountCents,
          request.currency,
          request.description,
          request.returnUrl,
          status,
          outcome.failure,
          card?.token ?? null,
          card?.brand ?? null,
          card?.last4 ?? null,
          request.captureLater,
          request.installationId,
        ],
      });
      if (!row) throw new Error('the sandbox gateway lost a payment');
      if (row.isNew && card?.outcome === 'timeout_after_capture') throw new Error('the sandbox gateway did not answer');
      return { ...standing(row), payUrl: `${request.origin}/sandbox-gateway/pay/${row.id}` };
    },

    async find(id: string): Promise<Payment | null> {
      const row = await find(id);
      return row && standing(row);
    },

    async beginCard({ merchantKey, currency, returnUrl, origin }: CardRequest): Promise<CardPage & { pageUrl: string }> {
      const row = await db.queryOne<SandboxRow>({
        name: 'gateway.begin_card',
        text: `insert into sandbox_gateway.payments (id, merchant_key, amount_cents, currency, description, return_url, status, keeps_card_only)
          values ($1, $2, 0, $3, 'A card to keep for later', $4, 'open', true)
          on conflict (merchant_key) do update set merchant_key = excluded.merchant_key returning ${COLUMNS}`,
        values: [newId(), merchantKey, currency, returnUrl],
      });
      if (!row) throw new Error('the sandbox gateway lost a card page');
      return { ...toCardSetup(row), pageUrl: `${origin}/sandbox-gateway/pay/${row.id}` };
    },

    async findCard(id: string): Promise<CardPage | null> {
      const row = await find(id);
      return row?.keeps_card_only ? toCardSetup(row) : null;
    },

    async capture(id: string): Promise<Payment> {
      await db.execute({
        name: 'gateway.capture',
        text: "update sandbox_gateway.payments set status = 'captured', captured_at = now() where id = $1 and status = 'authorised'",
        values: [id],
      });
      const row = await find(id);
      if (!row) throw new Error('the sandbox gateway does not know this payment');
      return standing(row);
    },

    /** Block a key for ever, known or not; a capture that came first stays. */
    async cancel(merchantKey: string): Promise<Payment> {
      const row = await db.queryOne<SandboxRow>({
        name: 'gateway.cancel',
        text: `insert into sandbox_gateway.payments as p (id, merchant_key, amount_cents, currency, description, return_url, status) values ($1, $2, 0, '', '', '', 'cancelled')
          on conflict (merchant_key) do update set status = case when p.status in ('open', 'confirming', 'authorised') then 'cancelled' else p.status end returning ${COLUMNS}`,
        values: [newId(), merchantKey],
      });
      if (!row) throw new Error('the sandbox gateway lost a payment');
      return standing(row);
    },

    /** Give back what a key asks for, once, and never more than was captured. */
    async refund({ paymentId, amountCents, key }: RefundRequest): Promise<GatewayRefund> {
      const byKey = () =>
        db.queryOne<{ id: string }>({
          name: 'gateway.refund_of_key',
          text: 'select id from sandbox_gateway.refunds where merchant_key = $1',
          values: [key],
        });
      const done =
        (await byKey()) ??
        (await db
          .queryOne<{ id: string }>({
            name: 'gateway.refund',
            text: `with paid as (update sandbox_gateway.payments set refunded_cents = refunded_cents + $2,
                status = case when refunded_cents + $2 = amount_cents then 'refunded' else status end
                where id = $1 and status = 'captured' and refunded_cents + $2 <= amount_cents returning id)
              insert into sandbox_gateway.refunds (id, merchant_key, payment_id, amount_cents) select $3, $4, id, $2 from paid returning id`,
            values: [paymentId, amountCents, newId('ref'), key],
          })
          .catch((error: unknown) => (isTakenKey(error) ? null : Promise.reject(error)))) ??
        // Another request of the same key may have been quicker.
        (await byKey());
      return done
        ? { id: done.id, status: 'done', reason: null }
        : { id: null, status: 'refused', reason: 'The payment does not hold that much.' };
    },

    async capturedSince(instant: Date): Promise<CapturedPayment[]> {
      const rows = await db.queryMany<SandboxRow & { installation: string | null }>({
        name: 'gateway.captured',
        text: `select ${COLUMNS}, installation from sandbox_gateway.payments where captured_at >= $1 and status = 'captured' and not keeps_card_only order by captured_at`,
        values: [instant],
      });
      return rows.map((row) => ({ ...standing(row), merchantKey: row.merchant_key, installationId: row.installation }));
    },

    /** A payment as its page shows it. */
    payment: find,

    /** Pay with a card; of many presses one captures. `lost` is true where the answer of a capture does not get through. */
    async pay(id: string, card: PayingCard): Promise<{ payment: SandboxRow | null; lost: boolean }> {
      const outcome = outcomeOf(card.token, (await find(id))?.keeps_card_only ?? false);
      await move(id, ['open'], OUTCOMES[outcome].status, OUTCOMES[outcome].failure, card);
      return { payment: await find(id), lost: outcome === 'timeout_after_capture' };
    },

    /** Answer the confirmation a card asked for. */
    async confirm(id: string, approve: boolean): Promise<SandboxRow | null> {
      await move(id, ['confirming'], approve ? 'captured' : 'open', approve ? null : FAILURES.refused, null);
      return find(id);
    },

    /** The payer gives up. A capture that came first stays. */
    async giveUp(id: string): Promise<SandboxRow | null> {
      await move(id, ['open', 'confirming'], 'cancelled', null, null);
      return find(id);
    },
  };
}

export type SandboxGateway = ReturnType<typeof createSandboxGateway>;
