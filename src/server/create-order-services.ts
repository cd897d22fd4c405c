/** The books that orders are made in, and what follows when one is placed or declined: for the shop, and for commands beside it. */
import { ACCOUNT_WALLET } from '#domains/customers/account/server/payment-methods.ts';
import type { PaymentGateway } from '#domains/selling/checkout/model/payment-port.ts';
import type { CheckoutDeps } from '#domains/selling/checkout/server/finalize-order.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { deliveryDeclined, deliveryPaid } from '#domains/selling/clubs/server/delivery-payment-handlers.ts';
import { ORDER_MAIL, type OrderDeps } from '#domains/selling/orders/server/order-deps.ts';
import { createSandboxGateway, type SandboxGateway } from '#domains/selling/payments/sandbox/server/sandbox-gateway.ts';
import { stripeGateway } from '#domains/selling/payments/stripe/server/stripe-gateway.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { clubPost } from './club-emails.ts';
import { NO_GATEWAY } from './no-gateway.ts';
import { type StripeAccount, stripeOf } from './stripe-account.ts';

export interface OrderServices {
  /** The sandbox's own page asks it, whichever gateway the orders are paid with. */
  readonly gateway: SandboxGateway;
  /** Stripe, where orders are paid with it. */
  readonly stripe: StripeAccount | null;
  readonly books: CheckoutDeps;
  readonly desk: OrderDeps;
  readonly clubs: ClubDeps;
}

const gatewayOf = (
  { PAYMENT_GATEWAY }: Config,
  stripe: StripeAccount | null,
  sandbox: SandboxGateway,
  database: Database,
): PaymentGateway => {
  if (stripe) return stripeGateway(stripe.client, database);
  return PAYMENT_GATEWAY === 'sandbox' ? sandbox : NO_GATEWAY;
};

export function createOrderServices(config: Config, database: Database, jobs: Pick<Jobs, 'queue'>): OrderServices {
  const sandbox = createSandboxGateway(database);
  const stripe = stripeOf(config);
  const gateway = gatewayOf(config, stripe, sandbox, database);
  const tell: OrderDeps['enqueueEmail'] = (transaction, mail) => jobs.queue(transaction, ORDER_MAIL, { ...mail });
  const post = clubPost(config, jobs);
  const deps: CheckoutDeps = {
    database,
    gateway,
    wallet: ACCOUNT_WALLET,
    onPlaced: async (transaction, order, keptCard) => {
      await tell(transaction, { kind: 'receipt', orderId: order.id });
      await deliveryPaid(transaction, post, order, keptCard);
    },
    // Members are told by the club what follows for their membership.
    onDeclined: async (transaction, order) => {
      if (!(await deliveryDeclined(transaction, post, order))) await tell(transaction, { kind: 'payment-failed', orderId: order.id });
    },
  };
  return { gateway: sandbox, stripe, books: deps, desk: { database, gateway, enqueueEmail: tell }, clubs: { ...post, checkout: deps } };
}
