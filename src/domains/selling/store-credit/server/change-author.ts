/** Who changes a gift card or store credit by hand: their limits, and their name beside the entry. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { OtherActor } from '#domains/staff/server/activity.repository.ts';
import { requireStepUp } from '#domains/staff/server/authenticate.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { formatMoney } from '#lib/money.ts';
import { type Failure, fail } from '#lib/result.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { STEP_UP_CHANGE_CENTS } from '../model/change-limits.ts';
import { insertLedgerAuthor } from './ledger-author.repository.ts';

/** A person in the office, who has limits, or a command, which has none. */
export type ChangeActor = StaffActor | OtherActor;

export const isStaff = (actor: ChangeActor): actor is StaffActor => 'may' in actor;

export type OverLimit = Failure<'over_limit', { readonly limit: string }>;

/**
 * Checks the limit of the role and, for large amounts, the second factor. Where several balances change, their sum counts.
 * @throws ApiError `step_up_required`
 * @returns null if the change is allowed
 */
export function refuseChange(actor: ChangeActor, market: Market, cents: number): OverLimit | null {
  if (!isStaff(actor)) return null;
  const limit = actor.limitOf('credit.write', market);
  if (limit !== null && cents > limit) {
    const { locale, currency } = getMarketConfig(market);
    return fail('over_limit', { limit: formatMoney(limit, locale, currency) });
  }
  if (cents > STEP_UP_CHANGE_CENTS) requireStepUp(actor);
  return null;
}

/** Records who made an entry, and why. */
export const recordAuthor = (transaction: Transaction, actor: ChangeActor, source: string, reason: string): Promise<number> =>
  insertLedgerAuthor(transaction, { source, staffId: isStaff(actor) ? actor.id : null, author: actor.name, reason });
