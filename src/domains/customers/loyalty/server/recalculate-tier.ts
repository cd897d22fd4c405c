/**
 * Recalculates a member's tier [LOY-10]: adds new orders and refunds to the ledger once each, then sets the tier that the ledger
 * gives. A tier that was set from outside (import, staff) is recorded as a grant first.
 */
import { TIER_RANKS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { computeLoyaltyStatus, type LoyaltyStatus } from '../model/loyalty-status.ts';
import {
  lockTier,
  type Member,
  readLastTier,
  readLedger,
  recordGrant,
  recordSpending,
  recordTierChange,
  setTier,
} from './loyalty.repository.ts';
import { readProgramme } from './loyalty-record.repository.ts';

/** Runs in the transaction in which spending lifts a customer to a tier. */
export type TierReachedHandler = (transaction: Transaction, member: Member, tier: Tier) => Promise<void>;

/** Recalculates a tier in a transaction of the caller. */
export async function recalculateTierIn(transaction: Transaction, member: Member, onReached: TierReachedHandler): Promise<LoyaltyStatus> {
  const { tier, isEligible } = await lockTier(transaction, member);
  const lastTier = await readLastTier(transaction, member);
  if (tier !== lastTier) await recordGrant(transaction, member, tier);
  await recordSpending(transaction, member);
  const programme = await readProgramme(transaction, member.market);
  const earned = computeLoyaltyStatus(await readLedger(transaction, member), programme, Date.now());
  // Excluded customers keep their tier. Their orders are recorded in case they take part again.
  const status = isEligible ? earned : { ...earned, tier };
  if (status.tier !== tier) await setTier(transaction, member, status.tier);
  if (status.tier !== lastTier) await recordTierChange(transaction, member, lastTier, status.tier);
  if (TIER_RANKS[status.tier] > TIER_RANKS[tier]) await onReached(transaction, member, status.tier);
  return status;
}

export const recalculateTier = (database: Database, member: Member, onReached: TierReachedHandler): Promise<LoyaltyStatus> =>
  database.transaction((transaction) => recalculateTierIn(transaction, member, onReached));
