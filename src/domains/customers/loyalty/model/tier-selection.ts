/** Which tier a page treats its reader as (SPEC.md §4 "Loyalty tier selection", §3 "Tier info", §6). */

export interface TierCustomer {
  readonly isStaff: boolean;
  /** As the account has it; `New` and the like too. */
  readonly tier: string;
}

export interface TierInfo {
  /** Lower case, or 'none'. */
  readonly tier: string;
  /** The search index of the market. */
  readonly index: string;
  /** Conditions for the search, in the grammar of `filters`; empty is no filter. */
  readonly tierFilter: string;
}

const OWN_TIER_PATHS = /^\/(?:tier-offers|account)(?:\/|$)/i;

/** Paths on which staff are shown what their own tier sees, not everything. */
export const isOwnTierPath = (pathname: string): boolean => OWN_TIER_PATHS.test(pathname);

/** FOUNDERS for staff except on excluded paths, else the customer's tier with 'New' as none; null without a customer. */
export function selectTier(customer: TierCustomer | null, path: string): string | null {
  if (customer === null) return null;
  if (isStaffPath(customer, path)) return 'FOUNDERS';
  return customer.tier.toUpperCase() === 'NEW' ? 'none' : customer.tier.toUpperCase();
}

const isStaffPath = (customer: TierCustomer, path: string): boolean => customer.isStaff && !isOwnTierPath(path);

/** What a tier filters by: 'none' sees NEW or ALL, guests GUEST or ALL (DECISIONS.md "Catalogue and content"). */
const filterOf = (tier: string | null): string => {
  const matched = tier === null ? 'GUEST' : tier === 'none' ? 'NEW' : tier;
  return `tiersEligible:${matched} OR tiersEligible:ALL`;
};

/** The tier of a page's reader with what a search needs of it. */
export function tierInfo(customer: TierCustomer | null, path: string, index: string): TierInfo {
  const tier = selectTier(customer, path);
  return {
    tier: tier?.toLowerCase() ?? 'none',
    index,
    tierFilter: customer !== null && isStaffPath(customer, path) ? '' : filterOf(tier),
  };
}

/** Loyalty is shown only to whom it is for: eligible (true or 'true') and with a tier (SPEC.md §3, §4). */
export const isLoyaltyShown = (properties: { readonly loyalty_eligible_for_loyalty?: unknown }, tier: string | null): boolean =>
  (properties.loyalty_eligible_for_loyalty === true || properties.loyalty_eligible_for_loyalty === 'true') && tier !== null;
