import { createContext, use } from 'react';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import type { LoyaltyConfig, Occasion } from '../model/programme.ts';

/** Loyalty context of pages [LOY-19]. Its functions fail without a provider [LOY-20]. */
export interface Loyalty {
  readonly tier: string | null;
  readonly setTier: (tier: string | null) => void;
  /** Null until fetched. */
  readonly config: LoyaltyConfig | null;
  /** Returns the value of the tier's coupon in dollars; 0 if there is none [LOY-22]. */
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

/** Returns the loyalty of the current shopper. */
export const useLoyalty = (): Loyalty => use(LoyaltyContext);
