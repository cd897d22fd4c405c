import { createContext, use } from 'react';
import type { OneClickStepName } from '#domains/selling/checkout/model/one-click.ts';
import type { OneClickPurchase } from './run-one-click.ts';

export interface OneClick {
  /** The step under way; null where nothing is. */
  readonly step: OneClickStepName | null;
  /** Why the last press failed, in words. */
  readonly failure: string | null;
  /** Buy a cart. While one is bought, another press does nothing. */
  buy(purchase: Omit<OneClickPurchase, 'customerID' | 'market'>): void;
}

export const OneClickContext = createContext<OneClick | null>(null);

/** One-click checkout, for the page. @throws where it is used outside of its provider (SPEC.md §8) */
export function useOneClickCheckout(): OneClick {
  const oneClick = use(OneClickContext);
  if (!oneClick) throw new Error('You forgot to wrap your component in <OneClickCheckoutProvider>.');
  return oneClick;
}
