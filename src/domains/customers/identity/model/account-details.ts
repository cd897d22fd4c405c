/** Separate from auth-user.ts, whose mapping of claims is loaded for customers only. */
import type { AccountDetails, AuthUser } from './auth-user.ts';
import { TIERS } from './tiers.ts';

/** Merges account data into the user. A group that is a tier follows the new tier. */
export function withAccountDetails(user: AuthUser, details: Partial<AccountDetails>): AuthUser {
  const tier = details.loyalty_tier ?? user.loyalty_tier;
  const customer_group = TIERS.some((name) => name === user.customer_group) ? tier : user.customer_group;
  return { ...user, ...details, loyalty_tier: tier, customer_group };
}
