/** Offers days of delivery, and plans when an order is sent, by the settings of its market. */
import { DELIVERY_DAYS } from '#domains/settings/model/groups/delivery-days.ts';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Market } from '#markets/market.ts';
import { deliveryDayMessages } from '../messages/delivery-days.ts';
import { type DeliveryOffer, type DeliveryTiming, deliveryOffer, isOffered, sendingDay } from '../model/delivery-days.ts';
import type { DeliveryEstimates } from './delivery-estimate.repository.ts';

/** When an order is sent. `dispatchOn` is null if as soon as possible. */
export type DeliveryPlan =
  | { readonly isOffered: true; readonly dispatchOn: string | null }
  /** What is wrong with the choice, and what is offered. */
  | { readonly isOffered: false; readonly reason: string };

export interface DeliveryPlanner {
  /** Returns what may be chosen for a postcode now. Null if nothing is offered there. */
  offer(market: Market, postcode: string): Promise<DeliveryOffer | null>;
  plan(market: Market, delivery: DeliveryTiming & { readonly postcode: string }): Promise<DeliveryPlan>;
}

const SOON: DeliveryPlan = { isOffered: true, dispatchOn: null };

export function createDeliveryPlanner(
  estimates: () => DeliveryEstimates,
  settings: Pick<Settings, 'current'>,
  now: () => number = Date.now,
): DeliveryPlanner {
  const read = async (market: Market, postcode: string, at: number) => {
    const offered = settings.current().read(DELIVERY_DAYS, market);
    if (!offered.offersDays && !offered.offersHold) return null;
    const estimate = await estimates().find(market, postcode);
    if (!estimate) return null;
    const dispatch = { market, rules: settings.current().read(DISPATCH, market) };
    return { dispatch, estimate, offer: deliveryOffer(dispatch, estimate, offered, at) };
  };
  return {
    offer: async (market, postcode) => (await read(market, postcode, now()))?.offer ?? null,
    async plan(market, { postcode, ...timing }) {
      if (!timing.deliveryDay && !timing.holdUntil) return SOON;
      const at = now();
      const found = await read(market, postcode, at);
      if (!found || !isOffered(found.offer, timing))
        return { isOffered: false, reason: deliveryDayMessages.notOffered(timing, found?.offer ?? null) };
      return { isOffered: true, dispatchOn: sendingDay(found.dispatch, found.estimate, timing, at) };
    },
  };
}
