/** SQL of the office's list of errors. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { ErrorStatus } from '../model/record-states.ts';

export interface ErrorFilter {
  readonly status: ErrorStatus | null;
  readonly source: string | null;
  /** In small letters. */
  readonly words: string | null;
}

/** `key` is the instant of the latest report, to the microsecond. */
export interface ErrorPosition {
  readonly key: string;
  readonly id: string;
}

export interface ErrorGroupRow extends ErrorPosition {
  readonly status: ErrorStatus;
  readonly source: string;
  readonly className: string;
  readonly message: string;
  readonly component: string;
  readonly occurrences: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly statusBy: string;
}

const ROW = `fingerprint as id, to_char(last_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, status, source, class as "className",
  message, component, occurrences, first_seen as "firstSeen", last_seen as "lastSeen", status_by as "statusBy"`;
const FILTER = `($1::text is null or status = $1) and ($2::text is null or source = $2)
  and ($3::text is null or position($3 in lower(class || ': ' || message || ' ' || component)) > 0)`;

const toValues = ({ status, source, words }: ErrorFilter): unknown[] => [status, source, words];

/** Lists groups before a position, the latest first. */
export const listErrorGroups = (
  db: Queryable,
  filter: ErrorFilter,
  before: ErrorPosition | null,
  limit: number,
): Promise<ErrorGroupRow[]> =>
  db.queryMany<ErrorGroupRow>({
    text: `select ${ROW} from error_groups where ${FILTER} and ($4::text is null or (last_seen, fingerprint) < ($4::timestamptz, $5))
      order by last_seen desc, fingerprint desc limit $6`,
    values: [...toValues(filter), before?.key ?? null, before?.id ?? null, limit],
  });

/** Counts groups up to a limit. */
export async function countErrorGroups(db: Queryable, filter: ErrorFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from error_groups where ${FILTER} limit $4) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

export const findErrorGroup = (db: Queryable, id: string): Promise<ErrorGroupRow | null> =>
  db.queryOne<ErrorGroupRow>({
    name: 'error-list.findErrorGroup',
    text: `select ${ROW} from error_groups where fingerprint = $1`,
    values: [id],
  });

/** Changes the status of groups. Those that have another status than the person saw stay. @returns those whose status was another one */
export const changeErrorGroups = (
  transaction: Transaction,
  errors: readonly { readonly id: string; readonly expected: ErrorStatus }[],
  status: ErrorStatus,
  by: string,
): Promise<{ readonly id: string; readonly before: ErrorStatus; readonly isChanged: boolean }[]> =>
  transaction.queryMany<{ id: string; before: ErrorStatus; isChanged: boolean }>({
    name: 'error-list.changeErrorGroups',
    text: `with given as (select * from unnest($1::text[], $2::text[]) as g (id, expected)),
      found as (
        select e.fingerprint, e.status as before, e.status = g.expected as is_expected from error_groups e join given g on g.id = e.fingerprint
        where e.status <> $3 order by e.fingerprint for update of e
      ),
      changed as (
        update error_groups e set status = $3, status_by = $4, status_at = now() from found f where e.fingerprint = f.fingerprint and f.is_expected
      )
      select fingerprint as id, before, is_expected as "isChanged" from found`,
    values: [errors.map(({ id }) => id), errors.map(({ expected }) => expected), status, by],
  });
