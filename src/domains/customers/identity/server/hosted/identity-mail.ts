/** Writes emails about accounts. Creates tokens and codes, so that only the email contains them and the job does not. */

import { z } from 'zod';
import {
  alreadyJoinedEmail,
  codeEmail,
  emailChangedEmail,
  joinEmail,
  passwordChangedEmail,
  resetEmail,
  verifyEmail,
} from '#domains/customers/identity/messages/emails.ts';
import type { MailTexts, MailTextsOf } from '#domains/settings/model/mail-texts.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { maskEmail } from '#lib/email.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { createCode } from '../change-email.ts';
import { customerByEmail } from '../customer.repository.ts';
import { armLink, type OneTimeLink, renewJoin } from './one-time-link.repository.ts';

/** Payload of a `send-identity-email` job. */
export const identityMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), linkId: z.string() }),
  z.object({ kind: z.literal('code'), customerId: z.int(), market: z.enum(MARKETS).default(MARKETS[0]) }),
  z.object({ kind: z.literal('password_changed'), to: z.string(), market: z.enum(MARKETS).default(MARKETS[0]) }),
]);
export type IdentityMail = z.output<typeof identityMail>;

/** What emails about accounts need of the shop. */
export interface IdentityMailSource {
  readonly textsOf: MailTextsOf;
  /** Returns the market of the site with an origin. */
  readonly marketOf: (origin: string) => Market;
  readonly supportPhone: (market: Market) => string;
}

export const IDENTITY_MAIL = 'send-identity-email';

export interface AddressedEmail {
  readonly to: string;
  readonly email: EmailContent;
}

const addressOf = (origin: string, path: string, token: string): string => `${origin}${path}?token=${token}`;

/** Email of a resent join, whose link is valid for another hour. */
async function joinAgain(database: Database, source: IdentityMailSource, { email, data }: OneTimeLink): Promise<AddressedEmail | null> {
  const renewed = await renewJoin(database, email, typeof data.joinBrowser === 'string' ? data.joinBrowser : null);
  return renewed === null ? null : emailOfLink(database, source, renewed);
}

/** Email to the old address after a change of email. */
const undoEmail = (texts: MailTexts, { email, data, origin }: OneTimeLink, token: string): AddressedEmail => ({
  to: email,
  email: emailChangedEmail(texts, maskEmail(String(data.newEmail ?? '')), addressOf(origin, '/auth/undo-email-change', token)),
});

/** Writes the email of a link. Uses the spelling of the address in the account. */
async function emailOfLink(database: Database, source: IdentityMailSource, linkId: string): Promise<AddressedEmail | null> {
  const armed = await armLink(database, linkId);
  if (!armed) return null;
  const { link, token } = armed;
  const texts = source.textsOf(source.marketOf(link.origin));
  if (link.purpose === 'undo-email') return undoEmail(texts, link, token);
  const customer = await customerByEmail(database, link.email);
  const to = customer?.email ?? link.email;
  const login = `${link.origin}/auth/login?email=${encodeURIComponent(to)}`;
  const verify = addressOf(link.origin, '/auth/verify-email', token);
  const reset = addressOf(link.origin, '/auth/login/reset-password', token);
  switch (link.purpose) {
    case 'join':
      return { to, email: customer ? alreadyJoinedEmail(texts, login) : joinEmail(texts, String(link.data.givenName ?? ''), verify) };
    case 'verify':
      if (!customer) return joinAgain(database, source, link);
      return customer.emailVerified ? null : { to, email: verifyEmail(texts, verify) };
    case 'reset':
      return customer && { to, email: resetEmail(texts, reset) };
  }
}

/** Queues an email about an account in the transaction that causes it. */
export type QueueIdentityMail = (transaction: Transaction, mail: IdentityMail) => Promise<void>;

/** Returns the email of a job and its recipient; null if there is nothing to send. */
export async function identityEmail(database: Database, mail: IdentityMail, source: IdentityMailSource): Promise<AddressedEmail | null> {
  switch (mail.kind) {
    case 'link':
      return emailOfLink(database, source, mail.linkId);
    case 'code': {
      const armed = await createCode(database, mail.customerId);
      return armed && { to: armed.email, email: codeEmail(source.textsOf(mail.market), armed.code) };
    }
    case 'password_changed':
      return { to: mail.to, email: passwordChangedEmail(source.textsOf(mail.market), source.supportPhone(mail.market)) };
  }
}
