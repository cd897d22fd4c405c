/**
 * What Stripe tells the shop. An event is only ever a reason to ask how its payment stands, so events that come twice, late
 * or out of order change nothing that is not so.
 */
import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { disputeIdOf } from './stripe-disputes.ts';

/** Where Stripe sends its events. */
export const STRIPE_WEBHOOK = '/webhooks/stripe';

const about = z.object({ metadata: z.object({ order: z.uuid() }) });

/** Serve the webhook. `settle` asks how an order's payment stands, `takeDispute` how a dispute does; where one throws, Stripe sends the event again. */
export async function serveStripeWebhook(
  app: FastifyInstance,
  stripe: Stripe,
  secret: string,
  settle: (orderId: string) => Promise<unknown>,
  takeDispute: (disputeId: string) => Promise<void>,
): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // The signature is over the bytes as they came.
    own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    own.post(STRIPE_WEBHOOK, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(request.body as Buffer, typeof signature === 'string' ? signature : '', secret);
      } catch {
        return reply.code(400).send({ status: 400, code: 'signature_wrong', title: 'The signature does not fit.' });
      }
      const order = about.safeParse(event.data.object);
      const dispute = disputeIdOf(event.data.object);
      if (dispute !== null) await takeDispute(dispute);
      else if (order.success) await settle(order.data.metadata.order);
      return reply.code(200).send({ received: true });
    });
  });
}
