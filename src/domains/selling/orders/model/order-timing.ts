/** When the buyer of an order wants it, in words. */
import { formatDay } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';
import { orderTimingMessages as m } from '../messages/collection.ts';

/** Says which day the buyer chose, or until when the order is held. Empty if it is sent as soon as possible. */
export function formatTiming({
  market,
  details,
}: Pick<OrderView, 'market'> & { readonly details: Pick<OrderView['details'], 'deliveryDay' | 'holdUntil'> }): string {
  if (details.deliveryDay) return m.deliveryDay(formatDay(market, details.deliveryDay));
  return details.holdUntil ? m.holdUntil(formatDay(market, details.holdUntil)) : '';
}

/**
 * Says when the buyer wants an order, where the days on which it is expected don't say so: it is held, or it is being checked and nobody
 * knows yet when it leaves.
 */
export const formatChosenTiming = (
  order: Pick<OrderView, 'market' | 'status'> & { readonly details: Pick<OrderView['details'], 'deliveryDay' | 'holdUntil'> },
): string => (order.details.holdUntil || order.status === 'Manual Verification Required' ? formatTiming(order) : '');

/** Returns true if an order is not to be sent yet. @param today ISO day in its market */
export const isLater = ({ dispatchOn = '' }: Pick<OrderView, 'dispatchOn'>, today: string): boolean => dispatchOn > today;
