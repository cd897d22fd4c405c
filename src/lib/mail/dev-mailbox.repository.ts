/** The mailbox of a shop without a mail server. */
import type { Database } from '../db/pool.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface MailboxMail extends Omit<Mail, 'kind' | 'id'> {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: string;
}

/** Creates a mailer that stores mail in the table `dev_mailbox`, shown at /dev/mailbox in development. */
export function mailboxMailer(database: Database): Mailer {
  return {
    async send(mail) {
      await database.execute({
        name: 'dev-mailbox.send',
        text: 'insert into dev_mailbox (recipient, subject, html, text, headers) values ($1, $2, $3, $4, $5)',
        values: [mail.to, mail.subject, mail.html, mail.text, JSON.stringify(mail.headers ?? {})],
      });
      return { state: 'sent', response: 'Stored in the mailbox at /dev/mailbox', messageId: '' };
    },
  };
}

/** Returns the latest mail of the mailbox. */
export const readMailbox = async (database: Database, limit: number): Promise<MailboxMail[]> => {
  const rows = await database.queryMany<{
    id: number;
    recipient: string;
    subject: string;
    html: string;
    text: string;
    headers: Record<string, string>;
    sent_at: Date;
  }>({
    name: 'dev-mailbox.readMailbox',
    text: 'select id, recipient, subject, html, text, headers, sent_at from dev_mailbox order by id desc limit $1',
    values: [limit],
  });
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    html: row.html,
    text: row.text,
    headers: row.headers,
    sentAt: row.sent_at.toISOString(),
  }));
};
