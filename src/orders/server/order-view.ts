/** A placed order as its page, its receipt and its buyer's account show it: decimals, camelCase. */

import { ORDER_STATUSES } from '../../checkout/order-status.ts';
import { findOrder, type OrderLine, orderLines } from '../../checkout/server/order-repository.ts';
import { toDecimal } from '../../platform/money.ts';
import type { Queries } from '../../platform/server/database/pool.ts';
import type { OrderView } from '../contract.ts';

const viewLine = (line: OrderLine): OrderView['lineItems'][number] => ({
  productId: line.productId,
  sku: line.summary.sku,
  name: line.summary.name,
  brand: line.summary.brand,
  vintage: line.summary.vintage,
  imageUrl: line.summary.imageUrl,
  slug: line.summary.url,
  quantity: line.quantity,
  packSize: line.summary.packSize,
  category: line.summary.category,
  isSpirit: line.summary.isSpirit,
  listPrice: toDecimal(line.listCents),
  extendedListPrice: toDecimal(line.listCents * line.quantity),
  extendedSalePrice: toDecimal(line.listCents * line.quantity - line.discountCents),
  discountAmount: toDecimal(line.discountCents),
});

/** Read a placed order; null for an id that is none, or a draft. */
export async function readOrder(queries: Queries, id: string): Promise<OrderView | null> {
  const order = await findOrder(queries, id);
  if (!order || order.number === null || !order.placedAt) return null;
  const { totals } = order;
  return {
    id: order.id,
    number: order.number,
    market: order.market,
    status: order.status,
    statusGroup: ORDER_STATUSES[order.status].group,
    placedAt: order.placedAt.toISOString(),
    email: order.email,
    details: order.details,
    lineItems: (await orderLines(queries, id)).map(viewLine),
    baseAmount: toDecimal(totals.baseCents),
    discounts: totals.discounts.map(({ name, code, cents }) => ({ name, code, amount: toDecimal(cents) })),
    shippingTotal: toDecimal(totals.shippingCents),
    isFreeShipping: totals.isFreeShipping,
    total: toDecimal(totals.totalCents),
    taxTotal: toDecimal(totals.taxCents),
  };
}
