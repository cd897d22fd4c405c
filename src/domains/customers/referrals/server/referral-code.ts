/** Referral codes: a promotion per customer and market [REF-1]. The code is derived from the customer id, so it is stored nowhere else. */
import { createHmac } from 'node:crypto';
import { type PromotionRecord, promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { referralName } from '#domains/selling/promotions/model/referral-name.ts';
import { generatePromotionId, writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import type { ReferralTerms } from '#domains/settings/model/groups/referrals.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { codeTerms } from '../model/code-terms.ts';
import { findReferralPromotion, lockCode } from './referral.repository.ts';

/** Name of the secret that codes are derived with. */
export const REFERRAL_CODES = 'referral codes';

const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** Derives the code of a customer in a market. Codes cannot be guessed without the secret. */
export const codeOf = (secret: string, customerId: number, market: Market): string =>
  `FRIEND-${[...createHmac('sha256', secret).update(`${market}:${customerId}`).digest()]
    .slice(0, CODE_LENGTH)
    .map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
    .join('')}`;

/** A customer's code, with what it is worth to friend and referrer. */
interface ReferralCode {
  readonly code: string;
  /** Dollars. */
  readonly credit: number;
}

/** Returns the terms of a code. @returns null if staff made it another kind of promotion, which stays as it is */
function termsOf({ actions, minimum }: PromotionRecord): ReferralTerms | null {
  const [action] = actions;
  return action?.kind === 'amount' ? { credit: action.amount, minimumOrder: minimum } : null;
}

/** Returns the record of a code with terms. */
const withTerms = (record: PromotionRecord, { credit, minimumOrder }: ReferralTerms): PromotionRecord =>
  promotionRecord.parse({ ...record, minimum: minimumOrder, actions: [{ kind: 'amount', amount: credit }] });

/**
 * Returns a customer's code. Creates its promotion the first time: the market's credit off a first order [REF-2]. A code that exists follows
 * terms that have become better.
 */
export async function referralCode(
  database: Database,
  secret: string,
  customerId: number,
  market: Market,
  current: ReferralTerms,
): Promise<ReferralCode> {
  const code = codeOf(secret, customerId, market);
  const found = await findReferralPromotion(database, code, customerId);
  if (found !== null && isUpToDate(found, current)) return { code, credit: termsOf(found)?.credit ?? current.credit };
  return database.transaction(async (transaction) => {
    await lockCode(transaction, code);
    const before = await findReferralPromotion(transaction, code, customerId);
    const promised = before && termsOf(before);
    if (before !== null && promised === null) return { code, credit: current.credit };
    const terms = promised === null ? current : codeTerms(promised, current);
    const record = before ?? (await newPromotion(transaction, { code, customerId, market, credit: current.credit }));
    await writePromotions(transaction, [withTerms(record, terms)]);
    return { code, credit: terms.credit };
  });
}

/** Returns true if a code is as good for the friend as the current terms. */
function isUpToDate(record: PromotionRecord, current: ReferralTerms): boolean {
  const promised = termsOf(record);
  if (promised === null) return true;
  const terms = codeTerms(promised, current);
  return terms.credit === promised.credit && terms.minimumOrder === promised.minimumOrder;
}

async function newPromotion(
  transaction: Transaction,
  { code, customerId, market, credit }: ReferralCode & { readonly customerId: number; readonly market: Market },
): Promise<PromotionRecord> {
  return promotionRecord.parse({
    record: 'promotion',
    id: await generatePromotionId(transaction),
    name: referralName(customerId),
    code,
    couponType: 'per_total_discount',
    markets: [market],
    firstOrderOnly: true,
    usesPerCustomer: 1,
    actions: [{ kind: 'amount', amount: credit }],
  });
}
