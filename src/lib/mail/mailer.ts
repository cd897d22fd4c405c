/** The mail port: SMTP if configured, else the mailbox in the database. */
import nodemailer from 'nodemailer';
import type { Database } from '../db/pool.ts';

/**
 * `security`: just requested, such as a password link. `transactional`: orders, payments, gift cards. `relationship`: memberships and
 * credit. `marketing`: offers. Suppressed addresses no longer get some of these.
 */
export type MailKind = 'security' | 'transactional' | 'relationship' | 'marketing';

export interface Mail {
  readonly kind: MailKind;
  readonly to: string;
  /** Reply-to address, if not the shop's. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Further headers, for example List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Sends, or throws so that the job is retried. */
  send(mail: Mail): Promise<void>;
}

/** Timeout of a mail server in milliseconds, because a slow one delays other mail. The job is retried. */
const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 } as const;

/** Sends over SMTP. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ url, ...PATIENCE }, { from });
  return {
    async send({ kind: _, ...mail }) {
      await transport.sendMail({ ...mail, headers: { ...mail.headers } });
    },
  };
}

export interface MailboxMail extends Omit<Mail, 'kind'> {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: string;
}

/** Stores mail in the table `mailbox`, shown at /dev/mailbox in development. */
export function mailboxMailer(database: Database): Mailer {
  return {
    async send(mail) {
      await database.execute({
        name: 'mailbox.put',
        text: 'insert into dev_mailbox (recipient, subject, html, text, headers) values ($1, $2, $3, $4, $5)',
        values: [mail.to, mail.subject, mail.html, mail.text, JSON.stringify(mail.headers ?? {})],
      });
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
    name: 'mailbox.read',
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
