/** Simulated disputes of the sandbox gateway, and its webhook, signed as Standard Webhooks. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DisputeStatus, GatewayDispute } from '#domains/selling/payments/port/payment-port.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { decideDispute, findCapturedPayment, findDispute, insertDispute } from './sandbox.repository.ts';

export const SANDBOX_WEBHOOK = '/webhooks/sandbox';
/** Name of the shared secret that signs the events. */
export const SANDBOX_WEBHOOK_SECRET = 'sandbox webhooks';
/** Maximum age of a message. Older messages are rejected. */
const MAX_AGE_SECONDS = 300;
const EVIDENCE_DAYS = 7;

const disputeEvent = z.object({
  type: z.enum(['dispute.opened', 'dispute.won', 'dispute.lost']),
  data: z.object({
    id: z.string().min(1).max(100),
    merchantKey: z.uuid(),
    amountCents: z.number().int().min(1).max(100_000_000),
    reason: z.string().min(1).max(100),
    evidenceDueAt: z.iso.datetime(),
  }),
});
export type SandboxDisputeEvent = z.output<typeof disputeEvent>;

/** Returns `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. */
export const signSandboxEvent = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

function isSigned(secret: string, headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const [id, timestamp, signature] = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']].map(String);
  if (!id || !timestamp || !signature || Math.abs(Date.now() / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const [expected, actual] = [Buffer.from(signSandboxEvent(secret, id, timestamp, body)), Buffer.from(signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Serves the webhook. If `handle` throws, the response is a 500 and the sender tries again. */
export async function serveSandboxWebhook(
  app: FastifyInstance,
  secret: () => Promise<string>,
  handle: (event: SandboxDisputeEvent) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) => done(null, body));
    scope.post(SANDBOX_WEBHOOK, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      if (!isSigned(await secret(), request.headers, body))
        return reply.code(400).send({ status: 400, code: 'signature_wrong', title: 'The signature does not fit.' });
      let event: SandboxDisputeEvent;
      try {
        event = disputeEvent.parse(JSON.parse(body));
      } catch {
        return reply.code(400).send({ status: 400, code: 'invalid_input', title: 'The body is no event of the sandbox gateway.' });
      }
      await handle(event);
      return reply.code(200).send({ received: true });
    });
  });
}

const STATUSES = { 'dispute.opened': 'open', 'dispute.won': 'won', 'dispute.lost': 'lost' } as const;

export const toGatewayDispute = ({ type, data }: SandboxDisputeEvent): GatewayDispute => ({
  gateway: 'sandbox',
  id: data.id,
  orderId: data.merchantKey,
  installationId: null,
  amountCents: data.amountCents,
  reason: data.reason,
  status: STATUSES[type],
  evidenceDueAt: new Date(data.evidenceDueAt),
});

/**
 * Simulates the payer's bank: opens a dispute of a captured payment, or decides it. Repeated calls return the same event.
 * @returns the event to send, or null if the payment was not captured or is not disputed yet
 */
export async function disputePayment(db: Queryable, merchantKey: string, verdict: DisputeStatus): Promise<SandboxDisputeEvent | null> {
  const payment = await findCapturedPayment(db, merchantKey);
  if (!payment) return null;
  const id = `dis_${payment.id.slice(4)}`;
  if (verdict === 'open') await insertDispute(db, id, payment, EVIDENCE_DAYS);
  else await decideDispute(db, id, verdict);
  const dispute = await findDispute(db, id);
  if (!dispute) return null;
  const type = dispute.status === 'open' ? 'dispute.opened' : dispute.status === 'won' ? 'dispute.won' : 'dispute.lost';
  const { amountCents, evidenceDueAt } = dispute;
  return { type, data: { id, merchantKey, amountCents, reason: 'fraudulent', evidenceDueAt: evidenceDueAt.toISOString() } };
}

/** Builds the signed request that carries an event. */
export function sandboxMessage(secret: string, event: SandboxDisputeEvent): { headers: Record<string, string>; body: string } {
  const [id, timestamp, body] = [
    `msg_${randomBytes(12).toString('base64url')}`,
    String(Math.floor(Date.now() / 1_000)),
    JSON.stringify(event),
  ];
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signSandboxEvent(secret, id, timestamp, body),
    },
  };
}
