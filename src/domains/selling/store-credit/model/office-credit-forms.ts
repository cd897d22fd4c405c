/** What staff enter about store credit. The contract and the forms share it. */
import { z } from 'zod';
import { isEmail } from '#lib/email.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { parseAmount } from '#lib/parse-amount.ts';
import { creditFormErrors as errors } from '../messages/office-errors.ts';
import { MAX_CHANGE_CENTS, MAX_REASON_LENGTH } from './change-limits.ts';
import { MAX_GRANT_CUSTOMERS, splitAddresses } from './credit-list.ts';

/** Cents for one customer. */
export const creditCents = z.number().int().min(1).max(MAX_CHANGE_CENTS);

/** Shown to the customer beside the amount. */
export const creditNote = storableText(MAX_REASON_LENGTH).default('');

/** Why staff change something. Customers never see it. */
export const creditReason = z.string({ error: errors.reason }).trim().min(1, errors.reason).pipe(storableText(MAX_REASON_LENGTH));

export const customerEmails = z.array(z.string().trim().max(254)).min(1).max(MAX_GRANT_CUSTOMERS);

const amountText = z.string({ error: errors.amount }).transform((text, context) => {
  const cents = parseAmount(text);
  if (cents !== null && cents > 0 && cents <= MAX_CHANGE_CENTS) return cents;
  context.addIssue(errors.amount);
  return z.NEVER;
});

const shared = { amount: amountText, note: creditNote, reason: creditReason };

/** The form for one customer. */
export const creditForm = z.object(shared);

/** The form for several customers. */
export const grantForm = z.object({
  ...shared,
  emails: z
    .string({ error: errors.emails })
    .transform(splitAddresses)
    .pipe(
      z
        .array(z.string())
        .min(1, errors.emails)
        .max(MAX_GRANT_CUSTOMERS, errors.tooMany)
        .superRefine((addresses, context) => {
          const wrong = addresses.find((address) => !isEmail(address));
          if (wrong !== undefined) context.addIssue(errors.wrongEmail(wrong));
        }),
    ),
});
