/** Selects the tier that a page treats the shopper by [LOY-12, LOY-13, LOY-14, LOY-15]. */

export interface TierCustomer {
  readonly isStaff: boolean;
  /** Tier of the account in any case, for example `New`. */
  readonly tier: string;
}

export interface TierInfo {
  /** Lower case, or `none`. */
  readonly tier: string;
  /** The search index of the market. */
  readonly index: string;
  /** Condition in the grammar of `filters`; empty for no filter [CAT-15, CAT-16]. */
  readonly tierFilter: string;
}

const OWN_TIER_PATHS = /^\/(?:tier-offers|account)(?:\/|$)/i;

/** Returns true on paths where staff are treated by their own tier [LOY-13]. */
export const isOwnTierPath = (pathname: string): boolean => OWN_TIER_PATHS.test(pathname);

/** Returns FOUNDERS for staff [LOY-12], else the own tier with `New` as `none` [LOY-14]; null without a customer [LOY-15]. */
export function selectTier(customer: TierCustomer | null, path: string): string | null {
  if (customer === null) return null;
  if (isStaffPath(customer, path)) return 'FOUNDERS';
  return customer.tier.toUpperCase() === 'NEW' ? 'none' : customer.tier.toUpperCase();
}

const isStaffPath = (customer: TierCustomer, path: string): boolean => customer.isStaff && !isOwnTierPath(path);

/** Returns the filter of a tier: `none` sees NEW and ALL, guests GUEST and ALL [CAT-15, CAT-16]. */
const filterOf = (tier: string | null): string => {
  const matched = tier === null ? 'GUEST' : tier === 'none' ? 'NEW' : tier;
  return `tiersEligible:${matched} OR tiersEligible:ALL`;
};

/** Returns the tier info of a page [LOY-16]. */
export function tierInfo(customer: TierCustomer | null, path: string, index: string): TierInfo {
  const tier = selectTier(customer, path);
  return {
    tier: tier?.toLowerCase() ?? 'none',
    index,
    tierFilter: customer !== null && isStaffPath(customer, path) ? '' : filterOf(tier),
  };
}

/** Returns true if loyalty is shown: eligible (`true` or `'true'`) and with a tier [LOY-17]. */
export const isLoyaltyShown = (properties: { readonly loyalty_eligible_for_loyalty?: unknown }, tier: string | null): boolean =>
  (properties.loyalty_eligible_for_loyalty === true || properties.loyalty_eligible_for_loyalty === 'true') && tier !== null;
