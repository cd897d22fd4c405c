/** Writes the mails about accounts. Tokens and codes are made here, so that they stand in the mail alone, never in a job. */

import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { maskEmail } from '#lib/email.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import {
  alreadyJoinedLetter,
  codeLetter,
  emailChangedLetter,
  joinLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from '../model/emails.ts';
import { createCode } from './change-email.ts';
import { customerByEmail } from './customer.repository.ts';
import { armLink, type OneTimeLink, renewJoin } from './one-time-link.repository.ts';

/** What a job of the name `identity-mail` carries. */
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

/** A join that was never confirmed gets its mail once more, with another hour. */
async function joinAgain(database: Database, { email, data }: OneTimeLink): Promise<AddressedLetter | null> {
  const renewed = await renewJoin(database, email, typeof data.joinBrowser === 'string' ? data.joinBrowser : null);
  return renewed === null ? null : letterOfLink(database, renewed);
}

/** To the old address: the account has another one now. */
const undoLetter = ({ email, data, origin }: OneTimeLink, token: string): AddressedLetter => ({
  to: email,
  letter: emailChangedLetter(maskEmail(String(data.newEmail ?? '')), addressOf(origin, '/auth/undo-email-change', token)),
});

/** Whose account it is has the mail at the address of the account, however the address was typed. */
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

/** Queue a mail about an account, in the transaction of what it tells of. */
export type QueueIdentityMail = (transaction: Transaction, mail: IdentityMail) => Promise<void>;

/** The letter of a job and whom it goes to; null where there is nothing to send. */
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
