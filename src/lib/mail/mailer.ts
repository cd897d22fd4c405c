/** The mail port: SMTP if configured, else the mailbox in the database. */
import type { Transporter } from 'nodemailer';
import { z } from 'zod';

/**
 * `security`: just requested, such as a password link. `transactional`: orders, payments, gift cards. `relationship`: memberships and
 * credit. `marketing`: offers. Suppressed addresses no longer get some of these.
 */
export type MailKind = 'security' | 'transactional' | 'relationship' | 'marketing';

/** A text file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: string;
  readonly contentType: string;
}

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
  readonly attachments?: readonly MailAttachment[];
  /** UUID, the left part of the Message-ID: reports about the mail name it. */
  readonly id?: string;
}

/** What became of a mail: taken by the mail server, or not sent because its address is suppressed. */
export interface MailResult {
  readonly state: 'sent' | 'suppressed';
  /** Answer of the mail server, or why the mail was not sent. */
  readonly response: string;
  /** Message-ID that the mail server gave it, without angle brackets; empty if it has none of its own. */
  readonly messageId: string;
}

export interface Mailer {
  /** Sends a mail. @throws on failure, so that the job is retried */
  send(mail: Mail): Promise<MailResult>;
}

/** Timeout of a mail server in milliseconds, because a slow one delays other mail. The job is retried. */
const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 } as const;

/** Amazon SES replaces the Message-ID by one that its answer contains. */
const SERVICE_ID = /^250 Ok ([0-9a-f]{16}-[0-9a-f-]{20,60})$/i;

/** `shop.example` of `Shop <hello@shop.example>` */
const domainOf = (from: string): string =>
  from
    .slice(from.lastIndexOf('@') + 1)
    .split('>', 1)
    .join('')
    .trim();

/** Creates a mailer over SMTP. The library is imported with the first mail. */
export function smtpMailer(url: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ kind: _, id, ...mail }) {
      transport ??= import('nodemailer').then(({ default: mailer }) => mailer.createTransport({ url, ...PATIENCE }, { from }));
      const sent = z.object({ response: z.string().default('') }).parse(
        await (await transport).sendMail({
          ...mail,
          headers: { ...mail.headers },
          attachments: [...(mail.attachments ?? [])],
          ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
        }),
      );
      return { state: 'sent', response: sent.response, messageId: SERVICE_ID.exec(sent.response)?.[1] ?? '' };
    },
  };
}

/** Error of a mail server about a command, as the library reports it. */
const serverError = z.object({ responseCode: z.int(), response: z.string(), command: z.string() });
/** The enhanced status code of RFC 3463 in an answer. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Reads the answer of a mail server that will never accept mail to an address, so that no attempt follows. A full mailbox counts as a soft
 * bounce. Refusals by policy (5.7.x, relaying) are about the shop's own account and may pass.
 * @returns null for any other failure
 */
export function refusalOf(error: unknown): { readonly kind: 'bounce' | 'soft_bounce'; readonly response: string } | null {
  const parsed = serverError.safeParse(error);
  if (!parsed.success) return null;
  const { responseCode, response, command } = parsed.data;
  if (command !== 'RCPT TO' || responseCode < 550 || responseCode > 553) return null;
  const [, status = ''] = ENHANCED.exec(response) ?? [];
  if (status.startsWith('5.7.') || /\brelay/i.test(response)) return null;
  return { kind: responseCode === 552 || status === '5.2.2' ? 'soft_bounce' : 'bounce', response };
}

/** Connects to a mail server and signs in, without sending anything. @throws if it refuses */
export async function verifySmtp(url: string): Promise<void> {
  const { default: mailer } = await import('nodemailer');
  const transport = mailer.createTransport({ url, ...PATIENCE });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Configured mail server and sender. */
interface MailConfig {
  readonly SMTP_URL?: string | undefined;
  readonly EMAIL_FROM: string;
}

/** Creates a mailer that follows the configuration of each moment. Without a mail server it uses `mailbox`. */
export function currentMailer(configNow: () => MailConfig, mailbox: Mailer): Mailer {
  let opened: (MailConfig & { readonly mailer: Mailer }) | null = null;
  return {
    send(mail) {
      const { SMTP_URL, EMAIL_FROM } = configNow();
      if (!SMTP_URL) return mailbox.send(mail);
      if (opened?.SMTP_URL !== SMTP_URL || opened.EMAIL_FROM !== EMAIL_FROM)
        opened = { SMTP_URL, EMAIL_FROM, mailer: smtpMailer(SMTP_URL, EMAIL_FROM) };
      return opened.mailer.send(mail);
    },
  };
}
