/** The calls of placed orders. */
import { answer, refuse } from '../../platform/contract.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { orderCalls } from '../contract.ts';
import { readOrder } from './order-view.ts';

export const orderHandlers = (queries: Queries): Handlers<typeof orderCalls> => ({
  async order({ id }, context) {
    const order = await readOrder(queries, id);
    return order && order.market === context.site.market ? answer({ data: order }) : refuse('order_not_found');
  },
});
