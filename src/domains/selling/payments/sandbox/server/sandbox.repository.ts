/** The SQL of the sandbox gateway. Its tables have a separate schema, `sandbox_gateway`, as those of an external gateway would. */
import { randomBytes } from 'node:crypto';
import type { CardRequest, DisputeStatus, PaymentRequest, RefundRequest } from '#domains/selling/payments/port/payment-port.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { TestCard } from '../model/cards.ts';

export type SandboxStatus = 'open' | 'confirming' | 'authorised' | 'captured' | 'cancelled' | 'refunded';

export interface SandboxPaymentRow {
  readonly id: string;
  readonly merchantKey: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string;
  readonly status: SandboxStatus;
  readonly lastFailure: string | null;
  readonly cardToken: string | null;
  readonly cardExpiryMonth: number | null;
  readonly cardExpiryYear: number | null;
  /** Nothing is charged. `captured` means that the card is saved. */
  readonly isSetupOnly: boolean;
}

export interface CardExpiry {
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

const COLUMNS = `id, merchant_key as "merchantKey", amount_cents as "amountCents", refunded_cents as "refundedCents", currency, description,
  return_url as "returnUrl", status, last_failure as "lastFailure", card_token as "cardToken", card_expiry_month as "cardExpiryMonth",
  card_expiry_year as "cardExpiryYear", is_setup_only as "isSetupOnly"`;

const newId = (kind: 'pay' | 'ref'): string => `${kind}_${randomBytes(16).toString('base64url')}`;

function found<T>(row: T | null): T {
  if (!row) throw new Error('the sandbox gateway lost a payment');
  return row;
}

export const findPayment = (db: Queryable, id: string): Promise<SandboxPaymentRow | null> =>
  db.queryOne<SandboxPaymentRow>({
    name: 'sandbox.findPayment',
    text: `select ${COLUMNS} from sandbox_gateway.payments where id = $1`,
    values: [id],
  });

/** Inserts a payment, or reads the one of its key. */
export async function ensurePayment(
  db: Queryable,
  request: PaymentRequest,
  status: SandboxStatus,
  failure: string | null,
  card: Pick<TestCard, 'token' | 'brand' | 'last4'> | null,
): Promise<SandboxPaymentRow & { readonly isNew: boolean }> {
  return found(
    await db.queryOne<SandboxPaymentRow & { isNew: boolean }>({
      name: 'sandbox.ensurePayment',
      text: `insert into sandbox_gateway.payments (id, merchant_key, amount_cents, currency, description, return_url, status, last_failure,
          card_token, card_brand, card_last4, capture_later, installation, captured_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, case when $7 = 'captured' then now() end)
        on conflict (merchant_key) do update set merchant_key = excluded.merchant_key returning ${COLUMNS}, xmax = 0 as "isNew"`,
      values: [
        newId('pay'),
        request.merchantKey,
        request.amountCents,
        request.currency,
        request.description,
        request.returnUrl,
        status,
        failure,
        card?.token ?? null,
        card?.brand ?? null,
        card?.last4 ?? null,
        request.captureLater,
        request.installationId,
      ],
    }),
  );
}

/** Inserts a card page, or reads the one of its key. */
export const ensureCardPage = async (
  db: Queryable,
  { merchantKey, currency, returnUrl }: Pick<CardRequest, 'merchantKey' | 'currency' | 'returnUrl'>,
): Promise<SandboxPaymentRow> =>
  found(
    await db.queryOne<SandboxPaymentRow>({
      name: 'sandbox.ensureCardPage',
      text: `insert into sandbox_gateway.payments (id, merchant_key, amount_cents, currency, description, return_url, status, is_setup_only)
        values ($1, $2, 0, $3, 'A card to save for later', $4, 'open', true)
        on conflict (merchant_key) do update set merchant_key = excluded.merchant_key returning ${COLUMNS}`,
      values: [newId('pay'), merchantKey, currency, returnUrl],
    }),
  );

export interface StatusChange {
  readonly to: SandboxStatus;
  readonly failure: string | null;
  /** The card that was tried. Omit it to leave the card unchanged. */
  readonly card?: Pick<TestCard, 'token' | 'brand' | 'last4'> | undefined;
  readonly expiry?: CardExpiry;
}

/** Changes the status of a payment if it is one of `from`. A payment with `capture_later` is authorised instead of captured. */
export const changeStatus = (
  db: Queryable,
  id: string,
  from: readonly SandboxStatus[],
  { to, failure, card, expiry }: StatusChange,
): Promise<number> =>
  db.execute({
    name: 'sandbox.changeStatus',
    text: `update sandbox_gateway.payments set status = case when $3 = 'captured' and capture_later then 'authorised' else $3 end, last_failure = $4,
      card_brand = coalesce($5, card_brand), card_last4 = coalesce($6, card_last4), card_token = coalesce($7, card_token),
      card_expiry_month = coalesce($8, card_expiry_month), card_expiry_year = coalesce($9, card_expiry_year),
      captured_at = case when $3 = 'captured' and not capture_later then now() else captured_at end where id = $1 and status = any($2)`,
    values: [
      id,
      from,
      to,
      failure,
      card?.brand ?? null,
      card?.last4 ?? null,
      card?.token ?? null,
      expiry?.expiryMonth ?? null,
      expiry?.expiryYear ?? null,
    ],
  });

/** Captures an authorised payment. @returns 0 if it is not authorised */
export const captureAuthorised = (db: Queryable, id: string): Promise<number> =>
  db.execute({
    name: 'sandbox.captureAuthorised',
    text: "update sandbox_gateway.payments set status = 'captured', captured_at = now() where id = $1 and status = 'authorised'",
    values: [id],
  });

/** Blocks a key permanently, even if it has no payment. A payment that was captured before stays captured. */
export const blockKey = async (db: Queryable, merchantKey: string): Promise<SandboxPaymentRow> =>
  found(
    await db.queryOne<SandboxPaymentRow>({
      name: 'sandbox.blockKey',
      text: `insert into sandbox_gateway.payments as p (id, merchant_key, amount_cents, currency, description, return_url, status) values ($1, $2, 0, '', '', '', 'cancelled')
        on conflict (merchant_key) do update set status = case when p.status in ('open', 'confirming', 'authorised') then 'cancelled' else p.status end returning ${COLUMNS}`,
      values: [newId('pay'), merchantKey],
    }),
  );

const isUniqueViolation = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Refunds a payment once per key, never more than was captured. @returns the id of the refund, or null if too little is left */
export async function insertRefundOnce(db: Queryable, { paymentId, amountCents, key }: RefundRequest): Promise<string | null> {
  const ofKey = () =>
    db.queryOne<{ id: string }>({
      name: 'sandbox.ofKey',
      text: 'select id from sandbox_gateway.refunds where merchant_key = $1',
      values: [key],
    });
  const insert = () =>
    db.queryOne<{ id: string }>({
      name: 'sandbox.insert',
      text: `with paid as (update sandbox_gateway.payments set refunded_cents = refunded_cents + $2,
          status = case when refunded_cents + $2 = amount_cents then 'refunded' else status end
          where id = $1 and status = 'captured' and refunded_cents + $2 <= amount_cents returning id)
        insert into sandbox_gateway.refunds (id, merchant_key, payment_id, amount_cents) select $3, $4, id, $2 from paid returning id`,
      values: [paymentId, amountCents, newId('ref'), key],
    });
  const existing = await ofKey();
  if (existing) return existing.id;
  const inserted = await insert().catch((error: unknown) => (isUniqueViolation(error) ? null : Promise.reject(error)));
  // A concurrent request of the same key may have been first.
  return (inserted ?? (await ofKey()))?.id ?? null;
}

/** Lists captured payments with the installation that started them, the oldest first. */
export const paymentsCapturedSince = (
  db: Queryable,
  date: Date,
): Promise<(SandboxPaymentRow & { readonly installation: string | null })[]> =>
  db.queryMany<SandboxPaymentRow & { installation: string | null }>({
    name: 'sandbox.paymentsCapturedSince',
    text: `select ${COLUMNS}, installation from sandbox_gateway.payments where captured_at >= $1 and status = 'captured' and not is_setup_only order by captured_at`,
    values: [date],
  });

interface CapturedRow {
  readonly id: string;
  readonly amountCents: number;
}

/** Finds the payment of a key if it was captured. */
export const findCapturedPayment = (db: Queryable, merchantKey: string): Promise<CapturedRow | null> =>
  db.queryOne<CapturedRow>({
    text: `select id, amount_cents as "amountCents" from sandbox_gateway.payments where merchant_key = $1 and status in ('captured', 'refunded')`,
    values: [merchantKey],
  });

/** Opens a dispute, once per id. */
export const insertDispute = (db: Queryable, id: string, payment: CapturedRow, evidenceDays: number): Promise<number> =>
  db.execute({
    text: `insert into sandbox_gateway.disputes (id, payment_id, amount_cents, status, evidence_due_at)
      values ($1, $2, $3, 'open', date_trunc('second', now()) + make_interval(days => $4)) on conflict do nothing`,
    values: [id, payment.id, payment.amountCents, evidenceDays],
  });

/** Closes an open dispute. @returns 0 if it is not open */
export const decideDispute = (db: Queryable, id: string, verdict: 'won' | 'lost'): Promise<number> =>
  db.execute({ text: "update sandbox_gateway.disputes set status = $2 where id = $1 and status = 'open'", values: [id, verdict] });

export const findDispute = (
  db: Queryable,
  id: string,
): Promise<{ readonly amountCents: number; readonly status: DisputeStatus; readonly evidenceDueAt: Date } | null> =>
  db.queryOne({
    text: 'select amount_cents as "amountCents", status, evidence_due_at as "evidenceDueAt" from sandbox_gateway.disputes where id = $1',
    values: [id],
  });
