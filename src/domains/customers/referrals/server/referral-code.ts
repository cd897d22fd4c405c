/** Referral codes: a promotion per customer and market [REF-1]. The code is derived from the customer id, so it is stored nowhere else. */
import { createHmac } from 'node:crypto';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { referralName } from '#domains/selling/promotions/model/referral-name.ts';
import { generatePromotionId, writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { hasReferralCode, lockCode } from './referral.repository.ts';

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

/** Returns a customer's code. Creates its promotion the first time: the market's credit off a first order [REF-2]. */
export async function referralCode(database: Database, secret: string, customerId: number, market: Market): Promise<string> {
  const code = codeOf(secret, customerId, market);
  if (await hasReferralCode(database, code, customerId)) return code;
  await database.transaction(async (transaction) => {
    await lockCode(transaction, code);
    if (await hasReferralCode(transaction, code, customerId)) return;
    await writePromotions(transaction, [
      promotionRecord.parse({
        record: 'promotion',
        id: await generatePromotionId(transaction),
        name: referralName(customerId),
        code,
        couponType: 'per_total_discount',
        markets: [market],
        firstOrderOnly: true,
        usesPerCustomer: 1,
        actions: [{ kind: 'amount', amount: toDecimal(getMarketConfig(market).referralCreditCents) }],
      }),
    ]);
  });
  return code;
}
