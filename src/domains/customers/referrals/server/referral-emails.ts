/** The email about a referrer's credit. */
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { LOYALTY_MAIL } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import type { MailTextsOf } from '#domains/settings/model/mail-texts.ts';
import { formatMoney } from '#lib/money.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';
import { getMarketConfig } from '#markets/market.ts';
import { creditEmail } from '../model/emails.ts';
import type { ReferralCreditedHandler } from './process-referrals.ts';

/** Queues the email about a referrer's credit. */
export const queueCreditEmail =
  (config: Config, textsOf: MailTextsOf, jobs: Pick<Jobs, 'queue'>): ReferralCreditedHandler =>
  async (transaction, { referrerId, market, amount }) => {
    const customer = await customerById(transaction, referrerId);
    if (!customer) return;
    const { locale, currency } = getMarketConfig(market);
    const credit = formatMoney(Math.round(amount * 100), locale, currency);
    const url = `${marketOrigin(config, market)}/account/referral`;
    await jobs.queue(transaction, LOYALTY_MAIL, {
      to: customer.email,
      letter: creditEmail(textsOf(market), customer.givenName, credit, url),
    });
  };
