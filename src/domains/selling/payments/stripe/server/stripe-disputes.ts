/** Disputes at Stripe. Its events say only which dispute changed; how it stands is asked for, so late or repeated events do no harm. */
import type Stripe from 'stripe';
import { z } from 'zod';
import type { DisputeReport, DisputeStatus } from '#domains/selling/orders/server/disputes.ts';

const aboutDispute = z.object({ object: z.literal('dispute'), id: z.string() });

/** The dispute that an event's object is; null for any other object. */
export const disputeIdOf = (object: unknown): string | null => {
  const found = aboutDispute.safeParse(object);
  return found.success ? found.data.id : null;
};

/** An inquiry that was closed took no money, so the shop has won it. */
const STATUSES: Partial<Readonly<Record<Stripe.Dispute.Status, DisputeStatus>>> = { won: 'won', warning_closed: 'won', lost: 'lost' };

/** A dispute with the payment that it is about. */
export interface StripeDispute extends Omit<DisputeReport, 'orderId'> {
  /** From the payment's metadata; null where it names none. */
  readonly orderId: string | null;
  readonly installationId: string | null;
}

/** Reads a dispute and the payment it is about. */
export async function readDispute(stripe: Stripe, id: string): Promise<StripeDispute> {
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
