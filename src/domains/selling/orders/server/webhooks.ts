/**
 * Sends events of orders to other systems of the retailer as Standard Webhooks: `webhook-id` identifies repeated messages,
 * `webhook-timestamp` is in seconds, `webhook-signature` covers both and the body (docs/decisions/0015-order-webhooks.md).
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { Database } from '#lib/db/pool.ts';
import { withoutCode } from '../model/collection.ts';
import { readOrder } from './order-view.ts';
import { type Delivery, deliveryFailed, deliveryTaken, expandAnnouncements, leaseDeliveries } from './webhook.repository.ts';

export interface WebhookEndpoints {
  readonly urls: readonly string[];
  /** Signing secret: `whsec_` followed by base64, or any text. */
  readonly secret: string;
}

/** Timeout of a receiver in ms. */
const PATIENCE_MS = 10_000;
const A_ROUND = 50;
const MAX_ANSWER_LENGTH = 200;

const secretKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

/** Returns `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. */
export const signWebhook = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', secretKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** The payload: the event, and the current state of the order. */
export async function webhookBody(
  database: Database,
  delivery: Pick<Delivery, 'orderId' | 'event' | 'at' | 'eventId' | 'actor' | 'data'>,
): Promise<string> {
  const order = await readOrder(database, delivery.orderId);
  return JSON.stringify({
    type: `order.${delivery.event}`,
    timestamp: delivery.at.toISOString(),
    // Staff read messages in the office.
    data: { event: { id: delivery.eventId, actor: delivery.actor, ...delivery.data }, order: order && withoutCode(order) },
  });
}

/** Returns the headers of a message. */
function webhookHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Cellardoor-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secret, id, timestamp, body),
  };
}

/** Returns a signed message of the type `test`, which is about no order. */
export function testWebhook(secret: string): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: {} });
  return { headers: webhookHeaders(secret, randomUUID(), body), body };
}

async function post(delivery: Delivery, body: string, secret: string): Promise<{ isTaken: boolean; response: string }> {
  const response = await fetch(delivery.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: webhookHeaders(secret, delivery.id, body),
    body,
  });
  await response.body?.cancel();
  return { isTaken: response.ok, response: String(response.status) };
}

/** Shortens an error for the table of messages. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  return text.slice(0, MAX_ANSWER_LENGTH);
}

/** Sends due messages. Safe in several processes at once. @returns how many were delivered */
export async function sendWebhooks(database: Database, { urls, secret }: WebhookEndpoints): Promise<number> {
  await expandAnnouncements(database, urls);
  if (urls.length === 0) return 0;
  let taken = 0;
  for (const delivery of await leaseDeliveries(database, A_ROUND)) {
    const body = await webhookBody(database, delivery);
    const { isTaken, response } = await post(delivery, body, secret).catch((error: unknown) => ({
      isTaken: false,
      response: reasonOf(error),
    }));
    if (isTaken) taken += await deliveryTaken(database, delivery.id, response);
    else await deliveryFailed(database, delivery.id, response);
  }
  return taken;
}
