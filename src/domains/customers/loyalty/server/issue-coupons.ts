/** Issues birthday and anniversary coupons [LOY-22]: one per customer, occasion and year, on the day in the market's time zone. */
import { randomBytes } from 'node:crypto';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import type { ReadContact } from '#domains/outbound/crm/model/contact.ts';
import { readEligibility } from '#domains/outbound/crm/server/eligibility.repository.ts';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { generatePromotionId, writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { dayBefore, todayIn } from '#markets/market-day.ts';
import { daysObservedOn, isAnniversary, occasionName } from '../model/occasions.ts';
import type { DiscountKind, LoyaltyConfig, Occasion } from '../model/programme.ts';
import { couponValuesOf } from '../model/programme-values.ts';
import { type CouponRecipient, claimCoupon, findCouponRecipients } from './loyalty.repository.ts';
import { readProgramme } from './loyalty-record.repository.ts';

/** Days to catch up if the shop was not running. */
const DAYS_BACK = 6;
const DAY_MS = 86_400_000;

/** An issued coupon, for its email. */
export interface IssuedCoupon {
  readonly customerId: number;
  readonly email: string;
  readonly givenName: string;
  readonly market: Market;
  readonly occasion: Occasion;
  readonly code: string;
  readonly amount: number;
  readonly discountKind: DiscountKind;
  readonly endsAt: string;
}

export type CouponIssuedHandler = (transaction: Transaction, coupon: IssuedCoupon) => Promise<void>;

const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeOf = (occasion: Occasion): string =>
  `${occasion === 'birthday' ? 'BIRTHDAY' : 'THANKS'}-${[...randomBytes(8)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')}`;

async function issue(
  transaction: Transaction,
  to: CouponRecipient,
  {
    market,
    occasion,
    amount,
    discountKind,
    today,
    config,
  }: { market: Market; occasion: Occasion; amount: number; discountKind: DiscountKind; today: string; config: LoyaltyConfig },
): Promise<IssuedCoupon | null> {
  const id = await generatePromotionId(transaction);
  const year = Number(today.slice(0, 4));
  if (!(await claimCoupon(transaction, { customerId: to.id, market }, occasion, year, id))) return null;
  const endsAt = new Date(Date.now() + config.couponDays * DAY_MS).toISOString();
  const code = codeOf(occasion);
  const record = promotionRecord.parse({
    record: 'promotion',
    id,
    name: occasionName(occasion, to.id, today),
    code,
    couponType: discountKind === 'percentage' ? 'percentage_discount' : 'per_total_discount',
    markets: [market],
    endsAt,
    customerIds: [to.id],
    usesPerCustomer: 1,
    actions: [discountKind === 'percentage' ? { kind: 'percentage', percent: amount } : { kind: 'amount', amount }],
  });
  await writePromotions(transaction, [record]);
  return { customerId: to.id, email: to.email, givenName: to.given_name, market, occasion, code, amount, discountKind, endsAt };
}

export interface CouponParts {
  readonly database: Database;
  readonly onIssued: CouponIssuedHandler;
  /** Reads who takes part in the programme. If the CRM is unavailable, a later run issues the coupon. */
  readonly readContact: ReadContact;
}

/** Issues the coupons that are due in a market. @returns how many */
export async function issueCoupons(
  { database, onIssued, readContact }: CouponParts,
  market: Market,
  now: Date = new Date(),
): Promise<number> {
  const config = await readProgramme(database, market);
  let issued = 0;
  let today = todayIn(market, now);
  for (let back = 0; back <= DAYS_BACK; back += 1) {
    for (const occasion of ['birthday', 'anniversary'] as const) {
      for (const customer of await findCouponRecipients(database, market, occasion, daysObservedOn(today), Number(today.slice(0, 4)))) {
        const tier = customer.tier ?? DEFAULT_TIER;
        const amount = couponValuesOf(config, tier)[occasion];
        const discountKind = config.tiers.find((each) => each.tier === tier)?.discountKind ?? 'dollar_value';
        if (amount <= 0 || !isAnniversary(customer.day, today)) continue;
        const contact = { contactId: customer.contact_id, email: customer.email, loyaltyExcluded: customer.loyalty_excluded };
        if ((await readEligibility(readContact, market, contact)) !== true) continue;
        const day = today;
        const coupon = await database.transaction(async (transaction) => {
          const made = await issue(transaction, customer, { market, occasion, amount, discountKind, today: day, config });
          if (made) await onIssued(transaction, made);
          return made;
        });
        if (coupon) issued += 1;
      }
    }
    today = dayBefore(today);
  }
  return issued;
}
