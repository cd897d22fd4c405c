/** The exports of a payment gateway's folder. The adapters are listed in payments/server/gateways.ts. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import type { Endpoint } from '#lib/http/register-endpoints.ts';
import type { Config } from '#lib/server/config.ts';
import type { GatewayDispute, PaymentGateway } from '../payment-port.ts';

export interface GatewayContext {
  /** Its variables have the value of the moment at which they are read. */
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
  /** Creates the gateway with the keys of this moment. */
  readonly createGateway: (context: GatewayContext) => Promise<PaymentGateway>;
  /** Returns true for ids that payments of the gateway have. Without it, every payment is the gateway's while it is selected. */
  readonly isOwnPayment?: (paymentId: string) => boolean;
  /** Tries the keys. @throws Error if the gateway does not accept them */
  readonly testKeys?: (config: Config) => Promise<void>;
  /** Serves the webhook of the gateway. Requests arrive only while the gateway is selected. Reads its keys for each of them. */
  readonly serveWebhook: (app: FastifyInstance, context: GatewayContext, handlers: GatewayEventHandlers) => Promise<void>;
  /** Endpoints of the gateway's own pages inside the shop. They are served whichever gateway is selected. */
  readonly endpoints?: (database: Database) => readonly Endpoint[];
}
