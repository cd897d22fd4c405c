/** The estimate for the last postcode, shared by the page and saved between visits. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Market } from '#markets/market.ts';
import { createStore } from '#ui/create-store.ts';
import type { DeliveryDates } from '../model/delivery-estimate.ts';
import { findEstimate } from './find-estimate.ts';
import { readSavedPostcode, savePostcode } from './saved-postcode.ts';

export interface SavedEstimate {
  readonly postcode: string;
  /** When an order placed now arrives. Null if there is no delivery to the postcode, undefined while it loads. */
  readonly dates?: DeliveryDates | null;
}

const store = createStore<SavedEstimate | null>(null);

/** Looks up a postcode, saves it if it is served, and notifies all users of `useSavedEstimate`. */
export async function findAndSaveEstimate(market: Market, postcode: string): Promise<void> {
  const loading: SavedEstimate = { postcode };
  store.set(loading);
  const dates = await findEstimate(market, postcode);
  if (store.current() !== loading) return;
  if (dates) savePostcode(market, postcode);
  store.set({ postcode, dates });
}

/** Returns the last lookup of this page or an earlier visit, or null. */
export function useSavedEstimate(market: Market): SavedEstimate | null {
  useEffect(() => {
    const saved = store.current() === null && readSavedPostcode(market);
    if (saved) void findAndSaveEstimate(market, saved);
  }, [market]);
  return useSyncExternalStore(store.subscribe, store.current, store.onServer);
}
