/** Where an order goes, in words. */
import type { OrderView } from './contract.ts';

/** `Clifton Hill VIC 3068`, `Singapore 288913`. */
export const placeLine = ({ market, details }: Pick<OrderView, 'market' | 'details'>): string =>
  market === 'AU' ? `${details.suburb} ${details.state} ${details.postcode}` : `Singapore ${details.postcode}`;

/** `Ada Okafor, 8 Ramsden Street, Clifton Hill VIC 3068`. */
export const addressee = (order: Pick<OrderView, 'market' | 'details'>): string =>
  [`${order.details.firstName} ${order.details.lastName}`, order.details.address, placeLine(order)].join(', ');

/** What the driver is told and what is written on the card, in sentences. */
export const driverNotes = ({ details }: Pick<OrderView, 'details'>): string[] => [
  ...(details.instructions ? [`Delivery instructions: ${details.instructions}`] : []),
  ...(details.giftMessage ? [`Gift message: ${details.giftMessage}`] : []),
  ...(details.authorityToLeave ? ['The driver may leave it in a safe spot if nobody answers.'] : []),
];

/** Whether anything goes to a door; gift cards alone go by e-mail. */
export const isDelivered = ({ details }: Pick<OrderView, 'details'>): boolean => details.address !== '';
