/** Stores error groups. */

import type { Notice } from '#domains/outbound/error-reports/model/notice.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';

export type Side = 'browser' | 'server';

export interface ErrorGroup {
  readonly fingerprint: string;
  readonly source: Side;
  readonly class: string;
  readonly message: string;
  readonly component: string;
  readonly occurrences: number;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

export interface StoredNotice {
  readonly id: string;
  readonly notice: Notice;
  readonly comment: string | null;
  readonly received_at: Date;
}

/** Limits: reports per group, groups, and retention in days. */
const RETENTION = { noticesAGroup: 20, groups: 5_000, noticeDays: 30, groupDays: 90 } as const;

/** Counts a notice in its group and stores it. A resolved group opens again. Locks the group's row first, so that concurrent calls agree on the oldest. */
export async function saveNotice(transaction: Transaction, side: Side, fingerprint: string, id: string, notice: Notice): Promise<void> {
  await transaction.execute({
    name: 'error-group.saveNotice.group',
    text: `insert into error_groups (fingerprint, source, class, message, component) values ($1, $2, $3, $4, $5)
      on conflict (fingerprint) do update set occurrences = error_groups.occurrences + 1, last_seen = now(), message = excluded.message,
        status = case error_groups.status when 'resolved' then 'open' else error_groups.status end`,
    values: [fingerprint, side, notice.error.class, notice.error.message, notice.request.component],
  });
  await transaction.execute({
    name: 'error-group.saveNotice.notice',
    text: 'insert into error_notices (id, fingerprint, notice) values ($1, $2, $3)',
    values: [id, fingerprint, JSON.stringify(notice)],
  });
  await transaction.execute({
    name: 'error-group.saveNotice.newest',
    text: `delete from error_notices where id in
      (select id from error_notices where fingerprint = $1 order by received_at desc offset ${RETENTION.noticesAGroup})`,
    values: [fingerprint],
  });
}

/** Adds a shopper's feedback. Returns false if the notice is unknown or has feedback. */
export const addDescription = async (db: Queryable, id: string, text: string): Promise<boolean> =>
  (await db.execute({ text: 'update error_notices set comment = $2 where id = $1 and comment is null', values: [id, text] })) > 0;

/** Returns groups, the most recent first. */
export const listGroups = (db: Queryable, limit: number): Promise<ErrorGroup[]> =>
  db.queryMany({
    text: 'select fingerprint, source, class, message, component, occurrences, first_seen, last_seen from error_groups order by last_seen desc limit $1',
    values: [limit],
  });

/** Returns the latest notices of the group with this fingerprint prefix. */
export const noticesOf = (db: Queryable, beginning: string): Promise<StoredNotice[]> =>
  db.queryMany({
    text: `select id, notice, comment, received_at from error_notices where left(fingerprint, length($1)) = $1 order by received_at desc limit 5`,
    values: [beginning],
  });

/** Deletes the group with this fingerprint prefix. A new occurrence creates it again. */
export async function dropGroups(db: Queryable, beginning: string): Promise<string[]> {
  const rows = await db.queryMany<{ fingerprint: string }>({
    text: 'delete from error_groups where left(fingerprint, length($1)) = $1 returning fingerprint',
    values: [beginning],
  });
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Deletes old notices, old groups, and the oldest groups above the limit. @returns how many */
export async function purgeErrorGroups(database: Database): Promise<number> {
  const notices = await database.execute({
    text: `delete from error_notices where received_at < now() - interval '${RETENTION.noticeDays} days'`,
  });
  const groups = await database.execute({
    text: `delete from error_groups where last_seen < now() - interval '${RETENTION.groupDays} days'
      or fingerprint in (select fingerprint from error_groups order by last_seen desc offset ${RETENTION.groups})`,
  });
  return notices + groups;
}
