/**
 * Who may see an offer and who may buy it (SPEC.md §6, DECISIONS.md "Hidden offers"). Decided on the server only;
 * a guest's page, list or search never holds what these rules hide.
 */
import { MARKETS, type Market } from '#markets/market.ts';
import type { Audience, TierEligible } from './record.ts';

/** The shopper as far as audiences matter: no tier is a guest, staff see every tier. */
export interface AudienceShopper {
  readonly tier: string | null;
  readonly isStaff: boolean;
}

export const GUEST: AudienceShopper = { tier: null, isStaff: false };

/** What the rules read of an offer. */
export interface OfferAudience {
  readonly audience: Audience;
  readonly tiersEligible: readonly string[];
  readonly secret: boolean;
  readonly specialAccess: boolean;
  /** ISO instants; null is open. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

const MARKETS_OF: Readonly<Record<Audience, readonly string[]>> = {
  AU: ['AU'],
  NZ: ['NZ'],
  SG: ['SG'],
  'AU+NZ': ['AU', 'NZ'],
  'AU+NZ+SG': ['AU', 'NZ', 'SG'],
};

/** The tier offers are matched by: a customer whose tier is 'none' counts as new (DECISIONS.md "Catalogue and content"). */
function matchedTier(tier: string | null): string {
  const upper = tier?.toUpperCase() ?? 'GUEST';
  return upper === 'NONE' ? 'NEW' : upper;
}

/** Guests see GUEST or ALL, others their upper-cased tier or ALL, by name and not by rank; null for staff, who see every tier. */
export const visibleTiers = ({ tier, isStaff }: AudienceShopper): readonly TierEligible[] | null =>
  isStaff ? null : [matchedTier(tier) as TierEligible, 'ALL'];

/** True where an offer of these tiers is for the shopper. */
export const isTierEligible = (tiersEligible: readonly string[], shopper: AudienceShopper): boolean =>
  visibleTiers(shopper)?.some((tier) => tiersEligible.includes(tier)) ?? true;

/** Secret offers are for customers, and of Australia alone (SPEC.md §2 "Black Market"). */
export const canSeeSecretOffers = (market: Market, { tier, isStaff }: AudienceShopper): boolean =>
  market === 'AU' && (isStaff || tier !== null);

/** Markets of the shop that an audience names. */
export const marketsOf = (audience: Audience): Market[] => MARKETS.filter((market) => MARKETS_OF[audience].includes(market));

/** True where the shopper may know that the offer exists. */
export function isVisible(offer: OfferAudience, market: Market, shopper: AudienceShopper): boolean {
  if (!MARKETS_OF[offer.audience].includes(market)) return false;
  if (offer.secret && !canSeeSecretOffers(market, shopper)) return false;
  return isTierEligible(offer.tiersEligible, shopper);
}

/** True where the sale of an offer has begun by an instant (milliseconds since 1970); nobody may know of it before. */
export const hasBegun = ({ startsAt }: Pick<OfferAudience, 'startsAt'>, now: number): boolean =>
  startsAt === null || Date.parse(startsAt) <= now;

/** True where the offer is on sale at an instant (milliseconds since 1970). */
export const isOnSale = (offer: Pick<OfferAudience, 'startsAt' | 'endsAt'>, now: number): boolean =>
  hasBegun(offer, now) && (offer.endsAt === null || now < Date.parse(offer.endsAt));

/** True where only a signed-in customer may buy: the 403 of SPEC.md §8. */
export const needsLogin = (offer: Pick<OfferAudience, 'specialAccess'>, shopper: AudienceShopper): boolean =>
  offer.specialAccess && shopper.tier === null && !shopper.isStaff;
