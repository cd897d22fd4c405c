/**
 * Joins two accounts of one person: orders, balances, loyalty, addresses and notes of one move to the other, and the rest of it is erased as
 * the customer could do themselves. One transaction (docs/decisions/0154-customers-in-the-office.md).
 */

import { TIER_RANKS } from '#domains/customers/identity/model/tiers.ts';
import { type Customer, customerByEmail, customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { marketsOfCustomer } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { recordGrant } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { recalculateTierIn, type TierReachedHandler } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { creditAccount, grantCredit, takeBackCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { availableCents, lockAccounts } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { mergeCustomerMessages } from '../messages/office.ts';
import { mergeRefusals } from '../messages/office-errors.ts';
import type { MergePreview } from '../office-contract.ts';
import {
  countForMerge,
  lockAccountsOf,
  lockBelongings,
  loyaltyToMerge,
  marketsToMerge,
  moveBelongings,
  readdressGiftCards,
  refreshCartIds,
} from './merge.repository.ts';
import { eraseEverything, type PersonalData } from './personal-data.ts';

export interface MergeDeps {
  readonly database: Database;
  readonly personalData: readonly PersonalData[];
  readonly onTierReached: TierReachedHandler;
}

/** Ends the transaction of a preview, so that nothing it did stays. */
class PreviewDone extends Error {
  override name = 'PreviewDone';
  readonly result: MergePreview;
  constructor(result: MergePreview) {
    super('preview');
    this.result = result;
  }
}

const NO_MAIL: TierReachedHandler = async () => undefined;

const briefOf = ({ id, email, givenName, familyName }: Customer) => ({
  key: String(id),
  email,
  name: [givenName, familyName].filter(Boolean).join(' '),
});

/** Moves a balance by an entry in each ledger. Their sum stays what it was. @returns the cents that were moved */
async function moveCredit(transaction: Transaction, sourceId: number, targetId: number, market: Market): Promise<number> {
  const from = { customerId: sourceId, market };
  const to = { customerId: targetId, market };
  const cents = await availableCents(transaction, creditAccount(from));
  if (cents <= 0) return 0;
  const source = `merge:${market}:${sourceId}`;
  await takeBackCredit(transaction, from, { cents, source, note: mergeCustomerMessages.movedOut(targetId) });
  await grantCredit(transaction, to, { cents, source: `${source}:to:${targetId}`, note: mergeCustomerMessages.movedIn });
  return cents;
}

/** Joins the spending of both in a market. The higher of two granted tiers counts. */
async function mergeLoyalty(
  deps: MergeDeps,
  transaction: Transaction,
  sourceId: number,
  targetId: number,
  market: Market,
  move: () => Promise<void>,
) {
  const [from, to] = [
    { customerId: sourceId, market },
    { customerId: targetId, market },
  ];
  // Spending and tiers that are not in the ledger yet are recorded first.
  await recalculateTierIn(transaction, from, NO_MAIL);
  const before = await recalculateTierIn(transaction, to, NO_MAIL);
  const [source, target] = [await loyaltyToMerge(transaction, sourceId, market), await loyaltyToMerge(transaction, targetId, market)];
  await move();
  if (source.granted !== null && (target.granted === null || TIER_RANKS[source.granted] > TIER_RANKS[target.granted]))
    await recordGrant(transaction, to, source.granted);
  const after = await recalculateTierIn(transaction, to, deps.onTierReached);
  return { market, spent: toDecimal(source.spentCents), from: before.tier, to: after.tier };
}

async function findOther(database: Database, text: string): Promise<Customer | null> {
  if (/^#?[1-9]\d{0,8}$/.test(text)) return customerById(database, Number(text.replace('#', '')));
  return customerByEmail(database, text);
}

export interface MergeRequest {
  /** Account that stays. */
  readonly customerId: number;
  readonly market: Market;
  /** Email address or number of the account that is joined to it. */
  readonly with: string;
  readonly isPreview: boolean;
}

/** Joins another account to this one, or says exactly what would happen. The person needs the permission in all markets of both. */
export async function mergeCustomers(deps: MergeDeps, staff: StaffActor, request: MergeRequest) {
  const { database } = deps;
  const target = await customerById(database, request.customerId);
  if (!target) return fail('not_found');
  const source = await findOther(database, request.with);
  if (!source) return fail('merge_refused', { reason: mergeRefusals.unknown });
  if (source.id === target.id) return fail('merge_refused', { reason: mergeRefusals.same });
  const visible = await Promise.all([source.id, target.id].map((id) => marketsOfCustomer(database, id)));
  // An account of other markets only does not exist for this person.
  if (!visible[0]?.some((market) => staff.markets.includes(market))) return fail('merge_refused', { reason: mergeRefusals.unknown });
  if (!visible.flat().every((market) => staff.markets.includes(market))) return fail('other_markets');
  try {
    return await database.transaction(async (transaction) => {
      const ids = [source.id, target.id];
      await lockBelongings(transaction, ids);
      const markets = await marketsToMerge(transaction, source.id);
      await lockAccounts(
        transaction,
        markets.flatMap((market) => ids.map((customerId) => creditAccount({ customerId, market }))),
      );
      if ((await lockAccountsOf(transaction, ids)) < 2) return fail('not_found');
      const { isMember, isPaying, ...counts } = await countForMerge(transaction, source.id, target.id, source.email);
      if (isPaying) return fail('merge_refused', { reason: mergeRefusals.checkout(source.email) });
      if (isMember) return fail('merge_refused', { reason: mergeRefusals.membership(source.email) });
      const credit = [];
      for (const market of markets) {
        const cents = await moveCredit(transaction, source.id, target.id, market);
        if (cents > 0) credit.push({ market, amount: toDecimal(cents) });
      }
      const loyalty = [];
      let isMoved = false;
      const move = async (): Promise<void> => {
        if (isMoved) return;
        isMoved = true;
        await moveBelongings(transaction, source.id, target.id);
      };
      for (const market of markets) loyalty.push(await mergeLoyalty(deps, transaction, source.id, target.id, market, move));
      await move();
      await refreshCartIds(transaction, target.id);
      await readdressGiftCards(transaction, source.email, target.email);
      await eraseEverything(transaction, deps.personalData, source);
      const result: MergePreview = {
        kept: briefOf(target),
        removed: briefOf(source),
        ...counts,
        credit,
        loyalty,
        isDone: !request.isPreview,
      };
      if (request.isPreview) throw new PreviewDone(result);
      await recordActivity(transaction, staff, {
        action: 'customer.merged',
        subject: { kind: 'customer', id: target.id },
        before: { account: source.id },
        after: { ...counts, credit, loyalty: loyalty.map(({ market, spent }) => ({ market, spent })) },
      });
      return ok(result);
    });
  } catch (error) {
    if (error instanceof PreviewDone) return ok(error.result);
    throw error;
  }
}
