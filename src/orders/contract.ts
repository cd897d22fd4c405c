/** The calls of placed orders (DECISIONS.md "Carts and orders"). */
import { z } from 'zod';
import { checkoutDetails, orderedLine } from '../checkout/contract.ts';
import { ORDER_STATUS_GROUPS, ORDER_STATUS_NAMES } from '../checkout/order-status.ts';
import { MARKETS } from '../market/market.ts';
import { calls } from '../platform/contract.ts';

export const orderView = z.object({
  id: z.uuid(),
  number: z.number().int(),
  market: z.enum(MARKETS),
  status: z.enum(ORDER_STATUS_NAMES),
  statusGroup: z.enum(ORDER_STATUS_GROUPS),
  placedAt: z.string(),
  email: z.string(),
  details: checkoutDetails,
  lineItems: z.array(orderedLine),
  baseAmount: z.number(),
  discounts: z.array(z.object({ name: z.string(), code: z.string().nullable(), amount: z.number() })),
  shippingTotal: z.number(),
  isFreeShipping: z.boolean(),
  total: z.number(),
  taxTotal: z.number().describe('Tax contained in total'),
});
export type OrderView = z.output<typeof orderView>;

export const orderCalls = calls({
  order: {
    method: 'GET',
    path: '/api/order',
    summary: 'A placed order; its id is known to its buyer only',
    from: 'DECISIONS.md "Carts and orders"',
    input: z.object({ id: z.uuid() }),
    output: z.object({ data: orderView }),
    changes: false,
    refusals: { order_not_found: { status: 404, title: 'There is no such order.' } },
  },
});
