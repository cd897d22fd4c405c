/** Claims of ID and access tokens [ID-32]. Their names are URLs, as the login provider requires for custom claims. */
import { DEFAULT_MARKET, MARKETS, type Market } from '#markets/market.ts';
import type { Tier } from './tiers.ts';

export const CLAIMS = {
  appMetadata: 'https://cellardoor.example/app_metadata',
  userMetadata: 'https://cellardoor.example/user_metadata',
  customerGroup: 'https://cellardoor.example/customer_group',
  /** Session of the token. In access tokens only. */
  signIn: 'https://cellardoor.example/sign_in',
} as const;

/** Customer groups, which promotions refer to: one per tier, and one for staff [ID-46]. 0 is a guest, or a customer without a group. */
export const GROUPS = { GUEST: 0, NEW: 1, GREEN: 2, SILVER: 3, GOLD: 4, BLACK: 5, FOUNDERS: 6, STAFF: 7 } as const;

export type CustomerGroup = Exclude<keyof typeof GROUPS, 'GUEST'>;

/** Returns `STAFF` for staff, else the group of the tier. */
export const groupOf = (group: 'STAFF' | null, tier: Tier): CustomerGroup => group ?? tier;

/** The customer fields that tokens and calls contain. */
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

/** Data of a customer that differs by market. */
export interface MarketFactsOfCustomer {
  readonly tier: Tier;
  readonly externalId: string | null;
  readonly contactId: string | null;
  readonly cartId: string | null;
  /** Staff excluded the customer from the loyalty programme. Applies only if the market has no CRM. */
  readonly loyaltyExcluded: boolean;
  /** Latest response of the CRM; null if there is none. */
  readonly crmEligible: boolean | null;
}

/** `Grace Hopper`, or the email address if the customer has no name. */
export const fullName = (customer: Pick<CustomerClaims, 'givenName' | 'familyName' | 'email'>): string =>
  [customer.givenName, customer.familyName].filter(Boolean).join(' ') || customer.email;

/** Returns the app metadata of all markets [ID-33]: `AU_EXTERNAL_ID`, `LOYALTY_TIER_AU` and so on. Omits missing cart ids. */
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

/** Key of a market's cart id in app metadata and local storage. */
export const cartKeyOf = (market: Market): string => `BIGCOMMERCE_${market}_CART_ID`;

/** Returns the claims of an ID token, without those of the protocol. */
export function idTokenClaims(customer: CustomerClaims): Record<string, unknown> {
  return {
    name: fullName(customer),
    given_name: customer.givenName,
    family_name: customer.familyName,
    email: customer.email,
    email_verified: customer.emailVerified,
    [CLAIMS.appMetadata]: appMetadataOf(customer),
    [CLAIMS.userMetadata]: customer.userMetadata,
    [CLAIMS.customerGroup]: { name: groupOf(customer.group, customer.markets[DEFAULT_MARKET].tier) },
  };
}
