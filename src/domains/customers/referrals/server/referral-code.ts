/** A customer's code in a market: a promotion that follows from the customer id, so that it is found without being noted. */
import { createHmac } from 'node:crypto';
import { couponKey } from '#domains/selling/promotions/model/promotion.ts';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { referralName } from '#domains/selling/promotions/model/referral-name.ts';
import { generatePromotionId, writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { REFERRAL_CREDIT } from '../model/referral.ts';

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** The code that a secret makes of a customer and market: nobody can guess another's. */
export const codeOf = (secret: string, customerId: number, market: Market): string =>
  `FRIEND-${[...createHmac('sha256', secret).update(`${market}:${customerId}`).digest()]
    .slice(0, LENGTH)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')}`;

const exists = async (db: Queryable, code: string, customerId: number): Promise<boolean> =>
  (await db.queryOne({
    name: 'referral.code',
    text: "select 1 from promotions where code = $1 and record->>'name' = $2",
    values: [couponKey(code), referralName(customerId)],
  })) !== null;

/** A customer's code; its promotion is made the first time: the market's credit off somebody's first order. */
export async function referralCode(database: Database, secret: string, customerId: number, market: Market): Promise<string> {
  const code = codeOf(secret, customerId, market);
  if (await exists(database, code, customerId)) return code;
  await database.transaction(async (transaction) => {
    await transaction.execute({ text: 'select pg_advisory_xact_lock(hashtext($1))', values: [code] });
    if (await exists(transaction, code, customerId)) return;
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
        actions: [{ kind: 'amount', amount: REFERRAL_CREDIT[market] }],
      }),
    ]);
  });
  return code;
}
