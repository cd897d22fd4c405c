/** What staff enter about gift cards. The contract and the forms share it. */
import { z } from 'zod';
import { isPersonName } from '#domains/customers/identity/model/person-name.ts';
import { MAX_CHANGE_CENTS, MAX_REASON_LENGTH } from '#domains/selling/store-credit/model/change-limits.ts';
import { isEmail } from '#lib/email.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { parseAmount } from '#lib/parse-amount.ts';
import { giftCardFormErrors as errors } from '../messages/office-errors.ts';

const personName = storableText(60).refine(isPersonName, errors.name).default('');
const giftEmail = z.string({ error: errors.email }).trim().max(254, errors.email);

/** Why staff change something. Customers never see it. */
export const reasonText = z.string({ error: errors.reason }).trim().min(1, errors.reason).pipe(storableText(MAX_REASON_LENGTH));

export const reasonForm = z.object({ reason: reasonText });

/** Cents of one card. */
export const cardCents = z.number().int().min(1).max(MAX_CHANGE_CENTS);

/** An ISO day in the market. Empty is at once. */
const sendOn = z.union([z.literal(''), z.iso.date()]).default('');

export const recipientFields = z.object({
  recipientName: personName,
  recipientEmail: giftEmail.refine(isEmail, errors.email),
  sendOn,
});

/** Details of a new card. Without an email address, staff read the code out or print it. */
export const newCardFields = z.object({
  recipientName: personName,
  recipientEmail: giftEmail.refine((email) => email === '' || isEmail(email), errors.email).default(''),
  senderName: personName,
  message: storableText(500).default(''),
  sendOn,
  reason: reasonText,
});

const amountText = z.string({ error: errors.amount }).transform((text, context) => {
  const cents = parseAmount(text);
  if (cents !== null && cents > 0 && cents <= MAX_CHANGE_CENTS) return cents;
  context.addIssue(errors.amount);
  return z.NEVER;
});

/** The form of a new card. @param needsEmail true for people who may not see codes */
export const issueForm = (needsEmail: boolean) =>
  newCardFields.extend({
    amount: amountText,
    recipientEmail: newCardFields.shape.recipientEmail.refine((email) => !needsEmail || email !== '', errors.emailOrCode),
  });
