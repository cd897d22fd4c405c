/** Disputes at the sandbox gateway: a bank for trying things out, and the webhook by which it tells the shop, signed as Standard Webhooks say. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Queryable } from '#lib/db/pool.ts';

/** Where the sandbox sends its events. */
export const SANDBOX_WEBHOOK = '/webhooks/sandbox';
/** Name of the secret that signs them. */
export const SANDBOX_WEBHOOK_SECRET = 'sandbox webhooks';
/** Age beyond which a signed message is refused, seconds. */
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

export const signSandboxEvent = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

function isSigned(secret: string, headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const [id, timestamp, given] = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']].map(String);
  if (!id || !timestamp || !given || Math.abs(Date.now() / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const [expected, actual] = [Buffer.from(signSandboxEvent(secret, id, timestamp, body)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Serves the webhook. Where `handle` throws, the answer is a 500 and the sender may try again. */
export async function serveSandboxWebhook(
  app: FastifyInstance,
  secret: () => Promise<string>,
  handle: (event: SandboxDisputeEvent) => Promise<void>,
): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) => done(null, body));
    own.post(SANDBOX_WEBHOOK, async (request, reply) => {
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

export type SandboxVerdict = 'open' | 'won' | 'lost';

/**
 * What the payer's bank does: opens a dispute of a captured payment, or decides it. Asked twice it answers the same event.
 * @returns the event to send, or null where the payment was not captured, or is not disputed yet
 */
export async function disputePayment(db: Queryable, merchantKey: string, verdict: SandboxVerdict): Promise<SandboxDisputeEvent | null> {
  const payment = await db.queryOne<{ id: string; amount_cents: number }>({
    text: "select id, amount_cents from sandbox_gateway.payments where merchant_key = $1 and status in ('captured', 'refunded')",
    values: [merchantKey],
  });
  if (!payment) return null;
  const id = `dis_${payment.id.slice(4)}`;
  if (verdict === 'open')
    await db.execute({
      text: `insert into sandbox_gateway.disputes (id, payment_id, amount_cents, status, evidence_due_at)
        values ($1, $2, $3, 'open', date_trunc('second', now()) + make_interval(days => $4)) on conflict do nothing`,
      values: [id, payment.id, payment.amount_cents, EVIDENCE_DAYS],
    });
  else
    await db.execute({ text: "update sandbox_gateway.disputes set status = $2 where id = $1 and status = 'open'", values: [id, verdict] });
  const row = await db.queryOne<{ amount_cents: number; status: SandboxVerdict; evidence_due_at: Date }>({
    text: 'select amount_cents, status, evidence_due_at from sandbox_gateway.disputes where id = $1',
    values: [id],
  });
  if (!row) return null;
  const type = row.status === 'open' ? 'dispute.opened' : row.status === 'won' ? 'dispute.won' : 'dispute.lost';
  return {
    type,
    data: { id, merchantKey, amountCents: row.amount_cents, reason: 'fraudulent', evidenceDueAt: row.evidence_due_at.toISOString() },
  };
}

/** The headers and body that a message is sent with. */
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
