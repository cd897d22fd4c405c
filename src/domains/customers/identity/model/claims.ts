/**
 * What tokens say of a customer (SPEC.md §3 "User"). The names of the claims are addresses of our own, as the login provider
 * asks of claims that are not the standard's.
 */
import { MARKETS, type Market } from '#markets/market.ts';
import { groupOf } from './groups.ts';
import type { Tier } from './tiers.ts';

export const CLAIMS = {
  appMetadata: 'https://cellardoor.example/app_metadata',
  userMetadata: 'https://cellardoor.example/user_metadata',
  customerGroup: 'https://cellardoor.example/customer_group',
  /** In access tokens only: the sign-in a token belongs to. */
  signIn: 'https://cellardoor.example/sign_in',
} as const;

/** A customer as far as tokens and calls tell. */
export interface CustomerClaims {
  readonly id: number;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly phone: string;
  readonly group: 'STAFF' | null;
  readonly userMetadata: Readonly<Record<string, unknown>>;
  readonly markets: Readonly<Record<Market, MarketFactsOfCustomer>>;
}

export interface MarketFactsOfCustomer {
  readonly tier: Tier;
  readonly externalId: string | null;
  readonly contactId: string | null;
  readonly cartId: string | null;
  /** Staff took the customer out of the loyalty programme; counts where the market has no CRM. */
  readonly loyaltyExcluded: boolean;
  /** What the CRM last said; null where it was never asked or did not know. */
  readonly crmEligible: boolean | null;
}

/** `Grace Hopper`, or the address where there is no name. */
export const fullName = (customer: Pick<CustomerClaims, 'givenName' | 'familyName' | 'email'>): string =>
  [customer.givenName, customer.familyName].filter(Boolean).join(' ') || customer.email;

/** `AU_EXTERNAL_ID`, `LOYALTY_TIER_AU` and so on, for every market; the cart id only where one is kept. */
export function appMetadataOf(customer: Pick<CustomerClaims, 'id' | 'subject' | 'markets'>): Record<string, string | number> {
  return Object.fromEntries(
    MARKETS.flatMap((market) => {
      const { tier, externalId, contactId, cartId } = customer.markets[market];
      const rows: [string, string | number][] = [
        [`${market}_EXTERNAL_ID`, externalId ?? customer.subject],
        [`LOYALTY_TIER_${market}`, tier],
        [`BIGCOMMERCE_${market}_CUSTOMER_ID`, customer.id],
        [`HUBSPOT_${market}_CONTACT_ID`, contactId ?? String(customer.id)],
      ];
      return cartId === null ? rows : [...rows, [cartKeyOf(market), cartId]];
    }),
  );
}

/** The key under which a market's cart id is kept, in app metadata and in local storage (SPEC.md §3 "Cart storage"). */
export const cartKeyOf = (market: Market): string => `BIGCOMMERCE_${market}_CART_ID`;

/** Claims of the id token beside the standard ones of the protocol. */
export function idTokenClaims(customer: CustomerClaims): Record<string, unknown> {
  return {
    name: fullName(customer),
    given_name: customer.givenName,
    family_name: customer.familyName,
    email: customer.email,
    email_verified: customer.emailVerified,
    [CLAIMS.appMetadata]: appMetadataOf(customer),
    [CLAIMS.userMetadata]: customer.userMetadata,
    [CLAIMS.customerGroup]: { name: groupOf(customer.group, customer.markets.AU.tier) },
  };
}
