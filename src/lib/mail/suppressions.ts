/** Stores reports of failed mail, and the addresses that are suppressed because of them (docs/decisions/0099-mail-that-fails.md). */

import type { Database, Queryable } from '../db/pool.ts';
import { emailKey } from '../email.ts';
import type { Mailer, MailKind } from './mailer.ts';

export type MailFailureKind = 'bounce' | 'soft_bounce' | 'complaint';

/** A report about one address. */
export interface MailFailure {
  readonly address: string;
  /** `bounce`: the address takes no mail. `soft_bounce`: it took this one not. `complaint`: its reader called it spam. */
  readonly kind: MailFailureKind;
  readonly reason: string;
  /** The same key is the same report. */
  readonly key: string;
  readonly at: Date;
}

export interface Suppression {
  readonly address: string;
  readonly kind: 'bounce' | 'complaint';
  readonly reason: string;
  readonly since: Date;
}

/** Soft bounces within these days that count as a bounce. */
const SOFT_BOUNCES = 5;
const SOFT_BOUNCE_DAYS = 30;
const MAX_REASON = 300;

/**
 * What each suppression stops. Mail that somebody asked for in this moment, such as a password link, always goes; orders go on being
 * told to a reader who complained, because they paid for them.
 */
const STOPPED: Readonly<Record<Suppression['kind'], readonly MailKind[]>> = {
  bounce: ['transactional', 'relationship', 'marketing'],
  complaint: ['relationship', 'marketing'],
};

/** Records a report, and suppresses its address where it should get no more mail. Returns false for a report that is known. */
export const recordMailFailure = (database: Database, failure: MailFailure): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const address = emailKey(failure.address);
    const reason = failure.reason.slice(0, MAX_REASON);
    const added = await transaction.execute({
      name: 'mail.failure',
      text: 'insert into mail_failures (address, kind, reason, key, at) values ($1, $2, $3, $4, $5) on conflict (key) do nothing',
      values: [address, failure.kind, reason, failure.key.slice(0, 500), failure.at],
    });
    if (added === 0) return false;
    const kind =
      failure.kind === 'soft_bounce' ? ((await softBounces(transaction, address)) >= SOFT_BOUNCES ? 'bounce' : null) : failure.kind;
    if (kind !== null)
      await transaction.execute({
        name: 'mail.suppress',
        // A bounce stops more than a complaint does.
        text: `insert into mail_suppressions as s (address, kind, reason) values ($1, $2, $3)
          on conflict (address) do update set kind = excluded.kind, reason = excluded.reason, since = now() where s.kind = 'complaint' and excluded.kind = 'bounce'`,
        values: [address, kind, reason],
      });
    return true;
  });

async function softBounces(db: Queryable, address: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'mail.soft_bounces',
    text: `select count(*)::int as count from mail_failures where address = $1 and kind = 'soft_bounce' and at > now() - make_interval(days => $2)`,
    values: [address, SOFT_BOUNCE_DAYS],
  });
  return row?.count ?? 0;
}

/** The suppression of an address; null where mail goes to it. */
export const suppressionOf = (db: Queryable, address: string): Promise<Suppression | null> =>
  db.queryOne<Suppression>({
    name: 'mail.suppression',
    text: 'select address, kind, reason, since from mail_suppressions where address = $1',
    values: [emailKey(address)],
  });

/** Suppressed addresses, the latest first. */
export const listSuppressions = (db: Queryable, limit: number): Promise<Suppression[]> =>
  db.queryMany<Suppression>({
    text: 'select address, kind, reason, since from mail_suppressions order by since desc, address limit $1',
    values: [limit],
  });

/** What was reported of an address, the latest first. */
export const failuresOf = (db: Queryable, address: string): Promise<Pick<MailFailure, 'kind' | 'reason' | 'at'>[]> =>
  db.queryMany({
    text: 'select kind, reason, at from mail_failures where address = $1 order by at desc, id desc limit 50',
    values: [emailKey(address)],
  });

/** Lets mail go to an address again; soft bounces are counted afresh. Returns false where it was not suppressed. */
export const liftSuppression = (database: Database, address: string): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const lifted = await transaction.execute({ text: 'delete from mail_suppressions where address = $1', values: [emailKey(address)] });
    await transaction.execute({
      text: "delete from mail_failures where address = $1 and kind = 'soft_bounce'",
      values: [emailKey(address)],
    });
    return lifted === 1;
  });

/** A mailer that leaves out mail of the kinds that its address should get no more. */
export const suppressingMailer = (mailer: Mailer, db: Queryable): Mailer => ({
  async send(mail) {
    const suppression = await suppressionOf(db, mail.to);
    if (suppression && STOPPED[suppression.kind].includes(mail.kind)) return;
    await mailer.send(mail);
  },
});
