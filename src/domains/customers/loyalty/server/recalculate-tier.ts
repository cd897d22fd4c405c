/**
 * Recalculates a member's tier [LOY-10]: adds new orders and refunds to the ledger once each, then sets the tier that the ledger
 * gives. A tier that was reached stays while the orders that reached it count, whatever the programme has become. A tier that was set from outside (import, staff) is recorded as a grant first.
 */
import { TIER_RANKS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { computeLoyaltyStatus, type LoyaltyStatus, retainedTier } from '../model/loyalty-status.ts';
import {
  lockTier,
  type Member,
  readLastTier,
  readLedger,
  readTierChanges,
  recordGrant,
  recordSpending,
  recordTierChange,
  setTier,
} from './loyalty.repository.ts';
import { readProgrammes } from './loyalty-record.repository.ts';

/** Runs in the transaction in which spending lifts a customer to a tier. */
export type TierReachedHandler = (transaction: Transaction, member: Member, tier: Tier) => Promise<void>;

/** Computes the loyalty status of a member from the ledger, by the programme in force and those under which tiers were reached. */
export async function readLoyaltyStatus(db: Queryable, member: Member, current: Tier): Promise<LoyaltyStatus> {
  const programmes = await readProgrammes(db, member.market);
  const entries = await readLedger(db, member);
  const now = Date.now();
  const retained = retainedTier(entries, { current, changes: await readTierChanges(db, member), programmeAt: programmes.at, now });
  return computeLoyaltyStatus(entries, programmes.current, now, retained);
}

/** Recalculates a tier in a transaction of the caller. */
export async function recalculateTierIn(transaction: Transaction, member: Member, onReached: TierReachedHandler): Promise<LoyaltyStatus> {
  const { tier, isEligible } = await lockTier(transaction, member);
  const lastTier = await readLastTier(transaction, member);
  if (tier !== lastTier) await recordGrant(transaction, member, tier);
  await recordSpending(transaction, member);
  const earned = await readLoyaltyStatus(transaction, member, tier);
  // Excluded customers keep their tier. Their orders are recorded in case they take part again.
  const status = isEligible ? earned : { ...earned, tier };
  if (status.tier !== tier) await setTier(transaction, member, status.tier);
  if (status.tier !== lastTier) await recordTierChange(transaction, member, lastTier, status.tier);
  if (TIER_RANKS[status.tier] > TIER_RANKS[tier]) await onReached(transaction, member, status.tier);
  return status;
}

export const recalculateTier = (database: Database, member: Member, onReached: TierReachedHandler): Promise<LoyaltyStatus> =>
  database.transaction((transaction) => recalculateTierIn(transaction, member, onReached));
