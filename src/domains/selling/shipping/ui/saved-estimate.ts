/** Where this browser last asked to be delivered to: one answer for the whole page, remembered between visits. */
import { useEffect, useSyncExternalStore } from 'react';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';
import { createStore } from '#ui/create-store.ts';
import type { DeliveryDates } from '../model/delivery-estimate.ts';
import { findEstimate } from './find-estimate.ts';

export interface SavedEstimate {
  readonly postcode: string;
  /** When an order of now arrives there; null where nobody delivers to, undefined while it is asked. */
  readonly dates?: DeliveryDates | null;
}

const store = createStore<SavedEstimate | null>(null);

const keyOf = (market: Market): string => `delivery_postcode_${market}`;

/** Ask for a postcode; one that is delivered to is remembered. The answer is told to all who use `useSavedEstimate`. */
export async function askPlace(market: Market, postcode: string): Promise<void> {
  const asked: SavedEstimate = { postcode };
  store.set(asked);
  const dates = await findEstimate(market, postcode);
  if (store.current() !== asked) return;
  if (dates) createLocalStorage().write(keyOf(market), postcode);
  store.set({ postcode, dates });
}

/** What was asked last, on this page or on an earlier visit; null where nothing was. */
export function useSavedEstimate(market: Market): SavedEstimate | null {
  useEffect(() => {
    const remembered = store.current() === null && createLocalStorage().read(keyOf(market));
    if (remembered) void askPlace(market, remembered);
  }, [market]);
  return useSyncExternalStore(store.subscribe, store.current, store.onServer);
}
