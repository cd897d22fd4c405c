/**
 * Implements the payment port with Stripe [CHK-34]. New cards are entered on Stripe's own page (Checkout), stored ones are charged by a
 * PaymentIntent.
 * Every request has an idempotency key derived from the order. It is recorded before it is sent, so that a lost response can be found.
 */
import Stripe from 'stripe';
import { RESERVATION_TTL_MINUTES } from '#domains/selling/checkout/server/order.repository.ts';
import type {
  CapturedPayment,
  GatewayRefund,
  Payment,
  PaymentGateway,
  PaymentRequest,
  RefundRequest,
  TokenizedCard,
} from '#domains/selling/payments/port/payment-port.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { createStripeRepository, type StripeRow } from './stripe.repository.ts';

/**
 * Seconds that a page stays open. Stripe requires at least half an hour from the request that creates it, which may be repeated while the
 * stock is reserved. The shop closes the page when the reservation expires.
 */
const PAGE_SECONDS = (30 + RESERVATION_TTL_MINUTES + 5) * 60;
/** Seconds before and after a request in which its lost result is looked for. */
const LOST_SECONDS = 120;

/** What starts a payment is repeated by the checkout. With the SDK's retry as well, a shopper would wait half a minute for a Stripe that hangs. */
const REPEATED_BY_CHECKOUT = { maxNetworkRetries: 0 } as const;

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge : null;

const EMPTY_COUNTS: Omit<Payment, 'id'> = {
  status: 'cancelled',
  amountCents: 0,
  refundedCents: 0,
  failure: null,
  card: null,
  cardFingerprint: null,
};

/** Returns the card that paid, if it is stored for a customer. */
const cardOf = (intent: Stripe.PaymentIntent): TokenizedCard | null => (intent.customer ? savedCardId(intent.payment_method) : null);

