/** The delivery address of an order as text. */
import { type Handover, isLeft } from '#markets/alcohol-law.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { todayIn } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';

/** Formats the locality: `Clifton Hill VIC 3068`, `Singapore 288913`. */
export const formatLocality = ({ market, details }: Pick<OrderView, 'market' | 'details'>): string =>
  deliveryRules(market).address.format(details);

/** Returns name, street and locality, one line each. */
export const addressLines = (order: Pick<OrderView, 'market' | 'details'>): string[] => [
  `${order.details.firstName} ${order.details.lastName}`,
  order.details.address,
  formatLocality(order),
];

/** Returns how an order is handed over under the law of its day. */
export const handoverOf = ({ market, details, placedAt }: Pick<OrderView, 'market' | 'details' | 'placedAt'>): Handover => ({
  market,
  state: details.state,
  day: todayIn(market, new Date(placedAt)),
  authorityToLeave: details.authorityToLeave,
});

/** Returns the sentences for the driver. */
export const formatDriverInstructions = (order: Pick<OrderView, 'market' | 'details' | 'placedAt'>): string[] => [
  ...(order.details.instructions ? [order.details.instructions] : []),
  ...(isLeft(handoverOf(order)) ? ['Can be left in a safe place if no one’s home.'] : []),
];

/** Returns true for an order of gift cards only, which are sent by e-mail. */
export const isGiftCardOnly = ({ lineItems }: Pick<OrderView, 'lineItems'>): boolean =>
  lineItems.length > 0 && lineItems.every(({ category }) => category === 'Gift card');

/** Returns true if anything is delivered. An imported order may have no address. */
export const isDelivered = (order: Pick<OrderView, 'details' | 'lineItems'>): boolean =>
  order.details.address !== '' && !isGiftCardOnly(order);
