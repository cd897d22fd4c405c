/** Marketing email: sent only to customers who consent at the moment of sending, with identity, address and one-click unsubscribe. */
import { emailRecipient } from '#domains/customers/consent/server/consent.repository.ts';
import { UNSUBSCRIBE_PATH } from '#domains/customers/consent/server/serve-unsubscribe.ts';
import { UNSUBSCRIBE_LINKS, unsubscribeToken } from '#domains/customers/consent/server/unsubscribe-token.ts';
import { originOf, sellerOf } from '#domains/selling/orders/server/order-emails.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { EmailContent, MarketingFooter } from '#lib/email-content.ts';
import type { Mail } from '#lib/mail/mailer.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { RenderEmail } from '#routes/email-templates.ts';

/** Jobs of this name have a rendered email and a customer id. The address is read when the email is sent. */
export const MARKETING_MAIL = 'send-marketing-email';

export interface MarketingMail {
  readonly customerId: number;
  readonly market: Market;
  readonly letter: EmailContent;
}

export const queueMarketingMail = (jobs: Pick<Jobs, 'queue'>, transaction: Transaction, mail: MarketingMail): Promise<void> =>
  jobs.queue(transaction, MARKETING_MAIL, { ...mail });

/** Returns the lines that identify the sender in a market. */
function senderOf(config: Config, market: Market): string[] {
  const { name, taxId } = sellerOf(config, market);
  const phone = config[`SUPPORT_PHONE_${market}`];
  return [
    taxId === '' ? name : `${name}, ${marketFacts(market).sellerIdName} ${taxId}`,
    config[`POSTAL_ADDRESS_${market}`],
    ...(phone === '' ? [] : [`Phone ${phone}`]),
  ];
}

/** Returns the email of a job; null if the customer is deleted or no longer consents. */
export async function marketingMail(
  database: Database,
  config: Config,
  renderMail: RenderEmail,
  { customerId, market, letter }: MarketingMail,
): Promise<Mail | null> {
  const recipient = await emailRecipient(database, customerId);
  if (!recipient) return null;
  const token = unsubscribeToken(await sharedSecret(database, UNSUBSCRIBE_LINKS), { customerId, channel: 'email' });
  const unsubscribeUrl = `${originOf(config, market)}${UNSUBSCRIBE_PATH}?token=${token}`;
  const marketing: MarketingFooter = {
    reason: 'You’re getting this email because you asked us for news and offers by email.',
    unsubscribeUrl,
    sender: senderOf(config, market),
  };
  return {
    kind: 'marketing',
    to: recipient.email,
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    ...renderMail('letter', { ...letter, marketing }),
  };
}
