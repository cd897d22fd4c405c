/** The calls of placed orders. */
import type { Market } from '../../market/market.ts';
import { answer, refuse } from '../../platform/contract.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { orderCalls } from '../contract.ts';
import type { Seller } from '../tax-invoice.ts';
import { readOrder } from './order-view.ts';

export const orderHandlers = (queries: Queries, sellerOf: (market: Market) => Seller): Handlers<typeof orderCalls> => ({
  async order({ id }, context) {
    const order = await readOrder(queries, id);
    return order && order.market === context.site.market
      ? answer({ data: order, seller: sellerOf(order.market) })
      : refuse('order_not_found');
  },
});
