/**
 * Decides who may see an offer and who may buy it [CAT-11, CAT-12, CAT-17, CAT-18]. Runs on the server only, so that nothing a
 * guest receives contains a hidden offer.
 */
import { type Audience, territoriesOf } from '#markets/audiences.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import type { TierEligible } from './record.ts';

/** The fields of a shopper that decide which offers they see. The tier is null for guests. Staff see every tier. */
export interface AudienceShopper {
  readonly tier: string | null;
  readonly isStaff: boolean;
}

/** A visitor who is not signed in. */
export const GUEST: AudienceShopper = { tier: null, isStaff: false };

/** The fields of an offer that decide its audience. */
export interface OfferAudience {
  readonly audience: Audience;
  readonly tiersEligible: readonly string[];
  readonly secret: boolean;
  readonly specialAccess: boolean;
  /** ISO 8601. Null is unlimited. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

/** Returns the tier to match offers with. A customer with the tier `none` counts as new [CAT-16]. */
function matchedTier(tier: string | null): string {
  const upper = tier?.toUpperCase() ?? 'GUEST';
  return upper === 'NONE' ? 'NEW' : upper;
}

/** Returns GUEST and ALL for guests, the tier in upper case and ALL for customers, null for staff [CAT-13, CAT-14, CAT-15]. */
export const visibleTiers = ({ tier, isStaff }: AudienceShopper): readonly TierEligible[] | null =>
  isStaff ? null : [matchedTier(tier) as TierEligible, 'ALL'];

/** Returns true if offers of these tiers are for the shopper. */
export const isTierEligible = (tiersEligible: readonly string[], shopper: AudienceShopper): boolean =>
  visibleTiers(shopper)?.some((tier) => tiersEligible.includes(tier)) ?? true;

/** Returns true if the shopper may see secret offers: customers in Australia only. */
export const canSeeSecretOffers = (market: Market, { tier, isStaff }: AudienceShopper): boolean =>
  getMarketConfig(market).hasSecretOffers && (isStaff || tier !== null);

/** Lists the markets of an audience that the shop sells in. */
export const marketsOf = (audience: Audience): Market[] => MARKETS.filter((market) => territoriesOf(audience).includes(market));

/** Returns true if the shopper may know that the offer exists. */
export function isVisible(offer: OfferAudience, market: Market, shopper: AudienceShopper): boolean {
  if (!territoriesOf(offer.audience).includes(market)) return false;
  if (offer.secret && !canSeeSecretOffers(market, shopper)) return false;
  return isTierEligible(offer.tiersEligible, shopper);
}

/** Returns true if the sale has begun at a time (ms since 1970). Before that the offer is hidden from everybody. */
export const hasBegun = ({ startsAt }: Pick<OfferAudience, 'startsAt'>, now: number): boolean =>
  startsAt === null || Date.parse(startsAt) <= now;

/** Returns true if the offer is on sale at a time (ms since 1970). */
export const isOnSale = (offer: Pick<OfferAudience, 'startsAt' | 'endsAt'>, now: number): boolean =>
  hasBegun(offer, now) && (offer.endsAt === null || now < Date.parse(offer.endsAt));

/** Returns true if the offer can be bought only after sign-in [CAT-20]. */
export const needsLogin = (offer: Pick<OfferAudience, 'specialAccess'>, shopper: AudienceShopper): boolean =>
  offer.specialAccess && shopper.tier === null && !shopper.isStaff;