function savedCardId(method: Stripe.PaymentIntent['payment_method']): TokenizedCard | null {
  if (typeof method !== 'object' || !method?.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  const name = `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`;
  return { gatewayToken: method.id, brand: name, last4, expiryMonth: exp_month, expiryYear: exp_year };
}

const fingerprintOf = ({ payment_method: method }: Stripe.PaymentIntent): string | null =>
  typeof method === 'object' ? (method?.card?.fingerprint ?? null) : null;

function paymentOf(id: string, intent: Stripe.PaymentIntent): Payment {
  const refundedCents = chargeOf(intent)?.amount_refunded ?? 0;
  const failure = intent.last_payment_error?.message ?? null;
  const base = { id, amountCents: intent.amount, refundedCents, failure, card: null, cardFingerprint: null };
  if (intent.status === 'succeeded') {
    const isAllBack = refundedCents >= intent.amount;
    return { ...base, status: isAllBack ? 'refunded' : 'captured', card: cardOf(intent), cardFingerprint: fingerprintOf(intent) };
  }
  if (intent.status === 'requires_capture')
    return { ...base, status: 'authorised', card: cardOf(intent), cardFingerprint: fingerprintOf(intent) };
  return { ...base, status: intent.status === 'canceled' ? 'cancelled' : 'open' };
}

/** Creates the gateway. `stripe` is the SDK's client. */
export function createStripeGateway(stripe: Stripe, db: Queryable): PaymentGateway {
  const repository = createStripeRepository(db);
  const expand = ['latest_charge', 'payment_method'];

  const intentOf = (id: string): Promise<Stripe.PaymentIntent> => stripe.paymentIntents.retrieve(id, { expand });

  const customerOf = (customerKey: string, options: Stripe.RequestOptions = {}): Promise<string> =>
    repository.customer(customerKey, async () => {
      const metadata = { customer: customerKey };
      const made = await stripe.customers.create({ metadata }, { idempotencyKey: `customer:${customerKey}`, ...options });
      return made.id;
    });

  /** Charges a stored card at once. @returns null if the card fails and its payer is needed */
  async function chargeStored(request: PaymentRequest, customer: string, card: string): Promise<Stripe.PaymentIntent | null> {
    const { merchantKey, amountCents, currency, description, captureLater, installationId } = request;
    let intent: Stripe.PaymentIntent;
    try {
      intent = await stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency: currency.toLowerCase(),
          description,
          customer,
          payment_method: card,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          off_session: true,
          confirm: true,
          ...(captureLater ? { capture_method: 'manual' as const } : {}),
          metadata: { order: merchantKey, installation: installationId },
          expand,
        },
        { idempotencyKey: `${merchantKey}:card`, ...REPEATED_BY_CHECKOUT },
      );
    } catch (error) {
      // The card was declined or needs the payer's confirmation, so the payer continues on the gateway's page.
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      if (error.payment_intent) await stripe.paymentIntents.cancel(error.payment_intent.id).catch(() => null);
      return null;
    }
    await repository.keepIntent(merchantKey, intent.id);
    return intent.status === 'succeeded' || intent.status === 'requires_capture' ? intent : endIntent(intent.id);
  }

  /** Cancels an intent. @returns the intent if it succeeded before, else null @throws while its charge is under way, which may succeed */
  async function endIntent(id: string): Promise<Stripe.PaymentIntent | null> {
    await stripe.paymentIntents.cancel(id).catch(() => null);
    const intent = await intentOf(id);
    if (intent.status === 'succeeded') return intent;
    if (intent.status !== 'canceled') throw new Error(`the payment ${id} could not be cancelled: it is ${intent.status}`);
    return null;
  }

  async function openPage(row: StripeRow, request: PaymentRequest, customer: string | null): Promise<string> {
    const { merchantKey, amountCents, currency, description, returnUrl, backUrl, saveCard, captureLater, installationId } = request;
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: merchantKey,
        line_items: [
          { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amountCents, product_data: { name: description } } },
        ],
        metadata: { order: merchantKey },
        payment_intent_data: {
          description,
          metadata: { order: merchantKey, installation: installationId },
          ...(captureLater ? { capture_method: 'manual' as const } : {}),
          ...(saveCard ? { setup_future_usage: 'off_session' as const } : {}),
        },
        success_url: returnUrl,
        cancel_url: backUrl,
        expires_at: seconds(row.createdAt) + PAGE_SECONDS,
        ...(customer === null ? {} : { customer }),
      },
      { idempotencyKey: `${merchantKey}:page`, ...REPEATED_BY_CHECKOUT },
    );
    await repository.keepSession(merchantKey, session.id, session.url);
    return session.url ?? backUrl;
  }

  /** Converts a Checkout page to a payment. */
  async function ofSession(row: StripeRow, id: string): Promise<Payment> {
    const session = await stripe.checkout.sessions.retrieve(id);
    const intentId = typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id;
    // An authorised payment is not paid yet, but its page is complete.
    if ((session.payment_status === 'paid' || session.status === 'complete') && intentId) {
      await repository.keepIntent(row.merchantKey, intentId);
      return paymentOf(row.merchantKey, await intentOf(intentId));
    }
    const status = session.status === 'expired' ? 'cancelled' : 'open';
    return { ...EMPTY_COUNTS, id: row.merchantKey, status, amountCents: session.amount_total ?? 0 };
  }

  async function toPayment(row: StripeRow): Promise<Payment> {
    if (row.sessionId) return ofSession(row, row.sessionId);
    if (row.intentId) return paymentOf(row.merchantKey, await intentOf(row.intentId));
    return {
      ...EMPTY_COUNTS,
      id: row.merchantKey,
      status: row.isCancelled ? 'cancelled' : 'open',
      amountCents: row.request?.amountCents ?? 0,
    };
  }

  /** Finds objects of a key whose response was lost. Lists are consistent at once, unlike searches. */
  async function findLost(row: StripeRow): Promise<void> {
    const created = { gte: seconds(row.createdAt) - LOST_SECONDS, lte: seconds(row.createdAt) + PAGE_SECONDS };
    if (!row.intentId)
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 }))
        if (intent.metadata.order === row.merchantKey) await repository.keepIntent(row.merchantKey, intent.id);
    if (!row.sessionId)
      for await (const session of stripe.checkout.sessions.list({ created, limit: 100 }))
        if (session.client_reference_id === row.merchantKey) await repository.keepSession(row.merchantKey, session.id, session.url);
  }

  async function endAll(row: StripeRow): Promise<Payment> {
    if (row.sessionId) {
      await stripe.checkout.sessions.expire(row.sessionId).catch(() => null);
      const payment = await ofSession(row, row.sessionId);
      if (payment.status === 'captured' || payment.status === 'refunded') return payment;
      if (payment.status === 'open') throw new Error(`the page of ${row.merchantKey} could not be closed`);
    }
    const { intentId } = (await repository.find(row.merchantKey)) ?? row;
    const paid = intentId ? await endIntent(intentId) : null;
    return paid ? paymentOf(row.merchantKey, paid) : { ...EMPTY_COUNTS, id: row.merchantKey };
  }

  /** Finds a refund that was created before. Stripe forgets idempotency keys after a day, and a refund may be pending for longer. */
  async function findRefund(intent: string, key: string): Promise<Stripe.Refund | null> {
    for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 }))
      if (refund.metadata?.refund === key) return refund;
    return null;
  }

  async function createRefund(intent: string, amount: number, key: string): Promise<Stripe.Refund> {
    const parameters = { payment_intent: intent, amount };
    const options = { idempotencyKey: `refund:${key}` };
    try {
      return await stripe.refunds.create({ ...parameters, metadata: { refund: key } }, options);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
      // Release 0.2.0 made it, without the key in its metadata. The same request returns it.
      return stripe.refunds.create(parameters, options);
    }
  }

  return {
    name: 'stripe',

    async begin(request) {
      const row = await repository.begin(request);
      const { merchantKey } = request;
      if (row.isCancelled) return { ...(await endAll(row)), payUrl: request.backUrl };
      const saved = row.request ?? request;
      if (row.sessionId) return { ...(await toPayment(row)), payUrl: row.sessionUrl ?? saved.backUrl };
      const { customerKey } = saved;
      const customer = customerKey === null ? null : await customerOf(customerKey, REPEATED_BY_CHECKOUT);
      const paid = saved.storedCard !== null && customer !== null ? await chargeStored(saved, customer, saved.storedCard) : null;
      const payUrl = paid ? saved.backUrl : await openPage(row, saved, customer);
      // Cancelled while it was requested: closes what was created.
      const now = (await repository.find(merchantKey)) ?? row;
      return now.isCancelled ? { ...(await endAll(now)), payUrl: request.backUrl } : { ...(await toPayment(now)), payUrl };
    },

    async find(id) {
      const row = await repository.find(id);
      return row && toPayment(row);
    },

    async capture(id) {
      const row = await repository.find(id);
      if (!row?.intentId) throw new Error(`Stripe has no authorised payment for ${id}`);
      // Stripe rejects the capture of a captured or cancelled intent. Its current state counts.
      await stripe.paymentIntents.capture(row.intentId, {}, { idempotencyKey: `${id}:capture` }).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
      return toPayment(row);
    },

    async cancel(merchantKey) {
      const row = await repository.block(merchantKey);
      if (row.request && !row.sessionId) await findLost(row);
      const now = (await repository.find(merchantKey)) ?? row;
      // `begin` closes a page that is opened afterwards, but can't take back a charge.
      const mayCharge = row.request !== null && row.request.storedCard !== null && row.request.customerKey !== null;
      if (mayCharge && row.isBeginning && !now.intentId && !now.sessionId)
        throw new Error(`the payment of ${merchantKey} is being created`);
      return endAll(now);
    },

    async beginCard({ merchantKey, customerKey, currency, returnUrl, backUrl }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'setup',
          customer: await customerOf(customerKey),
          currency: currency.toLowerCase(),
          metadata: { card: merchantKey },
          success_url: returnUrl,
          cancel_url: backUrl,
        },
        { idempotencyKey: `${merchantKey}:card-page` },
      );
      return { id: session.id, status: 'open', card: null, pageUrl: session.url ?? backUrl };
    },

    async findCard(id) {
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] });
      const intent = session.setup_intent;
      const card = typeof intent === 'object' && intent?.status === 'succeeded' ? savedCardId(intent.payment_method) : null;
      return { id, status: card ? 'kept' : session.status === 'expired' ? 'given_up' : 'open', card };
    },

    async refund({ paymentId, amountCents, key }: RefundRequest): Promise<GatewayRefund> {
      const row = paymentId.startsWith('pi_') ? null : await repository.find(paymentId);
      const intent = row ? (row.intentId ?? null) : paymentId;
      if (intent === null) return { id: null, status: 'refused', reason: 'Nothing was charged.' };
      try {
        const made = (await findRefund(intent, key)) ?? (await createRefund(intent, amountCents, key));
        // A repeated request returns the first response, so the current state is read.
        const refund = made.status === 'pending' ? await stripe.refunds.retrieve(made.id) : made;
        if (refund.status === 'succeeded') return { id: refund.id, status: 'done', reason: null };
        const isExpired = refund.status === 'failed' || refund.status === 'canceled';
        return { id: refund.id, status: isExpired ? 'refused' : 'pending', reason: refund.failure_reason ?? null };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return { id: null, status: 'refused', reason: error.message };
      }
    },

    async capturedSince(date) {
      const found: CapturedPayment[] = [];
      const filter = { created: { gte: seconds(date) }, limit: 100, expand: ['data.latest_charge'] };
      for await (const intent of stripe.paymentIntents.list(filter)) {
        const { order, installation } = intent.metadata;
        const payment = paymentOf(intent.id, intent);
        if (order && payment.status === 'captured') found.push({ ...payment, merchantKey: order, installationId: installation ?? null });
      }
      return found;
    },
  };
}
