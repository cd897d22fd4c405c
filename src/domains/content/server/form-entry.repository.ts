/** Form entries in the database. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface FormEntry {
  readonly formId: string;
  readonly market: string;
  /** The sender's address, if the form asks for one. */
  readonly email: string | null;
  readonly answers: readonly { readonly label: string; readonly value: string }[];
}

interface NewFormEntry extends FormEntry {
  readonly id: string;
  readonly market: Market;
  readonly pageId: string;
}

/** Days for which entries are stored. */
const RETENTION_DAYS = 365;

export const addFormEntry = (transaction: Transaction, { id, formId, market, pageId, answers, email }: NewFormEntry): Promise<number> =>
  transaction.execute({
    text: 'insert into form_submissions (id, form_id, market, page_id, entry, email) values ($1, $2, $3, $4, $5, $6)',
    values: [id, formId, market, pageId, JSON.stringify(answers), email],
  });

/** Reads an entry. @returns null if it was deleted */
export const readFormEntry = (db: Queryable, id: string): Promise<FormEntry | null> =>
  db.queryOne({
    text: 'select form_id as "formId", market, email, entry as answers from form_submissions where id = $1',
    values: [id],
  });

/** Deletes old entries. @returns how many */
export const purgeFormEntries = (db: Queryable): Promise<number> =>
  db.execute({ text: `delete from form_submissions where received_at < now() - interval '${RETENTION_DAYS} days'` });

/** Form entries of a person, found by email address: part of the data export and deleted with the account. */
export const formData = {
  name: 'forms',
  read: (db: Queryable, { email }: { readonly email: string }) =>
    db.queryMany({
      text: 'select form_id, entry, received_at from form_submissions where email_key(email) = email_key($1)',
      values: [email],
    }),
  readNotes: (db: Queryable, { email }: { readonly email: string }) =>
    db.queryMany<{ about: string; market: string; at: Date; author: string; text: string }>({
      text: `select 'message' as about, market, received_at as at, handled_by as author, note as text from form_submissions
        where email_key(email) = email_key($1) and note <> ''`,
      values: [email],
    }),
  async erase(transaction: Transaction, { email }: { readonly email: string }): Promise<void> {
    await transaction.execute({ text: 'delete from form_submissions where email_key(email) = email_key($1)', values: [email] });
  },
} as const;
