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

/** Returns true if an order is not to be sent yet. @param today ISO day in its market */
export const isLater = ({ dispatchOn = '' }: Pick<OrderView, 'dispatchOn'>, today: string): boolean => dispatchOn > today;
