/** The calls of placed orders. */
import type { Market } from '../../market/market.ts';
import { ok, fail } from '../../platform/contract.ts';
import type { Queryable } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { orderContract } from '../contract.ts';
import type { Seller } from '../tax-invoice.ts';
import { readOrder } from './order-view.ts';

export const orderHandlers = (db: Queryable, sellerOf: (market: Market) => Seller): Handlers<typeof orderContract> => ({
  async order({ id }, context) {
    const order = await readOrder(db, id);
    return order && order.market === context.site.market
      ? ok({ data: order, seller: sellerOf(order.market) })
      : fail('order_not_found');
  },
});
