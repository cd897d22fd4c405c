/** SQL of the log of emails: what is queued, what attempts gave, what was reported, and what is deleted. */
import type { Database, Queryable, Statement, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { MailFailure } from '#lib/mail/suppression.repository.ts';
import type { Market } from '#markets/market.ts';
import { type LoggedMailKind, MAIL_LOG_DAYS, MAIL_TEXT_DAYS, type MailOutcome, type MailState, REPORT_DAYS } from '../model/mail-log.ts';

/** What a job says about its email. Address and market follow from the record that it names. */
export interface QueuedMail {
  readonly id: string;
  readonly queue: string;
  readonly kind: LoggedMailKind;
  readonly to?: string | undefined;
  readonly market?: Market | undefined;
  readonly orderId?: string | undefined;
  readonly giftCardId?: string | undefined;
  readonly entryId?: string | undefined;
  readonly customerId?: number | undefined;
  readonly staffId?: number | undefined;
  /** Payload of the job, if the email may be sent again. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the statement that logs a queued email, in the transaction that queues it. A job that is tried again after it was given up has
 * the same id. An account that buys in one market only belongs to it.
 */
export const queuedMailStatement = (mail: QueuedMail): Statement => ({
  name: 'mail-log.queuedMailStatement',
  text: `insert into mail_log (id, queue, kind, market, recipient, order_id, gift_card_id, customer_id, payload)
    select $1, $2, $3, coalesce($4, o.market, g.market, f.market,
        (select min(m.market) from customer_markets m where m.customer_id = c.id having count(*) = 1)),
      coalesce($5, o.email, g.recipient_email, case when f.id is null then c.email end, s.email, ''),
      o.id, g.id, coalesce(c.id, nullif(o.customer_id, 0)), $6
    from (select $5::text as address) given
      left join orders o on o.id = $7
      left join gift_cards g on g.id = $8
      left join form_submissions f on f.id = $9
      left join customers c on c.id = coalesce($10, (select k.id from customers k where k.email_key = email_key(coalesce(given.address, f.email))))
      left join staff s on s.id = $11
    on conflict (id) do update set state = 'queued'`,
  values: [
    mail.id,
    mail.queue,
    mail.kind,
    mail.market ?? null,
    mail.to ?? null,
    mail.payload === null ? null : JSON.stringify(mail.payload),
    mail.orderId ?? null,
    mail.giftCardId ?? null,
    mail.entryId ?? null,
    mail.customerId ?? null,
    mail.staffId ?? null,
  ],
});

/** An attempt to send an email. */
export interface MailAttempt {
  readonly id: string;
  readonly state: MailState;
  readonly outcome: MailOutcome;
  /** Answer of the mail server, or what went wrong. */
  readonly response: string;
  /** Null if nothing was written. */
  readonly written: {
    readonly to: string;
    readonly subject: string;
    readonly html: string;
    readonly text: string;
    readonly headers: Readonly<Record<string, string>>;
  } | null;
  /** Id that the mail service gave it; empty if it has its own. */
  readonly messageId: string;
}

const MAX_RESPONSE = 1_000;

/**
 * Records an attempt. Does nothing for an email that was erased, or queued before there was a log.
 * @param secondsSince time since the attempt was recorded without an answer of the database; 0 for the first try. If it was recorded then,
 *   nothing is done
 */
export const recordAttempt = (
  db: Queryable,
  { id, state, outcome, response, written, messageId }: MailAttempt,
  secondsSince = 0,
): Promise<number> =>
  db.execute({
    name: 'mail-log.recordAttempt',
    text: `with logged as (
        update mail_log set state = $2, attempts = attempts + 1, recipient = coalesce($5, recipient), subject = coalesce($6, subject),
          message_id = $10, has_text = has_text or $7::text is not null, sent_at = case when $2 = 'sent' then now() else sent_at end
        where id = $1 and ($11::float8 = 0 or not exists (
          select from mail_attempts a where a.mail_id = $1 and a.outcome = $3 and a.at > now() - make_interval(secs => $11 + 1))) returning id),
      attempt as (insert into mail_attempts (mail_id, outcome, response) select id, $3, $4 from logged)
      insert into mail_texts (mail_id, html, text, headers) select id, $7, $8, $9 from logged where $7 is not null
        on conflict (mail_id) do update set html = excluded.html, text = excluded.text, headers = excluded.headers`,
    values: [
      id,
      state,
      outcome,
      response.slice(0, MAX_RESPONSE),
      written?.to ?? null,
      written?.subject ?? null,
      written?.html ?? null,
      written?.text ?? null,
      JSON.stringify(written?.headers ?? {}),
      messageId,
      secondsSince,
    ],
  });

/** Marks an email as given up whose job staff discarded. */
export const discardMail = (transaction: Transaction, id: string, response: string): Promise<number> =>
  transaction.execute({
    name: 'mail-log.discardMail',
    text: `with logged as (update mail_log set state = 'failed' where id = $1 returning id)
      insert into mail_attempts (mail_id, outcome, response) select id, 'discarded', $2 from logged`,
    values: [id, response],
  });

/**
 * Marks the email that a report is about: the one with the reported Message-ID, else the last one that was sent to the address.
 * @returns false if the log has none
 */
export async function recordReport(db: Queryable, { address, kind, reason, at, messageId = '' }: MailFailure): Promise<boolean> {
  const own = /^<?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})@/.exec(messageId)?.[1] ?? null;
  const marked = await db.execute({
    name: 'mail-log.recordReport',
    text: `with found as (
        select m.id from mail_log m
        where email_key(m.recipient) = $1 and m.sent_at is not null and m.sent_at <= $2::timestamptz + interval '1 minute'
          and m.sent_at > $2::timestamptz - make_interval(days => $3)
        order by (m.id = $4::uuid) desc nulls last, (m.message_id <> '' and m.message_id = $5) desc, m.sent_at desc limit 1),
      logged as (update mail_log m set state = case $6 when 'complaint' then 'complaint' else 'bounced' end from found where m.id = found.id returning m.id)
      insert into mail_attempts (mail_id, at, outcome, response) select id, $2, $6, $7 from logged`,
    values: [emailKey(address), at, REPORT_DAYS, own, messageId.replace(/^<|>$/g, ''), kind, reason.slice(0, MAX_RESPONSE)],
  });
  return marked === 1;
}

