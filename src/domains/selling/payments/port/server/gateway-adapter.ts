/** The exports of a payment gateway's folder. The adapters are listed in payments/server/gateways.ts. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import type { Endpoint } from '#lib/http/register-endpoints.ts';
import type { Config } from '#lib/server/config.ts';
import type { GatewayDispute, PaymentGateway } from '../payment-port.ts';

export interface GatewayContext {
  readonly config: Config;
  readonly database: Database;
}

/** The shop's handlers of gateway events. If one throws, the gateway sends the event again. */
export interface GatewayEventHandlers {
  /** Confirms the payment of an order with the gateway. */
  readonly onPayment: (orderId: string) => Promise<void>;
  readonly onDispute: (dispute: GatewayDispute) => Promise<void>;
}

export interface GatewayAdapter {
  readonly createGateway: (context: GatewayContext) => Promise<PaymentGateway>;
  /** Serves the webhook of the gateway. Only the selected gateway is served. */
  readonly serveWebhook: (app: FastifyInstance, context: GatewayContext, handlers: GatewayEventHandlers) => Promise<void>;
  /** Endpoints of the gateway's own pages inside the shop. They are served whichever gateway is selected. */
  readonly endpoints?: (database: Database) => readonly Endpoint[];
}
