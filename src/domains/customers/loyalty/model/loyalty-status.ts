/**
 * Derives a customer's tier from the ledger: spending within the window less refunds, and granted tiers [LOY-10]. The result does
 * not depend on the order of entries or on duplicates.
 */

import { DEFAULT_TIER, TIER_RANKS, TIERS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import { minOf } from '#lib/extremes.ts';
import type { LoyaltyConfig } from './programme.ts';

/** A ledger entry. The ledger is append-only. Instants are milliseconds since 1970. */
export type LedgerEntry =
  | { readonly kind: 'spend' | 'refund'; readonly source: string; readonly orderId: string; readonly cents: number; readonly at: number }
  /** A tier that the shop granted. The customer has at least this tier until another is granted. */
  | { readonly kind: 'grant'; readonly source: string; readonly tier: Tier; readonly at: number };

export interface LoyaltyStatus {
  readonly tier: Tier;
  /** Spent within the window, less refunds. */
  readonly spentCents: number;
  /** The next tier and the missing amount; null at the top. */
  readonly next: { readonly tier: Tier; readonly missingCents: number } | null;
  /** Time at which the counted spending decreases; null if nothing counts. */
  readonly lessAt: number | null;
}

const shifted = (at: number, months: number): number => {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
};

/** Returns the time at which spending leaves the window. */
export const countsUntil = (at: number, windowMonths: number): number => shifted(at, windowMonths);

interface Order {
  readonly at: number;
  readonly cents: number;
}

/** Returns the net spending of each order. A refund belongs to the window of its order and takes at most what was spent. */
function orders(entries: readonly LedgerEntry[]): Order[] {
  const bySource = new Map(entries.map((entry) => [entry.source, entry]));
  const spent = new Map<string, Order>();
  const refunded = new Map<string, number>();
  for (const entry of bySource.values()) {
    if (entry.kind === 'spend') spent.set(entry.orderId, entry);
    if (entry.kind === 'refund') refunded.set(entry.orderId, (refunded.get(entry.orderId) ?? 0) + entry.cents);
  }
  return [...spent].map(([orderId, { at, cents }]) => ({ at, cents: Math.max(0, cents - (refunded.get(orderId) ?? 0)) }));
}

/** Returns the tier that was granted last. */
function granted(entries: readonly LedgerEntry[]): Tier | null {
  let last: LedgerEntry | null = null;
  for (const entry of entries)
    if (entry.kind === 'grant' && (last === null || entry.at > last.at || (entry.at === last.at && entry.source > last.source)))
      last = entry;
  return last?.kind === 'grant' ? last.tier : null;
}

const higher = (a: Tier, b: Tier): Tier => (TIER_RANKS[b] > TIER_RANKS[a] ? b : a);

/** Returns the tier that an amount reaches. The exact threshold is enough. */
export function earnedTier(spentCents: number, { tiers }: LoyaltyConfig): Tier {
  const reached = tiers.filter(({ spend }) => spend !== null && Math.round(spend * 100) <= spentCents).map(({ tier }) => tier);
  return reached.reduce(higher, DEFAULT_TIER);
}

/** Returns the orders that count at an instant. */
const countedOrders = (entries: readonly LedgerEntry[], { windowMonths }: LoyaltyConfig, now: number): Order[] =>
  orders(entries).filter(({ at, cents }) => cents > 0 && at <= now && now < countsUntil(at, windowMonths));

const totalOf = (counted: readonly Order[]): number => counted.reduce((sum, { cents }) => sum + cents, 0);

/** A change of a member's tier. The instant is milliseconds since 1970. */
export interface TierChange {
  readonly from: Tier;
  readonly to: Tier;
  readonly at: number;
}

/**
 * Returns the tier that a member keeps although the programme has changed: the highest one up to `current` that the orders which still count
 * reach by the programme of the day on which the member last came up to it.
 * @param current the member's tier
 * @param changes in the order in which they happened
 * @param programmeAt returns the programme of an instant
 */
export function retainedTier(
  entries: readonly LedgerEntry[],
  {
    current,
    changes,
    programmeAt,
    now,
  }: {
    readonly current: Tier;
    readonly changes: readonly TierChange[];
    readonly programmeAt: (at: number) => LoyaltyConfig;
    readonly now: number;
  },
): Tier {
  const isRetained = (tier: Tier): boolean => {
    const rank = TIER_RANKS[tier];
    const reached = changes.findLast(({ from, to }) => TIER_RANKS[from] < rank && TIER_RANKS[to] >= rank);
    if (!reached || rank > TIER_RANKS[current]) return false;
    const programme = programmeAt(reached.at);
    return TIER_RANKS[earnedTier(totalOf(countedOrders(entries, programme, now)), programme)] >= rank;
  };
  return TIERS.filter(isRetained).reduce(higher, DEFAULT_TIER);
}

/** Computes the loyalty status at an instant. @param retained a tier that the member has at least */
export function computeLoyaltyStatus(
  entries: readonly LedgerEntry[],
  config: LoyaltyConfig,
  now: number,
  retained: Tier = DEFAULT_TIER,
): LoyaltyStatus {
  const counted = countedOrders(entries, config, now);
  const spentCents = totalOf(counted);
  const floor = granted(entries.filter(({ at }) => at <= now));
  // NEW ends with the first order.
  const base = floor === null || (floor === 'NEW' && counted.length > 0) ? DEFAULT_TIER : floor;
  const tier = higher(higher(base, earnedTier(spentCents, config)), retained);
  const ahead = config.tiers
    .filter((each) => each.spend !== null && TIER_RANKS[each.tier] > TIER_RANKS[tier])
    .sort((a, b) => (a.spend ?? 0) - (b.spend ?? 0))[0];
  return {
    tier,
    spentCents,
    next: ahead ? { tier: ahead.tier, missingCents: Math.max(0, Math.round((ahead.spend ?? 0) * 100) - spentCents) } : null,
    lessAt: counted.length === 0 ? null : minOf(counted.map(({ at }) => countsUntil(at, config.windowMonths))),
  };
}