const PURGE_BATCH = 20_000;

/** Deletes old texts, and later what is left of an email. @returns how many rows were deleted */
export async function purgeMailLog(database: Database): Promise<number> {
  const texts = await database.execute({
    text: `with old as (select id from mail_log where (has_text or payload is not null) and created_at < now() - make_interval(days => $1)
          order by created_at limit $2),
        cleared as (update mail_log m set has_text = false, payload = null from old where m.id = old.id)
      delete from mail_texts t using old where t.mail_id = old.id`,
    values: [MAIL_TEXT_DAYS, PURGE_BATCH],
  });
  const mails = await database.execute({
    text: `delete from mail_log where id in (select id from mail_log where created_at < now() - make_interval(days => $1) order by created_at limit $2)`,
    values: [MAIL_LOG_DAYS, PURGE_BATCH],
  });
  return texts + mails;
}

interface Person {
  readonly id: number;
  readonly email: string;
}

/** Emails to a person, to their pending new address, and about what they sent by forms. */
const THEIRS = `customer_id = $2 or email_key(recipient) = email_key($1)
  or email_key(recipient) in (select email_key(new_email) from email_changes where customer_id = $2)`;

/** The log as a source of personal data. The download omits texts: those of orders, cards and accounts are in it as data. */
export const mailLogData = {
  name: 'mailLog',
  read: (db: Queryable, { id, email }: Person) =>
    db.queryMany({
      text: `select kind, state, recipient, subject, created_at, sent_at from mail_log where ${THEIRS} order by created_at, id`,
      values: [email, id],
    }),
  async erase(transaction: Transaction, { id, email }: Person): Promise<void> {
    await transaction.execute({ text: `delete from mail_log where ${THEIRS}`, values: [email, id] });
  },
} as const;
