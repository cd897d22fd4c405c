/** Who may report about an order: its customer, a guest who has its id [ORD-18], or anyone with a link to it [ORD-20]. */
import { z } from 'zod';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { findOrderLink } from '#domains/selling/orders/server/order-link.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { type ClaimedOrder, findClaimedOrder } from './claim.repository.ts';

export type FindOwnOrder = (order: string, context: CallContext) => Promise<ClaimedOrder | null>;

/**
 * Creates the lookup. The id of a customer's order is not enough without the customer: receipts are forwarded.
 * The recipient of a gift gets neither id nor link.
 */
export const findOwnOrder =
  (database: Queryable, auth: Pick<Authentication, 'shopper'>): FindOwnOrder =>
  async (order, context) => {
    const { market } = context.site;
    if (!z.uuid().safeParse(order).success) {
      const link = await findOrderLink(database, order);
      return link && findClaimedOrder(database, link.orderId, market);
    }
    const found = await findClaimedOrder(database, order, market);
    if (!found || found.customerId === 0) return found;
    const { customerId } = await auth.shopper(context);
    return customerId === found.customerId ? found : null;
  };
