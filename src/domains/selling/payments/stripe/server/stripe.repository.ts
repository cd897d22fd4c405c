/** The SQL of requests to Stripe and of its customers. */
import type { PaymentRequest } from '#domains/selling/payments/port/payment-port.ts';
import type { Queryable } from '#lib/db/pool.ts';

/** A request to Stripe by its merchant key, with the objects that it created. */
export interface StripeRow {
  readonly merchantKey: string;
  readonly request: PaymentRequest | null;
  readonly isCancelled: boolean;
  readonly sessionId: string | null;
  readonly sessionUrl: string | null;
  readonly intentId: string | null;
  readonly createdAt: Date;
  /** True while a request of its last beginning may still be on its way to Stripe. */
  readonly isBeginning: boolean;
}

/** Longer than creating a customer and a payment takes with all retries. */
const BEGINNING_SECONDS = 60;

const COLUMNS = `merchant_key as "merchantKey", request, is_cancelled as "isCancelled", session_id as "sessionId", session_url as "sessionUrl",
  intent_id as "intentId", created_at as "createdAt", begun_at > now() - interval '${BEGINNING_SECONDS} seconds' as "isBeginning"`;

export function createStripeRepository(db: Queryable) {
  const must = (row: StripeRow | null): StripeRow => {
    if (!row) throw new Error('a payment at Stripe was lost');
    return row;
  };
  return {
    find: (merchantKey: string): Promise<StripeRow | null> =>
      db.queryOne<StripeRow>({
        name: 'stripe.find',
        text: `select ${COLUMNS} from stripe_payments where merchant_key = $1`,
        values: [merchantKey],
      }),

    /** Records a request before it is sent, or finds the recorded one. */
    begin: async (request: PaymentRequest): Promise<StripeRow> =>
      must(
        await db.queryOne<StripeRow>({
          name: 'stripe.begin',
          text: `insert into stripe_payments (merchant_key, request) values ($1, $2)
            on conflict (merchant_key) do update
            set begun_at = case when stripe_payments.is_cancelled then stripe_payments.begun_at else now() end returning ${COLUMNS}`,
          values: [request.merchantKey, JSON.stringify(request)],
        }),
      ),

    /** Blocks a key, with or without a payment. */
    block: async (merchantKey: string): Promise<StripeRow> =>
      must(
        await db.queryOne<StripeRow>({
          name: 'stripe.block',
          text: `insert into stripe_payments (merchant_key, is_cancelled) values ($1, true)
            on conflict (merchant_key) do update set is_cancelled = true returning ${COLUMNS}`,
          values: [merchantKey],
        }),
      ),

    keepSession: (merchantKey: string, id: string, url: string | null): Promise<number> =>
      db.execute({
        name: 'stripe.keepSession',
        text: 'update stripe_payments set session_id = $2, session_url = $3 where merchant_key = $1',
        values: [merchantKey, id, url],
      }),

    keepIntent: (merchantKey: string, id: string): Promise<number> =>
      db.execute({
        name: 'stripe.keepIntent',
        text: 'update stripe_payments set intent_id = $2 where merchant_key = $1',
        values: [merchantKey, id],
      }),

    /** Returns Stripe's id of a customer. Calls `make` if there is none. */
    async customer(customerKey: string, make: () => Promise<string>): Promise<string> {
      const find = () =>
        db.queryOne<{ id: string }>({
          name: 'stripe.customer.find',
          text: 'select stripe_id as id from stripe_customers where customer_key = $1',
          values: [customerKey],
        });
      const existing = await find();
      if (existing) return existing.id;
      const made = await make();
      await db.execute({
        name: 'stripe.customer.insert',
        text: 'insert into stripe_customers (customer_key, stripe_id) values ($1, $2) on conflict do nothing',
        values: [customerKey, made],
      });
      return (await find())?.id ?? made;
    },
  };
}
