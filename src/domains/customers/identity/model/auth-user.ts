/** The signed-in customer in the browser, mapped from the claims of the ID token [ID-32, ID-34]. */
import type { Market } from '#markets/market.ts';
import { CLAIMS, cartKeyOf } from './claims.ts';
import { DEFAULT_TIER, TIERS } from './tiers.ts';

/** A delivery address of the account. */
export interface UserAddress {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly address: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly instructions: string;
  readonly isDefault: boolean;
}

/** A stored card, without its number. */
export interface UserInstrument {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly is_default: boolean;
}

/** Account data that is not in the token. */
export interface AccountDetails {
  readonly addresses: readonly UserAddress[];
  readonly stored_instruments: readonly UserInstrument[];
  /** Current tier in the market. The token has the tier of the time it was issued. */
  readonly loyalty_tier?: string;
}

export interface AuthUser {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly app_metadata: Readonly<Record<string, unknown>>;
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly customer_group: string;
  /** Tier in the market; GREEN if the token names none. */
  readonly loyalty_tier: string;
  readonly customerId: number;
  /** Null until loaded after the sign-in. */
  readonly addresses: readonly UserAddress[] | null;
  /** Only the default card; null until loaded. */
  readonly stored_instruments: readonly UserInstrument[] | null;
  /** The customer's cart in the market. */
  readonly cartId: string | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const table = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Maps the claims of an ID token for a market. A missing claim, or one of another type, becomes empty. */
export function authUser(claims: Readonly<Record<string, unknown>>, market: Market): AuthUser {
  const app = table(claims[CLAIMS.appMetadata]);
  const customerId = Number(app[`BIGCOMMERCE_${market}_CUSTOMER_ID`]);
  const email = text(claims.email);
  const tier = text(app[`LOYALTY_TIER_${market}`]) || DEFAULT_TIER;
  const group = text(table(claims[CLAIMS.customerGroup]).name);
  return {
    sub: text(claims.sub),
    name: text(claims.name) || email,
    email,
    given_name: text(claims.given_name),
    family_name: text(claims.family_name),
    app_metadata: app,
    user_metadata: table(claims[CLAIMS.userMetadata]),
    // The token names one group, but the group of a tier differs by market.
    customer_group: TIERS.some((name) => name === group) ? tier : group,
    loyalty_tier: tier,
    addresses: null,
    stored_instruments: null,
    customerId: Number.isSafeInteger(customerId) && customerId > 0 ? customerId : 0,
    cartId: text(app[cartKeyOf(market)]) || null,
  };
}

/** Merges account data into the user. A group that is a tier follows the new tier. */
export function withAccountDetails(user: AuthUser, details: Partial<AccountDetails>): AuthUser {
  const tier = details.loyalty_tier ?? user.loyalty_tier;
  const customer_group = TIERS.some((name) => name === user.customer_group) ? tier : user.customer_group;
  return { ...user, ...details, loyalty_tier: tier, customer_group };
}

/** Configuration of the login client in the browser. */
export interface LoginConfig {
  /** Origin of the identity service, including the protocol [ID-6]. */
  readonly domain: string;
  readonly clientId: string;
  readonly audience: string;
  /** False if the sign-in pages are on another origin. /auth/login here then only redirects there. */
  readonly isHere: boolean;
}
