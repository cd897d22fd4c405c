/** Handlers of the endpoints of placed orders. */

import type { Queryable } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { orderContract } from '../contract.ts';
import type { Seller } from '../model/tax-invoice.ts';
import type { ExpectedDelivery } from './expected-delivery.ts';
import { readOrder } from './order-view.ts';

export const orderHandlers = (
  db: Queryable,
  sellerOf: (market: Market) => Seller,
  expectedDelivery: ExpectedDelivery,
): Handlers<typeof orderContract> => ({
  async order({ id }, context) {
    const order = await readOrder(db, id);
    if (!order || order.market !== context.site.market) return fail('order_not_found');
    return ok({ data: order, seller: sellerOf(order.market), expectedDelivery: await expectedDelivery(order) });
  },
});
