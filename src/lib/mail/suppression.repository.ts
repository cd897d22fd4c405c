/** Stores reports of failed mail, and the addresses that are suppressed because of them (docs/decisions/0099-mail-that-fails.md). */

import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { Mailer, MailKind } from './mailer.ts';

export type MailFailureKind = 'bounce' | 'soft_bounce' | 'complaint';

/** A report about one address. */
export interface MailFailure {
  readonly address: string;
  /** `bounce`: permanent failure. `soft_bounce`: temporary failure. `complaint`: the reader reported spam. */
  readonly kind: MailFailureKind;
  readonly reason: string;
  /** Reports with the same key are recorded once. */
  readonly key: string;
  readonly at: Date;
  /** Message-ID of the failed mail, if the report names it. */
  readonly messageId?: string | undefined;
}

export interface Suppression {
  readonly address: string;
  readonly kind: 'bounce' | 'complaint';
  readonly reason: string;
  readonly since: Date;
}

/** This many soft bounces within SOFT_BOUNCE_DAYS count as a bounce. */
const SOFT_BOUNCES = 5;
const SOFT_BOUNCE_DAYS = 30;
const MAX_REASON = 300;

/**
 * Kinds of mail that each suppression stops. Mail that was just requested, such as a password link, is always sent. Readers who
 * complained still get mail about orders, because they paid for them.
 */
const STOPPED: Readonly<Record<Suppression['kind'], readonly MailKind[]>> = {
  bounce: ['transactional', 'relationship', 'marketing'],
  complaint: ['relationship', 'marketing'],
};

/** Records a report and suppresses its address if needed. Returns false for a known report. */
export const recordMailFailure = (database: Database, failure: MailFailure): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const address = emailKey(failure.address);
    const reason = failure.reason.slice(0, MAX_REASON);
    const added = await transaction.execute({
      name: 'suppression.recordMailFailure.record',
      text: 'insert into mail_failures (address, kind, reason, key, at) values ($1, $2, $3, $4, $5) on conflict (key) do nothing',
      values: [address, failure.kind, reason, failure.key.slice(0, 500), failure.at],
    });
    if (added === 0) return false;
    const kind =
      failure.kind === 'soft_bounce' ? ((await softBounces(transaction, address)) >= SOFT_BOUNCES ? 'bounce' : null) : failure.kind;
    if (kind !== null)
      await transaction.execute({
        name: 'suppression.recordMailFailure.suppress',
        // A bounce stops more kinds than a complaint.
        text: `insert into mail_suppressions as s (address, kind, reason) values ($1, $2, $3)
          on conflict (address) do update set kind = excluded.kind, reason = excluded.reason, since = now() where s.kind = 'complaint' and excluded.kind = 'bounce'`,
        values: [address, kind, reason],
      });
    return true;
  });

async function softBounces(db: Queryable, address: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'suppression.softBounces',
    text: `select count(*)::int as count from mail_failures where address = $1 and kind = 'soft_bounce' and at > now() - make_interval(days => $2)`,
    values: [address, SOFT_BOUNCE_DAYS],
  });
  return row?.count ?? 0;
}

/** Returns the suppression of an address, or null. */
export const suppressionOf = (db: Queryable, address: string): Promise<Suppression | null> =>
  db.queryOne<Suppression>({
    name: 'suppression.suppressionOf',
    text: 'select address, kind, reason, since from mail_suppressions where address = $1',
    values: [emailKey(address)],
  });

/** Returns suppressed addresses, the latest first. */
export const listSuppressions = (db: Queryable, limit: number): Promise<Suppression[]> =>
  db.queryMany<Suppression>({
    text: 'select address, kind, reason, since from mail_suppressions order by since desc, address limit $1',
    values: [limit],
  });

/** Returns the reports about an address, the latest first. */
export const failuresOf = (db: Queryable, address: string): Promise<Pick<MailFailure, 'kind' | 'reason' | 'at'>[]> =>
  db.queryMany({
    text: 'select kind, reason, at from mail_failures where address = $1 order by at desc, id desc limit 50',
    values: [emailKey(address)],
  });

/** Lifts a suppression and resets soft bounces. Returns false if the address was not suppressed. */
export async function liftSuppressionIn(transaction: Transaction, address: string): Promise<boolean> {
  const lifted = await transaction.execute({ text: 'delete from mail_suppressions where address = $1', values: [emailKey(address)] });
  await transaction.execute({
    text: "delete from mail_failures where address = $1 and kind = 'soft_bounce'",
    values: [emailKey(address)],
  });
  return lifted === 1;
}

/** Wraps a mailer to skip mail to suppressed addresses. */
export const suppressingMailer = (mailer: Mailer, db: Queryable): Mailer => ({
  async send(mail) {
    const suppression = await suppressionOf(db, mail.to);
    if (suppression && STOPPED[suppression.kind].includes(mail.kind))
      return { state: 'suppressed', response: suppression.reason, messageId: '' };
    return mailer.send(mail);
  },
});
