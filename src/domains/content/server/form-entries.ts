/** Saves form entries and emails them to the shop, in one transaction and once per idempotency key. */
import { randomUUID } from 'node:crypto';
import { claimIdempotencyKey, keyScope } from '#lib/db/idempotency.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import { contentMessages } from '../messages.ts';
import type { FormBlock } from '../model/blocks.ts';
import type { FormValues } from '../model/form-entry.ts';
import { addFormEntry, readFormEntry } from './form-entry.repository.ts';

export interface SentForm {
  /** The owner of the idempotency key: customer id, 0 for a guest, and client address. */
  readonly sender: { readonly customerId: number; readonly ip: string };
  /** Idempotency key of the request. Null without one. */
  readonly key: string | null;
  readonly market: Market;
  readonly pageId: string;
  readonly form: FormBlock;
  readonly entry: FormValues;
  readonly email: string | null;
}

export interface FormEntries {
  /** Saves a sent form and queues its email. */
  save(sent: SentForm): Promise<void>;
}

/** Job that emails an entry to the shop. */
export const FORM_MAIL = 'send-form-email';

export function createFormEntries(
  database: Database,
  queueMail: (transaction: Transaction, job: { readonly entryId: string }) => Promise<void>,
): FormEntries {
  return {
    save: ({ sender, key, market, pageId, form, entry, email }) =>
      database.transaction(async (transaction) => {
        const entryId = randomUUID();
        const input = { pageId, formId: form.formId, entry };
        const scope = keyScope(`form ${form.formId}`, sender.customerId, sender.ip);
        if (await claimIdempotencyKey(transaction, { scope, key, input }, { entryId })) return;
        const answers = form.fields.map(({ name, label }) => ({ label, value: entry[name] ?? '' }));
        await addFormEntry(transaction, { id: entryId, formId: form.formId, market, pageId, answers, email });
        await queueMail(transaction, { entryId });
      }),
  };
}

/** Returns the email about an entry and the reply address. @returns null if the entry was deleted */
export async function formEmail(db: Queryable, entryId: string): Promise<{ email: EmailContent; replyTo: string | null } | null> {
  const entry = await readFormEntry(db, entryId);
  if (!entry) return null;
  return {
    replyTo: entry.email,
    email: {
      subject: contentMessages.formSubject(entry.formId, entry.market),
      paragraphs: entry.answers.filter(({ value }) => value !== '').map(({ label, value }) => `${label}: ${value}`),
      action: null,
      code: null,
      closing: entry.email ? contentMessages.formReplyTo(entry.email) : contentMessages.formWithoutSender,
    },
  };
}
