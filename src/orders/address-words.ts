/** Where an order goes, in words. */
import type { OrderView } from './contract.ts';

/** `Clifton Hill VIC 3068`, `Singapore 288913`. */
export const placeLine = ({ market, details }: Pick<OrderView, 'market' | 'details'>): string =>
  market === 'AU' ? `${details.suburb} ${details.state} ${details.postcode}` : `Singapore ${details.postcode}`;

/** Name, street and place, a line each. */
export const addressLines = (order: Pick<OrderView, 'market' | 'details'>): string[] => [
  `${order.details.firstName} ${order.details.lastName}`,
  order.details.address,
  placeLine(order),
];

/** What the driver is told, in sentences. */
export const driverWords = ({ details }: Pick<OrderView, 'details'>): string[] => [
  ...(details.instructions ? [details.instructions] : []),
  ...(details.authorityToLeave ? ['May be left in a safe spot if nobody answers.'] : []),
];

/** Whether an order is of gift cards alone, which go by e-mail. */
export const isGiftCardOnly = ({ lineItems }: Pick<OrderView, 'lineItems'>): boolean =>
  lineItems.length > 0 && lineItems.every(({ category }) => category === 'Gift card');

/** Whether anything goes to a door. An order that was imported may not know its address. */
export const isDelivered = (order: Pick<OrderView, 'details' | 'lineItems'>): boolean =>
  order.details.address !== '' && !isGiftCardOnly(order);
