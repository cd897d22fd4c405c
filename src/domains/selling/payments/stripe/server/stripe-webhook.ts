/**
 * The webhook of Stripe. An event only makes the shop read the payment or dispute from Stripe, so events that are repeated, late
 * or out of order do no harm.
 */
import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { disputeIdOf } from './stripe-disputes.ts';

export const STRIPE_WEBHOOK = '/webhooks/stripe';

const paymentObject = z.object({ metadata: z.object({ order: z.uuid() }) });

/** Serves the webhook. If a handler throws, Stripe sends the event again. */
export async function serveStripeWebhook(
  app: FastifyInstance,
  stripe: Stripe,
  secret: string,
  onPayment: (orderId: string) => Promise<void>,
  onDispute: (disputeId: string) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(STRIPE_WEBHOOK, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(request.body as Buffer, typeof signature === 'string' ? signature : '', secret);
      } catch {
        return reply.code(400).send({ status: 400, code: 'signature_wrong', title: 'The signature does not fit.' });
      }
      const order = paymentObject.safeParse(event.data.object);
      const dispute = disputeIdOf(event.data.object);
      if (dispute !== null) await onDispute(dispute);
      else if (order.success) await onPayment(order.data.metadata.order);
      return reply.code(200).send({ received: true });
    });
  });
}
