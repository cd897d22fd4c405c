/** Writes emails about accounts. Creates tokens and codes, so that only the email contains them and the job does not. */

import { z } from 'zod';
import {
  alreadyJoinedLetter,
  codeLetter,
  emailChangedLetter,
  joinLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from '#domains/customers/identity/model/emails.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { maskEmail } from '#lib/email.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { createCode } from '../change-email.ts';
import { customerByEmail } from '../customer.repository.ts';
import { armLink, type OneTimeLink, renewJoin } from './one-time-link.repository.ts';

/** Payload of an `identity-mail` job. */
export const identityMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), linkId: z.string() }),
  z.object({ kind: z.literal('code'), customerId: z.int() }),
  z.object({ kind: z.literal('password_changed'), to: z.string(), market: z.enum(MARKETS).default(MARKETS[0]) }),
]);
export type IdentityMail = z.output<typeof identityMail>;

export const IDENTITY_MAIL = 'send-identity-email';

export interface AddressedLetter {
  readonly to: string;
  readonly letter: EmailContent;
}

const addressOf = (origin: string, path: string, token: string): string => `${origin}${path}?token=${token}`;

/** Email of a resent join, whose link is valid for another hour. */
async function joinAgain(database: Database, { email, data }: OneTimeLink): Promise<AddressedLetter | null> {
  const renewed = await renewJoin(database, email, typeof data.joinBrowser === 'string' ? data.joinBrowser : null);
  return renewed === null ? null : letterOfLink(database, renewed);
}

/** Email to the old address after a change of email. */
const undoLetter = ({ email, data, origin }: OneTimeLink, token: string): AddressedLetter => ({
  to: email,
  letter: emailChangedLetter(maskEmail(String(data.newEmail ?? '')), addressOf(origin, '/auth/undo-email-change', token)),
});

/** Writes the email of a link. Uses the spelling of the address in the account. */
async function letterOfLink(database: Database, linkId: string): Promise<AddressedLetter | null> {
  const armed = await armLink(database, linkId);
  if (!armed) return null;
  const { link, token } = armed;
  if (link.purpose === 'undo-email') return undoLetter(link, token);
  const customer = await customerByEmail(database, link.email);
  const to = customer?.email ?? link.email;
  const login = `${link.origin}/auth/login?email=${encodeURIComponent(to)}`;
  const verify = addressOf(link.origin, '/auth/verify-email', token);
  const reset = addressOf(link.origin, '/auth/login/reset-password', token);
  switch (link.purpose) {
    case 'join':
      return { to, letter: customer ? alreadyJoinedLetter(login) : joinLetter(String(link.data.givenName ?? ''), verify) };
    case 'verify':
      if (!customer) return joinAgain(database, link);
      return customer.emailVerified ? null : { to, letter: verifyLetter(verify) };
    case 'reset':
      return customer && { to, letter: resetLetter(reset) };
  }
}

/** Queues an email about an account in the transaction that causes it. */
export type QueueIdentityMail = (transaction: Transaction, mail: IdentityMail) => Promise<void>;

/** Returns the email of a job and its recipient; null if there is nothing to send. */
export async function identityLetter(
  database: Database,
  mail: IdentityMail,
  supportPhone: (market: Market) => string,
): Promise<AddressedLetter | null> {
  switch (mail.kind) {
    case 'link':
      return letterOfLink(database, mail.linkId);
    case 'code': {
      const armed = await createCode(database, mail.customerId);
      return armed && { to: armed.email, letter: codeLetter(armed.code) };
    }
    case 'password_changed':
      return { to: mail.to, letter: passwordChangedLetter(supportPhone(mail.market)) };
  }
}
