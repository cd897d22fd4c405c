/** Jobs of the loyalty programme: tiers after orders and refunds, coupons for birthdays and anniversaries, and their emails. */
import { queueMarketingMail } from '#domains/customers/consent/server/marketing-mail.ts';
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { contactReader } from '#domains/outbound/crm/server/hubspot.ts';
import type { MailTextsOf } from '#domains/settings/model/mail-texts.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';
import { mayMarket } from '#lib/server/public-shop.ts';
import { MARKETS } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { couponEmail, tierEmail } from '../model/emails.ts';
import { formatDiscount, tierName } from '../model/programme-values.ts';
import { type CouponIssuedHandler, issueCoupons } from './issue-coupons.ts';
import { membersToRecalculate, membersWithLess } from './loyalty.repository.ts';
import { readProgramme, readProgrammes } from './loyalty-record.repository.ts';
import { recalculateTier, type TierReachedHandler } from './recalculate-tier.ts';

/** Jobs of this name have a rendered email and its recipient. */
export const LOYALTY_MAIL = 'send-loyalty-email';

/** Queues the email about a reached tier. */
export const tierReached =
  (config: Config, textsOf: MailTextsOf, jobs: Pick<Jobs, 'queue'>): TierReachedHandler =>
  async (transaction, { customerId, market }, tier) => {
    const customer = await customerById(transaction, customerId);
    if (!customer) return;
    const url = `${marketOrigin(config, market)}/account/very-important-mofo`;
    const name = tierName(await readProgramme(transaction, market), tier);
    await jobs.queue(transaction, LOYALTY_MAIL, { to: customer.email, letter: tierEmail(textsOf(market), customer.givenName, name, url) });
  };

const couponIssued =
  (config: Config, textsOf: MailTextsOf, jobs: Pick<Jobs, 'queue'>): CouponIssuedHandler =>
  (transaction, { customerId, givenName, market, occasion, code, amount, discountKind, endsAt }) =>
    queueMarketingMail(jobs, transaction, {
      customerId,
      market,
      letter: couponEmail(textsOf(market), {
        givenName,
        occasion,
        code,
        amount: formatDiscount(amount, discountKind, market),
        until: formatDate(market, new Date(endsAt)),
        shopUrl: marketOrigin(config, market),
      }),
    });

export interface LoyaltyDeps {
  readonly config: Config;
  readonly database: Database;
  readonly textsOf: MailTextsOf;
}

/** Recalculates members with orders or refunds of the last hours. */
export async function recalculateRecentMembers({ config, database, textsOf }: LoyaltyDeps, jobs: Jobs, hours: number): Promise<void> {
  for (const member of await membersToRecalculate(database, hours))
    await recalculateTier(database, member, tierReached(config, textsOf, jobs));
}

/** Recalculates members whose spending left the window, and issues birthday and anniversary coupons. */
export async function runLoyaltyMaintenance({ config, database, textsOf }: LoyaltyDeps, jobs: Jobs): Promise<void> {
  for (const market of MARKETS) {
    // Tiers that were reached while spending counted for another time end after that time.
    for (const windowMonths of (await readProgrammes(database, market)).windows)
      for (const member of await membersWithLess(database, market, windowMonths))
        await recalculateTier(database, member, tierReached(config, textsOf, jobs));
  }
  const coupons = { database, onIssued: couponIssued(config, textsOf, jobs), readContact: contactReader(config) };
  for (const market of MARKETS) if (mayMarket(config, market)) await issueCoupons(coupons, market);
}
