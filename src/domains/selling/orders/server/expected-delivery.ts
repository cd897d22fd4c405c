/** When an order arrives, as the shopper read it when the order was placed [ORD-21]. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { type DeliveryDates, datesSentOn, deliveryDates } from '#domains/selling/shipping/model/delivery-estimate.ts';
import type { DeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { todayIn } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';
import { isDelivered } from '../model/format-address.ts';
import { unshippedQuantity } from '../model/line-fulfilment.ts';
import { readLineFulfilments } from './fulfilment.repository.ts';
import { outcomesOf } from './outcomes/outcome.repository.ts';

/** Statuses of orders of which something is left to send. */
const UNSENT: ReadonlySet<OrderStatus> = new Set(['Awaiting Fulfillment', 'Awaiting Shipment', 'Partially Shipped']);

/** Returns true if something of an order is left to send or on its way. */
async function isOnItsWay(db: Queryable, { id, status, shipments, timeline }: OrderView): Promise<boolean> {
  if (UNSENT.has(status)) return true;
  if (status !== 'Shipped' && status !== 'Partially Refunded') return false;
  const ended = new Set((await outcomesOf(db, id)).map(({ shipmentId }) => shipmentId));
  // An order that is partly refunded may have been completed before.
  const wasCompleted = timeline.some(({ to }) => to === 'Completed');
  if (!wasCompleted && shipments.some((shipment) => !ended.has(shipment.id))) return true;
  // An imported order that was sent may have no shipment.
  if (status === 'Shipped') return shipments.length === 0;
  return (await readLineFulfilments(db, id)).some((line) => unshippedQuantity(line) > 0);
}

/** Returns the days on which an order is expected. Null if it is not, or if they are over. */
export type ExpectedDelivery = (order: OrderView) => Promise<DeliveryDates | null>;

interface ExpectedDeliveryDeps {
  readonly database: Queryable;
  readonly estimates: DeliveryEstimates;
  readonly settings: Pick<Settings, 'at'>;
  readonly now?: () => Date;
}

/** Estimates by the rules of the day on which the order was placed, and by the transit days of today. */
export const createExpectedDelivery =
  ({ database, estimates, settings, now = () => new Date() }: ExpectedDeliveryDeps): ExpectedDelivery =>
  async (order) => {
    if (!isDelivered(order) || !(await isOnItsWay(database, order))) return null;
    const { market, details } = order;
    const { deliveryDay = '' } = details;
    if (deliveryDay !== '') return deliveryDay < todayIn(market, now()) ? null : { date: deliveryDay, latest: deliveryDay };
    const placedAt = new Date(order.placedAt);
    const estimate = await estimates.find(market, details.postcode);
    if (!estimate) return null;
    const rules = settings.at(placedAt).read(DISPATCH, market);
    const dates = order.dispatchOn
      ? datesSentOn(rules, estimate, order.dispatchOn)
      : deliveryDates({ market, rules }, estimate, placedAt.getTime());
    return dates.latest < todayIn(market, now()) ? null : dates;
  };
