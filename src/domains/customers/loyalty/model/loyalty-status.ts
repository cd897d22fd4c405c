/**
 * A customer's tier as the fold of their ledger: what was spent within the window, less what was given back, and what the shop
 * granted. Entries may come in any order, and twice; the fold is the same.
 */
import { DEFAULT_TIER, TIER_RANKS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { LoyaltyConfig } from './programme.ts';

/** One row of the ledger; rows are only added. Instants in milliseconds since 1970. */
export type LedgerEntry =
  | { readonly kind: 'spend' | 'refund'; readonly source: string; readonly orderId: string; readonly cents: number; readonly at: number }
  /** The tier that the shop gave by itself: the customer has at least this one, until another is granted. */
  | { readonly kind: 'grant'; readonly source: string; readonly tier: Tier; readonly at: number };

export interface LoyaltyStatus {
  readonly tier: Tier;
  /** Spent within the window, less refunds. */
  readonly spentCents: number;
  /** The next tier that spending reaches, and what is missing; null at the top. */
  readonly next: { readonly tier: Tier; readonly missingCents: number } | null;
  /** When what counts today becomes less; null where nothing counts. */
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

/** When spending of an instant no longer counts. */
export const countsUntil = (at: number, windowMonths: number): number => shifted(at, windowMonths);

interface Order {
  readonly at: number;
  readonly cents: number;
}

/** What is left of each order. A refund belongs to the window of its order, and takes no more than was spent. */
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

/** The tier that the shop granted last. */
function granted(entries: readonly LedgerEntry[]): Tier | null {
  let last: LedgerEntry | null = null;
  for (const entry of entries)
    if (entry.kind === 'grant' && (last === null || entry.at > last.at || (entry.at === last.at && entry.source > last.source)))
      last = entry;
  return last?.kind === 'grant' ? last.tier : null;
}

const higher = (a: Tier, b: Tier): Tier => (TIER_RANKS[b] > TIER_RANKS[a] ? b : a);

/** The tier that an amount reaches; exactly the threshold reaches it. */
export function earnedTier(spentCents: number, { tiers }: LoyaltyConfig): Tier {
  const reached = tiers.filter(({ spend }) => spend !== null && Math.round(spend * 100) <= spentCents).map(({ tier }) => tier);
  return reached.reduce(higher, DEFAULT_TIER);
}

/** Where a customer stands at an instant. */
export function computeLoyaltyStatus(entries: readonly LedgerEntry[], config: LoyaltyConfig, now: number): LoyaltyStatus {
  const counted = orders(entries).filter(({ at, cents }) => cents > 0 && at <= now && now < countsUntil(at, config.windowMonths));
  const spentCents = counted.reduce((sum, { cents }) => sum + cents, 0);
  const floor = granted(entries.filter(({ at }) => at <= now));
  // NEW ends with the first order.
  const base = floor === null || (floor === 'NEW' && counted.length > 0) ? DEFAULT_TIER : floor;
  const tier = TIER_RANKS[earnedTier(spentCents, config)] > TIER_RANKS[base] ? earnedTier(spentCents, config) : base;
  const ahead = config.tiers
    .filter((each) => each.spend !== null && TIER_RANKS[each.tier] > TIER_RANKS[tier])
    .sort((a, b) => (a.spend ?? 0) - (b.spend ?? 0))[0];
  return {
    tier,
    spentCents,
    next: ahead ? { tier: ahead.tier, missingCents: Math.max(0, Math.round((ahead.spend ?? 0) * 100) - spentCents) } : null,
    lessAt: counted.length === 0 ? null : Math.min(...counted.map(({ at }) => countsUntil(at, config.windowMonths))),
  };
}
