/** Disputes at Stripe. An event names the dispute only. Its state is read from Stripe, so that late or repeated events do no harm. */
import type Stripe from 'stripe';
import { z } from 'zod';
import type { DisputeStatus, GatewayDispute } from '#domains/selling/payments/port/payment-port.ts';

const disputeObject = z.object({ object: z.literal('dispute'), id: z.string() });

/** Returns the id of the dispute in an event, or null for any other object. */
export const disputeIdOf = (object: unknown): string | null => {
  const found = disputeObject.safeParse(object);
  return found.success ? found.data.id : null;
};

/** A closed inquiry took no money, so it counts as won. */
const STATUSES: Partial<Readonly<Record<Stripe.Dispute.Status, DisputeStatus>>> = { won: 'won', warning_closed: 'won', lost: 'lost' };

/** Reads a dispute with its payment. The metadata of the payment names the order and the installation. */
export async function readDispute(stripe: Stripe, id: string): Promise<GatewayDispute> {
  const dispute = await stripe.disputes.retrieve(id);
  const intentId = typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id;
  const metadata = intentId ? (await stripe.paymentIntents.retrieve(intentId)).metadata : {};
  const due = dispute.evidence_details?.due_by;
  return {
    gateway: 'stripe',
    id: dispute.id,
    orderId: metadata.order ?? null,
    installationId: metadata.installation ?? null,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: STATUSES[dispute.status] ?? 'open',
    evidenceDueAt: due ? new Date(due * 1_000) : null,
  };
}
