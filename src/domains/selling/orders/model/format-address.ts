/** Where an order goes, in words. */

import { type Handover, isLeft } from '#markets/alcohol-law.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { todayIn } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';

/** `Clifton Hill VIC 3068`, `Singapore 288913`. */
export const placeLine = ({ market, details }: Pick<OrderView, 'market' | 'details'>): string =>
  deliveryRules(market).address.format(details);

/** Name, street and place, a line each. */
export const addressLines = (order: Pick<OrderView, 'market' | 'details'>): string[] => [
  `${order.details.firstName} ${order.details.lastName}`,
  order.details.address,
  placeLine(order),
];

/** How an order is handed over, judged by the law of its day. */
export const handoverOf = ({ market, details, placedAt }: Pick<OrderView, 'market' | 'details' | 'placedAt'>): Handover => ({
  market,
  state: details.state,
  day: todayIn(market, new Date(placedAt)),
  authorityToLeave: details.authorityToLeave,
});

/** What the driver is told, in sentences. */
export const driverWords = (order: Pick<OrderView, 'market' | 'details' | 'placedAt'>): string[] => [
  ...(order.details.instructions ? [order.details.instructions] : []),
  ...(isLeft(handoverOf(order)) ? ['Leave it in a safe place if no one’s home.'] : []),
];

/** Whether an order is of gift cards alone, which go by e-mail. */
export const isGiftCardOnly = ({ lineItems }: Pick<OrderView, 'lineItems'>): boolean =>
  lineItems.length > 0 && lineItems.every(({ category }) => category === 'Gift card');

/** Whether anything goes to a door. An order that was imported may not know its address. */
export const isDelivered = (order: Pick<OrderView, 'details' | 'lineItems'>): boolean =>
  order.details.address !== '' && !isGiftCardOnly(order);
