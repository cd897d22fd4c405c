/** Writes the email with a payment link when it is sent. */
import { z } from 'zod';
import type { MailTextsOf } from '#domains/settings/model/mail-texts.ts';
import type { Database } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { paymentLinkEmail } from '../model/payment-link-email.ts';
import { linkToSend } from './draft-order.repository.ts';
import { draftLinkUrl } from './pay-draft.ts';

/** The job that sends payment links. */
export const DRAFT_LINK_MAIL = 'send-payment-link';
/** Name of the secret that tokens of payment links derive from. */
export const DRAFT_SECRET = 'draft-orders';

export const draftLinkMail = z.object({ draftId: z.uuid(), link: z.int() });

export interface DraftMailSource {
  readonly database: Database;
  readonly secret: string;
  readonly originOf: (market: Market) => string;
  readonly textsOf: MailTextsOf;
}

/** @returns null if the link was taken back, replaced or used since */
export async function draftLinkEmail(
  { database, secret, originOf, textsOf }: DraftMailSource,
  { draftId, link }: z.output<typeof draftLinkMail>,
): Promise<{ readonly to: string; readonly email: EmailContent } | null> {
  const draft = await linkToSend(database, draftId);
  if (!draft || draft.links !== link) return null;
  const { market, email, firstName, linkExpiresAt } = draft;
  const url = draftLinkUrl(originOf(market), secret, draftId, link);
  return { to: email, email: paymentLinkEmail({ market, firstName, url, expiresAt: linkExpiresAt }, textsOf(market)) };
}
