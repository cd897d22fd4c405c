/** Groups of faults in the database. */
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Notice } from '../model/notice.ts';

export type Side = 'browser' | 'server';

export interface ErrorGroup {
  readonly fingerprint: string;
  readonly side: Side;
  readonly class: string;
  readonly message: string;
  readonly component: string;
  readonly times: number;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

export interface KeptNotice {
  readonly id: string;
  readonly notice: Notice;
  readonly words: string | null;
  readonly received_at: Date;
}

/** Newest reports kept of a group; groups there are at most; days after which they are forgotten. */
const KEPT = { noticesAGroup: 20, groups: 5_000, noticeDays: 30, groupDays: 90 } as const;

/** Count a notice to its group and keep it among the newest. The group's row is locked first, so that two agree on what is oldest. */
export async function keepNotice(transaction: Transaction, side: Side, fingerprint: string, id: string, notice: Notice): Promise<void> {
  await transaction.execute({
    name: 'errors.group',
    text: `insert into error_groups (fingerprint, side, class, message, component) values ($1, $2, $3, $4, $5)
      on conflict (fingerprint) do update set times = error_groups.times + 1, last_seen = now(), message = excluded.message`,
    values: [fingerprint, side, notice.error.class, notice.error.message, notice.request.component],
  });
  await transaction.execute({
    name: 'errors.notice',
    text: 'insert into error_notices (id, fingerprint, notice) values ($1, $2, $3)',
    values: [id, fingerprint, JSON.stringify(notice)],
  });
  await transaction.execute({
    name: 'errors.newest',
    text: `delete from error_notices where id in
      (select id from error_notices where fingerprint = $1 order by received_at desc offset ${KEPT.noticesAGroup})`,
    values: [fingerprint],
  });
}

/** Add what a shopper wrote; false where the notice is not there, or has words already. */
export const addWords = async (db: Queryable, id: string, words: string): Promise<boolean> =>
  (await db.execute({ text: 'update error_notices set words = $2 where id = $1 and words is null', values: [id, words] })) > 0;

/** Groups, the most recent first. */
export const listGroups = (db: Queryable, limit: number): Promise<ErrorGroup[]> =>
  db.queryMany({ text: 'select * from error_groups order by last_seen desc limit $1', values: [limit] });

/** The newest notices of the group whose fingerprint begins so. */
export const noticesOf = (db: Queryable, beginning: string): Promise<KeptNotice[]> =>
  db.queryMany({
    text: `select id, notice, words, received_at from error_notices where left(fingerprint, length($1)) = $1 order by received_at desc limit 5`,
    values: [beginning],
  });

/** Forget the group whose fingerprint begins so; it comes again with its next fault. */
export const dropGroup = (db: Queryable, beginning: string): Promise<number> =>
  db.execute({ text: 'delete from error_groups where left(fingerprint, length($1)) = $1', values: [beginning] });

/** Forget what is old, and the oldest groups beyond what there may be. */
export async function purgeErrorGroups(database: Database): Promise<void> {
  await database.execute({ text: `delete from error_notices where received_at < now() - interval '${KEPT.noticeDays} days'` });
  await database.execute({
    text: `delete from error_groups where last_seen < now() - interval '${KEPT.groupDays} days'
      or fingerprint in (select fingerprint from error_groups order by last_seen desc offset ${KEPT.groups})`,
  });
}
