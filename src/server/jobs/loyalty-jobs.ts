/** Wires loyalty and referrals: jobs, scheduled tasks and their emails. */

import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { couponLetter, tierLetter } from '#domains/customers/loyalty/model/emails.ts';
import { discountWords } from '#domains/customers/loyalty/model/programme-values.ts';
import { type CouponIssuedHandler, issueCoupons } from '#domains/customers/loyalty/server/issue-coupons.ts';
import { membersToRecalculate, membersWithLess } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { readProgramme } from '#domains/customers/loyalty/server/loyalty-record.repository.ts';
import { recalculateTier, type TierReachedHandler } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { creditLetter } from '#domains/customers/referrals/model/emails.ts';
import { processReferrals, type ReferralCreditedHandler } from '#domains/customers/referrals/server/process-referrals.ts';
import { contactReader } from '#domains/outbound/crm/server/hubspot.ts';
import { originOf } from '#domains/selling/orders/server/order-emails.ts';
import type { Database } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { mayMarket } from '#lib/server/public-shop.ts';
import { MARKETS, type Market, marketFacts } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { queueMarketingMail } from './marketing-mail.ts';

/** Jobs of this name have a rendered email and its recipient. */
export const LOYALTY_MAIL = 'send-loyalty-email';

/** Name of the secret that signs the codes of tier pages. */
export const LOYALTY_CODES = 'loyalty codes';

/** Name of the secret that makes referral codes. */
export const REFERRAL_CODES = 'referral codes';

const AN_HOUR = 1;
const EVER = 24 * 365 * 100;

const queueLetter = (
  jobs: Pick<Jobs, 'queue'>,
  transaction: Parameters<CouponIssuedHandler>[0],
  to: string,
  letter: EmailContent,
): Promise<void> => jobs.queue(transaction, LOYALTY_MAIL, { to, letter });

/** Queues the email about a reached tier. */
export const tierReached =
  (config: Config, jobs: Pick<Jobs, 'queue'>): TierReachedHandler =>
  async (transaction, { customerId, market }, tier) => {
    const customer = await customerById(transaction, customerId);
    const url = `${originOf(config, market)}/account/very-important-mofo`;
    if (customer) await queueLetter(jobs, transaction, customer.email, tierLetter(customer.givenName, tier, url));
  };

const couponIssued =
  (config: Config, jobs: Pick<Jobs, 'queue'>): CouponIssuedHandler =>
  (transaction, { customerId, givenName, market, occasion, code, amount, discountKind, endsAt }) =>
    queueMarketingMail(jobs, transaction, {
      customerId,
      market,
      letter: couponLetter({
        givenName,
        occasion,
        code,
        amount: discountWords(amount, discountKind, market),
        until: formatDate(market, new Date(endsAt)),
        shopUrl: originOf(config, market),
      }),
    });

/** Queues the email about a referrer's credit. */
export const friendOrdered =
  (config: Config, jobs: Pick<Jobs, 'queue'>): ReferralCreditedHandler =>
  async (transaction, { referrerId, market, amount }) => {
    const customer = await customerById(transaction, referrerId);
    const { locale, currency } = marketFacts(market);
    const words = formatMoney(Math.round(amount * 100), locale, currency);
    const url = `${originOf(config, market)}/account/referral`;
    if (customer) await queueLetter(jobs, transaction, customer.email, creditLetter(customer.givenName, words, url));
  };

export interface LoyaltyDeps {
  readonly config: Config;
  readonly database: Database;
}

/** Recalculates members with orders or refunds of the last hour, and processes their referrals. */
export async function recalculateRecentMembers({ config, database }: LoyaltyDeps, jobs: Jobs, hours: number = AN_HOUR): Promise<void> {
  for (const member of await membersToRecalculate(database, hours)) await recalculateTier(database, member, tierReached(config, jobs));
  await processReferrals(database, hours, friendOrdered(config, jobs));
}

/** Scheduled tasks: missed orders, spending that left the window, birthday and anniversary coupons. */
export async function runLoyaltyMaintenance(parts: LoyaltyDeps, jobs: Jobs): Promise<void> {
  const { config, database } = parts;
  await recalculateRecentMembers(parts, jobs, EVER);
  for (const market of MARKETS) await settleMarket(parts, jobs, market);
  const coupons = { database, onIssued: couponIssued(config, jobs), readContact: contactReader(config) };
  for (const market of MARKETS) if (mayMarket(config, market)) await issueCoupons(coupons, market);
}

async function settleMarket({ config, database }: LoyaltyDeps, jobs: Jobs, market: Market): Promise<void> {
  const { windowMonths } = await readProgramme(database, market);
  for (const member of await membersWithLess(database, market, windowMonths))
    await recalculateTier(database, member, tierReached(config, jobs));
}
