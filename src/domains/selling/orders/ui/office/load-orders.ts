/** The loader of the list of orders. */
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { orderCalls } from './order-calls.ts';
import { ORDER_LIMITS } from './order-list-spec.tsx';

export const { loader: loadOrders, shouldRevalidate: revalidateOrders } = listLoader(ORDER_LIMITS, (input, limit) =>
  orderCalls.orders({ ...input, limit }),
);
