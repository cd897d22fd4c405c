import { createContext, use } from 'react';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import type { LoyaltyConfig, Occasion } from '../model/programme.ts';

/** Loyalty as pages know it (SPEC.md §3 "Loyalty", §4). */
export interface Loyalty {
  readonly tier: string | null;
  readonly setTier: (tier: string | null) => void;
  /** Null until it is fetched. */
  readonly config: LoyaltyConfig | null;
  /** What the tier's coupon of an occasion is worth, in dollars; 0 where there is none. */
  findCoupon(occasion: Occasion): number;
  getLoyaltyConfig(): LoyaltyConfig | null;
}

const withoutProvider = (): never => {
  throw new Error('You forgot to wrap your component in <LoyaltyProvider>.');
};

export const LoyaltyContext = createContext<Loyalty>({
  tier: DEFAULT_TIER,
  setTier: withoutProvider,
  config: null,
  findCoupon: withoutProvider,
  getLoyaltyConfig: withoutProvider,
});

/** Loyalty of whoever reads the page. */
export const useLoyalty = (): Loyalty => use(LoyaltyContext);
