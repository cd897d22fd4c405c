/**
 * Stripe as an entry of the registry: its client from the configuration, the gateway and the webhook [CHK-34]. The SDK is imported if
 * Stripe is selected, because it adds a tenth of a second to a start.
 */
import type Stripe from 'stripe';
import type { GatewayAdapter } from '#domains/selling/payments/port/server/gateway-adapter.ts';
import type { Config } from '#lib/server/config.ts';
import { readDispute } from './stripe-disputes.ts';
import { serveStripeWebhook } from './stripe-webhook.ts';

const TIMEOUT_MS = 8_000;
/** Retries by the SDK itself, under the idempotency key of the first attempt. */
const MAX_NETWORK_RETRIES = 1;

async function createStripeClient({ STRIPE_SECRET_KEY = '', STRIPE_API_URL }: Config): Promise<Stripe> {
  const { default: Stripe } = await import('stripe');
  const url = STRIPE_API_URL ? new URL(STRIPE_API_URL) : null;
  const host = url && {
    host: url.hostname,
    port: url.port,
    protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
  };
  return new Stripe(STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, maxNetworkRetries: MAX_NETWORK_RETRIES, telemetry: false, ...host });
}

/** Payments have the id of their order. */
const ORDER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const stripeAdapter: GatewayAdapter = {
  async createGateway({ config, database }) {
    const { createStripeGateway } = await import('./stripe-gateway.ts');
    return createStripeGateway(await createStripeClient(config), database);
  },
  isOwnPayment: (id) => ORDER_ID.test(id),
  async testKeys(config) {
    const client = await createStripeClient(config);
    await client.checkout.sessions.list({ limit: 1 });
  },
  async serveWebhook(app, { config }, { onPayment, onDispute }) {
    await serveStripeWebhook(app, {
      client: () => createStripeClient(config),
      secret: () => config.STRIPE_WEBHOOK_SECRET ?? null,
      onPayment,
      onDispute: async (client, disputeId) => onDispute(await readDispute(client, disputeId)),
    });
  },
};
