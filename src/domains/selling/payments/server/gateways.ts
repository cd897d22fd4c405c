/** The payment gateways of the shop, by the value of PAYMENT_GATEWAY. Their variables are in lib/server/gateway-variables.ts. */
import type { FastifyInstance } from 'fastify';
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import type { GatewayAdapter, GatewayContext, GatewayEventHandlers } from '#domains/selling/payments/port/server/gateway-adapter.ts';
import { sandboxAdapter } from '#domains/selling/payments/sandbox/server/sandbox-adapter.ts';
import { stripeAdapter } from '#domains/selling/payments/stripe/server/stripe-adapter.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Endpoint } from '#lib/http/register-endpoints.ts';
import type { Config } from '#lib/server/config.ts';
import { type GatewayName, HOW_TO_SELECT_GATEWAY } from '#lib/server/gateway-variables.ts';

const GATEWAYS: Readonly<Record<GatewayName, GatewayAdapter>> = { sandbox: sandboxAdapter, stripe: stripeAdapter };

const fail = async (): Promise<never> => {
  throw new Error(`No payment gateway is configured. ${HOW_TO_SELECT_GATEWAY}.`);
};

/** The gateway of a shop without one. Every call fails, so nothing is paid, cancelled or refunded by mistake. */
const NO_GATEWAY: PaymentGateway = {
  name: 'none',
  begin: fail,
  find: fail,
  capture: fail,
  cancel: fail,
  beginCard: fail,
  findCard: fail,
  refund: fail,
  capturedSince: fail,
};

const selectedAdapter = ({ PAYMENT_GATEWAY }: Config): GatewayAdapter | undefined =>
  PAYMENT_GATEWAY === undefined ? undefined : GATEWAYS[PAYMENT_GATEWAY];

/** Creates the gateway that the configuration selects. */
export const createPaymentGateway = async (context: GatewayContext): Promise<PaymentGateway> =>
  selectedAdapter(context.config)?.createGateway(context) ?? NO_GATEWAY;

/** Serves the webhook of the gateway that the configuration selects. */
export async function serveGatewayWebhook(app: FastifyInstance, context: GatewayContext, handlers: GatewayEventHandlers): Promise<void> {
  await selectedAdapter(context.config)?.serveWebhook(app, context, handlers);
}

/** Lists the endpoints that the gateways bring for their own pages. */
export const gatewayEndpoints = (database: Database): Endpoint[] =>
  Object.values(GATEWAYS).flatMap(({ endpoints }) => endpoints?.(database) ?? []);
