import { createContext, use } from 'react';
import type { OneClickStepName } from '#domains/selling/checkout/model/one-click.ts';
import type { OneClickPurchase } from './pending-purchase.ts';

export interface OneClick {
  /** The step in progress, or null. */
  readonly step: OneClickStepName | null;
  /** The message of the last failure. */
  readonly failure: string | null;
  /** Buys a cart. Does nothing while a purchase is in progress. */
  buy(purchase: Omit<OneClickPurchase, 'customerID' | 'market'>): void;
}

export const OneClickContext = createContext<OneClick | null>(null);

/** Returns one-click checkout. @throws if it is used outside its provider [CHK-32] */
export function useOneClickCheckout(): OneClick {
  const oneClick = use(OneClickContext);
  if (!oneClick) throw new Error('You forgot to wrap your component in <OneClickCheckoutProvider>.');
  return oneClick;
}
