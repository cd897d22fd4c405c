/** Marketing email: sent only to customers who consent at the moment of sending, with identity, address and one-click unsubscribe. */
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { EmailContent, MarketingFooter } from '#lib/email-content.ts';
import type { Mail } from '#lib/mail/mailer.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { marketOrigin, senderLines } from '#lib/server/market-settings.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { Market } from '#markets/market.ts';
import { MARKETING_REASON } from '../messages.ts';
import { emailRecipient } from './consent.repository.ts';
import { UNSUBSCRIBE_PATH } from './serve-unsubscribe.ts';
import { UNSUBSCRIBE_LINKS, unsubscribeToken } from './unsubscribe-token.ts';

/** Jobs of this name have a rendered email and a customer id. The address is read when the email is sent. */
export const MARKETING_MAIL = 'send-marketing-email';

export interface MarketingMail {
  readonly customerId: number;
  readonly market: Market;
  readonly letter: EmailContent;
}

export const queueMarketingMail = (jobs: Pick<Jobs, 'queue'>, transaction: Transaction, mail: MarketingMail): Promise<void> =>
  jobs.queue(transaction, MARKETING_MAIL, { ...mail });

/** A marketing email before it is rendered. */
export interface AddressedMarketingEmail extends Pick<Mail, 'to' | 'headers'> {
  readonly email: EmailContent & { readonly marketing: MarketingFooter };
}

/** Returns the email of a job; null if the customer is deleted or no longer consents. */
export async function marketingEmail(
  database: Database,
  config: Config,
  { customerId, market, letter }: MarketingMail,
): Promise<AddressedMarketingEmail | null> {
  const recipient = await emailRecipient(database, customerId);
  if (!recipient) return null;
  const token = unsubscribeToken(await sharedSecret(database, UNSUBSCRIBE_LINKS), { customerId, channel: 'email' });
  const unsubscribeUrl = `${marketOrigin(config, market)}${UNSUBSCRIBE_PATH}?token=${token}`;
  return {
    to: recipient.email,
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    email: { ...letter, marketing: { reason: MARKETING_REASON, unsubscribeUrl, sender: senderLines(config, market) } },
  };
}
