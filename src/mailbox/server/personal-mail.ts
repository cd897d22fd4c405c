/** Mail that was kept because the shop has no SMTP server: to the customer, and to an address they were about to take. */
import type { Queries, Transaction } from '../../platform/server/database/pool.ts';

interface Person {
  readonly id: number;
  readonly email: string;
}

const THEIRS = 'lower(recipient) = lower($1) or lower(recipient) in (select lower(new_email) from email_changes where customer_id = $2)';

export const mailData = {
  name: 'mail',
  /** Without their text: links and codes in it are worth more than the call that asks. */
  read: (queries: Queries, { id, email }: Person) =>
    queries.rows({
      text: `select recipient, subject, sent_at from mailbox where ${THEIRS} order by id`,
      values: [email, id],
    }),
  async erase(transaction: Transaction, { id, email }: Person): Promise<void> {
    await transaction.run({ text: `delete from mailbox where ${THEIRS}`, values: [email, id] });
  },
} as const;
