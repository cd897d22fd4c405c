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

export interface StripeEvents {
  /** Returns a client with the keys of this moment. */
  readonly client: () => Promise<Stripe>;
  /** Returns the signing secret of this moment, null if there is none. */
  readonly secret: () => string | null;
  readonly onPayment: (orderId: string) => Promise<void>;
  readonly onDispute: (client: Stripe, disputeId: string) => Promise<void>;
}

/** Serves the webhook. If a handler throws, Stripe sends the event again. */
export async function serveStripeWebhook(app: FastifyInstance, { client, secret, onPayment, onDispute }: StripeEvents): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Only Stripe calls it, so the document of the calls leaves it out.
    scope.post(STRIPE_WEBHOOK, { schema: { hide: true } }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const stripe = await client();
      const signedWith = secret();
      let event: Stripe.Event;
      try {
        // An empty secret would accept signatures that anyone can make.
        if (signedWith === null) throw new Error('There is no signing secret.');
        event = stripe.webhooks.constructEvent(request.body as Buffer, typeof signature === 'string' ? signature : '', signedWith);
      } catch {
        return reply.code(400).send({ status: 400, code: 'signature_wrong', title: 'The signature does not fit.' });
      }
      const order = paymentObject.safeParse(event.data.object);
      const dispute = disputeIdOf(event.data.object);
      if (dispute !== null) await onDispute(stripe, dispute);
      else if (order.success) await onPayment(order.data.metadata.order);
      return reply.code(200).send({ received: true });
    });
  });
}
