/** When an order arrives, as the shopper read it when the order was placed [ORD-21]. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { type DeliveryDates, datesSentOn, deliveryDates } from '#domains/selling/shipping/model/delivery-estimate.ts';
import type { DeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import { todayIn } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';
import { isDelivered } from '../model/format-address.ts';

/** Statuses of orders that are on their way to an address, or will be. */
const EXPECTED: ReadonlySet<OrderStatus> = new Set(['Awaiting Fulfillment', 'Awaiting Shipment', 'Partially Shipped', 'Shipped']);

/** Returns the days on which an order is expected. Null if it is not, or if they are over. */
export type ExpectedDelivery = (order: OrderView) => Promise<DeliveryDates | null>;

interface ExpectedDeliveryDeps {
  readonly estimates: DeliveryEstimates;
  readonly settings: Pick<Settings, 'at'>;
  readonly now?: () => Date;
}

/** Estimates by the rules of the day on which the order was placed, and by the transit days of today. */
export const createExpectedDelivery =
  ({ estimates, settings, now = () => new Date() }: ExpectedDeliveryDeps): ExpectedDelivery =>
  async (order) => {
    if (!EXPECTED.has(order.status) || !isDelivered(order)) return null;
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
