/** Issues birthday and anniversary coupons: one a customer, occasion and year, on the day as the market's calendar has it. */
import { randomBytes } from 'node:crypto';
import { DEFAULT_TIER, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { ReadContact } from '#domains/outbound/crm/model/contact.ts';
import { readEligibility } from '#domains/outbound/crm/server/eligibility.ts';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { generatePromotionId, writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { dayBefore, todayIn } from '#markets/market-day.ts';
import { heldToday, isAnniversary, occasionName } from '../model/occasions.ts';
import type { DiscountKind, LoyaltyConfig, Occasion } from '../model/programme.ts';
import { couponValuesOf } from '../model/programme-values.ts';
import { programmeOf } from './programmes.ts';

/** Days that are made up for where the shop was not running. */
const DAYS_BACK = 6;
const DAY_MS = 86_400_000;

/** A coupon that was issued, for its mail. */
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

interface CouponRecipient {
  readonly id: number;
  readonly email: string;
  readonly given_name: string;
  readonly tier: Tier | null;
  readonly contact_id: string | null;
  readonly loyalty_excluded: boolean;
  /** ISO day of birth or joining. */
  readonly day: string;
}

const DAY_OF: Readonly<Record<Occasion, string>> = {
  birthday: "c.user_metadata->>'birthday'",
  anniversary: "to_char(c.created_at at time zone 'Australia/Sydney', 'YYYY-MM-DD')",
};

/**
 * Customers of a market who consent to marketing by email, whose day of the year is one of these and who have had no coupon of that year.
 *
 * Without a market they count as Australian.
 */
const celebrants = (
  database: Database,
  market: Market,
  occasion: Occasion,
  days: readonly string[],
  year: number,
): Promise<CouponRecipient[]> =>
  database.queryMany({
    text: `select c.id, c.email, c.given_name, m.tier, m.contact_id, coalesce(m.loyalty_excluded, false) as loyalty_excluded, ${DAY_OF[occasion]} as day from customers c
      left join customer_markets m on m.customer_id = c.id and m.market = $1
      where substr(${DAY_OF[occasion]}, 6) = any($2) and c.user_metadata->>'marketing_email' = 'true'
      and (m.market is not null or $1 = 'AU' and not exists (select 1 from customer_markets o where o.customer_id = c.id))
      and not exists (select 1 from loyalty_coupons l where l.customer_id = c.id and l.market = $1 and l.occasion = $3 and l.year = $4)
      order by c.id`,
    values: [market, days, occasion, year],
  });

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
  const claimed = await transaction.execute({
    text: `insert into loyalty_coupons (customer_id, market, occasion, year, promotion_id) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [to.id, market, occasion, Number(today.slice(0, 4)), id],
  });
  if (claimed === 0) return null;
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
  /** Says who takes part in the programme; where it cannot be asked, the coupon waits for a later round. */
  readonly readContact: ReadContact;
}

/** Issues what is due in a market. @returns how many */
export async function issueCoupons(
  { database, onIssued, readContact }: CouponParts,
  market: Market,
  now: Date = new Date(),
): Promise<number> {
  const config = await programmeOf(database, market);
  let issued = 0;
  let today = todayIn(market, now);
  for (let back = 0; back <= DAYS_BACK; back += 1) {
    for (const occasion of ['birthday', 'anniversary'] as const) {
      for (const customer of await celebrants(database, market, occasion, heldToday(today), Number(today.slice(0, 4)))) {
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
