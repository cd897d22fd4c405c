/** Handlers for buyers without an account [ORD-19, ORD-20]. docs/decisions/0197-tracking-without-an-account.md */

import { emailKey } from '#lib/email.ts';
import { clientKey } from '#lib/http/client-key.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import { claimAttempt } from '#lib/server/throttle.repository.ts';
import { THROTTLE_MINUTES } from '#lib/throttle-window.ts';
import type { Market } from '#markets/market.ts';
import type { Seller } from '../model/tax-invoice.ts';
import { formatTrackedStatus } from '../model/tracked-status.ts';
import type { trackingContract } from '../tracking-contract.ts';
import type { ExpectedDelivery } from './expected-delivery.ts';
import type { OrderDeps } from './order-deps.ts';
import { endOrderLink, findOrderLink, findTrackedOrder } from './order-link.repository.ts';
import { readOrder } from './order-view.ts';

type Deps = Pick<OrderDeps, 'database' | 'enqueueEmail'>;

export const trackingHandlers = (
  { database, enqueueEmail }: Deps,
  sellerOf: (market: Market) => Seller,
  expectedDelivery: ExpectedDelivery,
): Handlers<typeof trackingContract> => ({
  async trackOrder({ email, number }, { site: { market }, ip }) {
    const isAllowed = await claimAttempt(database, [
      { kind: 'track_by_account', subject: emailKey(email) },
      { kind: 'track_by_client', subject: clientKey(ip) },
    ]);
    if (!isAllowed) return fail('too_many_attempts', { minutes: THROTTLE_MINUTES });
    const order = await findTrackedOrder(database, market, number, email);
    if (!order) return ok({ data: { status: null } });
    await database.transaction((transaction) => enqueueEmail(transaction, { kind: 'link', orderId: order.id }));
    return ok({ data: { status: formatTrackedStatus({ ...order, market }) } });
  },

  async linkedOrder({ token }, { site }) {
    const link = await findOrderLink(database, token);
    const order = link && (await readOrder(database, link.orderId));
    if (!link || !order || order.market !== site.market) return fail('order_link_ended');
    const { id: _, ...data } = order;
    return ok({
      data,
      seller: sellerOf(order.market),
      expectedDelivery: await expectedDelivery(order),
      expiresAt: link.expiresAt.toISOString(),
    });
  },

  async endOrderLink({ token }) {
    await endOrderLink(database, token);
    return ok({ data: { ended: true } });
  },
});
