/** Writes the mails about accounts. Tokens and codes are made here, so that they stand in the mail alone, never in a job. */
import type { Database, Transaction } from '../../platform/server/database/pool.ts';
import type { Letter } from '../../ui/letter.ts';
import {
  alreadyJoinedLetter,
  codeLetter,
  emailChangedLetter,
  joinLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from '../letters.ts';
import { armCode } from './change-email.ts';
import { emailHasAccount } from './customers.ts';
import { armLink, type OneTimeLink } from './one-time-links.ts';

/** What a job of the name `identity-mail` carries. */
export type IdentityMail =
  | { readonly kind: 'link'; readonly linkId: string }
  | { readonly kind: 'code'; readonly customerId: number }
  | { readonly kind: 'password_changed'; readonly to: string }
  | { readonly kind: 'email_changed'; readonly to: string; readonly maskedEmail: string };

export const IDENTITY_MAIL = 'identity-mail';

export interface AddressedLetter {
  readonly to: string;
  readonly letter: Letter;
}

const addressOf = (origin: string, path: string, token: string): string => `${origin}${path}?token=${token}`;

async function linkLetter(database: Database, link: OneTimeLink, token: string): Promise<Letter | null> {
  const hasAccount = await emailHasAccount(database, link.email);
  switch (link.purpose) {
    case 'join':
      return hasAccount
        ? alreadyJoinedLetter(`${link.origin}/auth/login?email=${encodeURIComponent(link.email)}`)
        : joinLetter(String(link.data.givenName ?? ''), addressOf(link.origin, '/auth/verify-email', token));
    case 'verify':
      return hasAccount ? verifyLetter(addressOf(link.origin, '/auth/verify-email', token)) : null;
    case 'reset':
      return hasAccount ? resetLetter(addressOf(link.origin, '/auth/login/reset-password', token)) : null;
  }
}

/** Queue a mail about an account, in the transaction of what it tells of. */
export type QueueIdentityMail = (transaction: Transaction, mail: IdentityMail) => Promise<void>;

/** The letter of a job and whom it goes to; null where there is nothing to send. */
export async function identityLetter(database: Database, mail: IdentityMail): Promise<AddressedLetter | null> {
  switch (mail.kind) {
    case 'link': {
      const armed = await armLink(database, mail.linkId);
      const letter = armed && (await linkLetter(database, armed.link, armed.token));
      return armed && letter && { to: armed.link.email, letter };
    }
    case 'code': {
      const armed = await armCode(database, mail.customerId);
      return armed && { to: armed.email, letter: codeLetter(armed.code) };
    }
    case 'password_changed':
      return { to: mail.to, letter: passwordChangedLetter() };
    case 'email_changed':
      return { to: mail.to, letter: emailChangedLetter(mail.maskedEmail) };
  }
}
