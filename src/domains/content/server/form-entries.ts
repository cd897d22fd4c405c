/** What visitors wrote into forms: kept and mailed to the shop in one transaction, once for each key. */
import { randomUUID } from 'node:crypto';
import { claimIdempotencyKey, keyScope } from '#lib/db/idempotency.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import type { Market } from '#markets/market.ts';
import type { FormBlock } from '../model/blocks.ts';
import type { FormValues } from '../model/form-entry.ts';

export interface SentForm {
  /** Whose key it is: their customer id, 0 for a guest, and their client address. */
  readonly sender: { readonly customerId: number; readonly ip: string };
  /** Idempotency key of the request; null where there was none. */
  readonly key: string | null;
  readonly market: Market;
  readonly pageId: string;
  readonly form: FormBlock;
  readonly entry: FormValues;
  readonly email: string | null;
}

export interface FormEntries {
  keep(sent: SentForm): Promise<void>;
}

/** Job that mails an entry to the shop. */
export const FORM_MAIL = 'form';

export function formEntries(
  database: Database,
  queueMail: (transaction: Transaction, job: { readonly entryId: string }) => Promise<void>,
): FormEntries {
  return {
    keep: ({ sender, key, market, pageId, form, entry, email }) =>
      database.transaction(async (transaction) => {
        const entryId = randomUUID();
        const input = { pageId, formId: form.formId, entry };
        const scope = keyScope(`form ${form.formId}`, sender.customerId, sender.ip);
        if (await claimIdempotencyKey(transaction, { scope, key, input }, { entryId })) return;
        const told = form.fields.map(({ name, label }) => ({ label, value: entry[name] ?? '' }));
        await transaction.execute({
          text: 'insert into form_entries (id, form_id, market, page_id, entry, email) values ($1, $2, $3, $4, $5, $6)',
          values: [entryId, form.formId, market, pageId, JSON.stringify(told), email],
        });
        await queueMail(transaction, { entryId });
      }),
  };
}

interface EntryRow {
  readonly form_id: string;
  readonly market: string;
  readonly email: string | null;
  readonly entry: readonly { readonly label: string; readonly value: string }[];
}

/** The letter that tells the shop of an entry, and whom to answer; null where it was erased meanwhile. */
export async function formLetter(db: Queryable, entryId: string): Promise<{ letter: EmailContent; replyTo: string | null } | null> {
  const row = await db.queryOne<EntryRow>({
    text: 'select form_id, market, email, entry from form_entries where id = $1',
    values: [entryId],
  });
  if (!row) return null;
  return {
    replyTo: row.email,
    letter: {
      subject: `Form '${row.form_id}', ${row.market}`,
      paragraphs: row.entry.filter(({ value }) => value !== '').map(({ label, value }) => `${label}: ${value}`),
      action: null,
      code: null,
      closing: row.email ? `Answer to ${row.email}.` : 'No address to answer to was given.',
    },
  };
}

/** Days that an entry is kept. */
const KEPT_DAYS = 365;

/** Forget entries that are a year old. */
export const purgeEntries = (db: Queryable): Promise<number> =>
  db.execute({ text: `delete from form_entries where received_at < now() - interval '${KEPT_DAYS} days'` });

/** What a person wrote into forms, found by the address they gave: for the download of their data, and gone with the account. */
export const formData = {
  name: 'forms',
  read: (db: Queryable, { email }: { readonly email: string }) =>
    db.queryMany({ text: 'select form_id, entry, received_at from form_entries where lower(email) = lower($1)', values: [email] }),
  async erase(transaction: Transaction, { email }: { readonly email: string }): Promise<void> {
    await transaction.execute({ text: 'delete from form_entries where lower(email) = lower($1)', values: [email] });
  },
} as const;
