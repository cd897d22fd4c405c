/** The books that orders are made in, and what follows when one is placed or declined: for the shop, and for commands beside it. */
import { ACCOUNT_WALLET } from '../../account/server/wallet.ts';
import type { PaymentGateway } from '../../checkout/payment-port.ts';
import type { CheckoutDeps } from '../../checkout/server/finish-order.ts';
import { ORDER_MAIL, type OrderDeps } from '../../orders/server/order-desk.ts';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Jobs } from '../../platform/server/jobs.ts';
import { type SandboxGateway, createSandboxGateway } from '../../sandbox-gateway/server/sandbox-gateway.ts';
import { stripeGateway } from '../../vendors/server/stripe-gateway.ts';
import type { ClubDeps } from '../../wine-club/server/club-desk.ts';
import { deliveryDeclined, deliveryPaid } from '../../wine-club/server/outcomes.ts';
import { clubPost } from './club-mail.ts';
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
