/** Reads stored mail of a shop without SMTP to the customer and to a pending new address, and reports about mail to them. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

interface Person {
  readonly id: number;
  readonly email: string;
}

const THEIRS =
  'email_key(recipient) = email_key($1) or email_key(recipient) in (select email_key(new_email) from email_changes where customer_id = $2)';

export const mailData = {
  name: 'mail',
  /** Omits the text, because its links and codes are more sensitive than the other data of the download. */
  async read(db: Queryable, { id, email }: Person) {
    const sent = await db.queryMany({
      text: `select recipient, subject, sent_at from dev_mailbox where ${THEIRS} order by id`,
      values: [email, id],
    });
    const failures = await db.queryMany({
      text: 'select address, kind, reason, at from mail_failures where address = email_key($1) order by id',
      values: [email],
    });
    return [...sent, ...failures];
  },
  async erase(transaction: Transaction, { id, email }: Person): Promise<void> {
    await transaction.execute({ text: `delete from dev_mailbox where ${THEIRS}`, values: [email, id] });
    await transaction.execute({ text: 'delete from mail_failures where address = email_key($1)', values: [email] });
    await transaction.execute({ text: 'delete from mail_suppressions where address = email_key($1)', values: [email] });
  },
} as const;
