/** Stripe as the configuration chooses it. */
import Stripe from 'stripe';
import type { Config } from '#lib/server/config.ts';

export interface StripeAccount {
  readonly client: Stripe;
  readonly webhookSecret: string;
}

/** How long one call may take, milliseconds, and how often the SDK tries again by itself, under one idempotency key. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;

/** The account that payments go to; null where the sandbox takes them. */
export function stripeOf({ PAYMENT_GATEWAY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL }: Config): StripeAccount | null {
  if (PAYMENT_GATEWAY !== 'stripe' || !STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  const url = STRIPE_API_URL ? new URL(STRIPE_API_URL) : null;
  const elsewhere = url && {
    host: url.hostname,
    port: url.port,
    protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
  };
  const client = new Stripe(STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false, ...elsewhere });
  return { client, webhookSecret: STRIPE_WEBHOOK_SECRET };
}
