/** Writes the email of a claim to a supplier when it is sent. */
import { z } from 'zod';
import type { Queryable } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { MailAttachment } from '#lib/mail/mailer.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { supplierClaimMessages as m } from '../messages/supplier.ts';
import { supplierFileName, supplierParagraphs } from '../model/supplier-claim.ts';
import { findSupplierClaim } from './supplier-claim.repository.ts';

/** The job that sends claims to suppliers. */
export const SUPPLIER_MAIL = 'send-supplier-claim';
export const supplierMail = z.object({ id: z.uuid() });

/** @returns null if the claim is gone */
export async function supplierEmail(
  db: Queryable,
  shopNameOf: (market: Market) => string,
  id: string,
): Promise<{ readonly to: string; readonly email: EmailContent; readonly attachments: readonly MailAttachment[] } | null> {
  const claim = await findSupplierClaim(db, id);
  if (!claim) return null;
  const { market, producer, email: to, csv, at } = claim;
  const shopName = shopNameOf(market);
  const email: EmailContent = {
    ...{ shopName, subject: m.subject(producer), action: null, code: null, closing: m.closing },
    paragraphs: supplierParagraphs(shopName, producer),
  };
  return {
    to,
    email,
    attachments: [{ filename: supplierFileName(producer, todayIn(market, at)), content: csv, contentType: 'text/csv; charset=utf-8' }],
  };
}
