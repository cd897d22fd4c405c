/** SQL of the activity log: every change of staff and commands, with the changed fields before and after. Append-only. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ActionName, SubjectKind } from '../messages/activity.ts';
import type { ExportDetails, LoggedFacts, PersonalKind } from '../model/logged-facts.ts';
import type { StaffActor } from '../model/staff-actor.ts';
import { timeAgo } from '../model/time-ago.ts';

/** Who made a change that no member of staff made in the office. */
export interface OtherActor {
  readonly kind: 'command' | 'system';
  readonly name: string;
  /** Who asked for what the shop did, with their name. Null for what nobody in the office asked for. */
  readonly staffId?: number | null;
}

/** Somebody whose session is not open yet: the sign-in itself. */
export interface PendingActor {
  readonly kind: 'staff';
  readonly id: number;
  readonly name: string;
  readonly ip: string;
}

export type ActivityActor = Pick<StaffActor, 'id' | 'name' | 'ip' | 'apiKey'> | PendingActor | OtherActor;

interface ActivityAbout<Kind extends SubjectKind, Fields> {
  readonly action: ActionName;
  readonly subject: { readonly kind: Kind; readonly id: string | number };
  /** Null for what belongs to no market. */
  readonly market?: Market | null;
  /** The changed fields as they were, or null. No secrets. */
  readonly before?: Fields;
  readonly after?: Fields;
}

/** A change. That of a record about a customer has no texts, because the log cannot be erased. */
export type Activity =
  | ActivityAbout<PersonalKind, LoggedFacts | ExportDetails | null>
  | ActivityAbout<Exclude<SubjectKind, PersonalKind>, unknown>;

interface ActorColumns {
  readonly kind: 'staff' | 'api_key' | 'command' | 'system';
  readonly staffId: number | null;
  readonly name: string;
  readonly ip: string;
  readonly apiKey: { readonly id: number; readonly name: string } | null;
}

function toColumns(actor: ActivityActor): ActorColumns {
  if ('apiKey' in actor) {
    const { id, name, ip, apiKey } = actor;
    return { kind: apiKey === null ? 'staff' : 'api_key', staffId: id, name, ip, apiKey };
  }
  if (actor.kind === 'staff') return { kind: 'staff', staffId: actor.id, name: actor.name, ip: actor.ip, apiKey: null };
  return { kind: actor.kind, staffId: actor.staffId ?? null, name: actor.name, ip: '', apiKey: null };
}

const toJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/** Records a change, in the transaction that makes it. */
export async function recordActivity(transaction: Transaction, actor: ActivityActor, activity: Activity): Promise<void> {
  const { kind, staffId, name, ip, apiKey } = toColumns(actor);
  const { action, subject, market = null, before, after } = activity;
  await transaction.execute({
    name: 'activity.recordActivity',
    text: `insert into activity_log (actor_kind, staff_id, actor_name, ip, action, subject_kind, subject_id, market, before, after, api_key_id, api_key_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      kind,
      staffId,
      name,
      ip,
      action,
      subject.kind,
      String(subject.id),
      market,
      toJson(before),
      toJson(after),
      apiKey?.id ?? null,
      apiKey?.name ?? null,
    ],
  });
}

export interface ActivityRow {
  readonly id: number;
  readonly at: Date;
  readonly actorKind: 'staff' | 'api_key' | 'command' | 'system';
  readonly staffId: number | null;
  readonly actorName: string;
  /** Null for what no API key did, and for keys of before this was logged. */
  readonly apiKeyName: string | null;
  readonly ip: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly market: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** What a search text can mean. An entry matches any of it. */
export interface ActivitySearch {
  /** Beginning of a name at the time of the change, in small letters, with wildcards escaped. */
  readonly name: string;
  readonly staffIds: readonly number[];
  readonly actions: readonly string[];
  /** Entries about the records that the text names. Found first, so that the planner knows how many they are. */
  readonly entryIds: readonly number[];
}

/** Entries of records that a search considers, the latest first. */
const MAX_FOUND_ENTRIES = 2_000;

/** Finds the entries about records. @param typed id of a record of any kind @param keys `kind:id` of records */
export async function findEntriesOf(db: Queryable, typed: string, ids: readonly string[], keys: readonly string[]): Promise<number[]> {
  const rows = await db.queryMany<{ id: number }>({
    name: 'activity.findEntriesOf',
    text: `with found as materialized (
        select id from activity_log where subject_id = any($2::text[]) and (subject_id = $1 or subject_kind || ':' || subject_id = any($3::text[]))
      ) select id from found order by id desc limit ${MAX_FOUND_ENTRIES}`,
    values: [typed, [typed, ...ids], keys],
  });
  return rows.map(({ id }) => id);
}

export interface ActivityFilter {
  readonly search: ActivitySearch | null;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly staffId: number | null;
  /** An action, or its first part with a dot: `staff.`. */
  readonly action: string | null;
  readonly market: Market | null;
  /** Markets that the reader may see. Entries without a market are visible to all readers. */
  readonly markets: readonly Market[];
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The parameters $1 to $12. */
const FILTER_SQL = `(market is null or market = any($1))
  and ($2::text is null or lower(actor_name) like $2 || '%' or staff_id = any($3) or action = any($4) or id = any($5::bigint[]))
  and ($6::text is null or subject_kind = $6) and ($7::text is null or subject_id = $7)
  and ($8::integer is null or staff_id = $8) and ($9::text is null or action = $9 or ($9 like '%.' and action like $9 || '%'))
  and ($10::text is null or market = $10) and ($11::timestamptz is null or at >= $11) and ($12::timestamptz is null or at < $12)`;

const toValues = (filter: ActivityFilter): unknown[] => [
  filter.markets,
  filter.search?.name ?? null,
  filter.search?.staffIds ?? [],
  filter.search?.actions ?? [],
  filter.search?.entryIds ?? [],
  filter.subjectKind,
  filter.subjectId,
  filter.staffId,
  filter.action,
  filter.market,
  filter.from,
  filter.to,
];

export interface ActivityPosition {
  /** Instant of the entry, to the microsecond. */
  readonly key: string;
  readonly id: number;
}

/** Lists entries before a position, the latest first. @param before null for the first page */
export const listActivity = (
  db: Queryable,
  filter: ActivityFilter,
  before: ActivityPosition | null,
  limit: number,
): Promise<(ActivityRow & ActivityPosition)[]> =>
  db.queryMany<ActivityRow & ActivityPosition>({
    text: `select id, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, actor_kind as "actorKind", staff_id as "staffId", actor_name as "actorName",
        api_key_name as "apiKeyName", ip, action,
        subject_kind as "subjectKind", subject_id as "subjectId", market, before, after
      from activity_log where ${FILTER_SQL} and ($13::text is null or (at, id) < ($13::timestamptz, $14::bigint))
      order by at desc, id desc limit $15`,
    values: [...toValues(filter), before?.key ?? null, before?.id ?? null, limit],
  });

/** Counts entries up to a limit. */
export async function countActivity(db: Queryable, filter: ActivityFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from activity_log where ${FILTER_SQL} limit $13) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/**
 * Returns who changed a record last and when, for the sentence about a conflict.
 * @param isByPerson leaves out what the shop logs by itself
 */
export async function lastChangeOf(
  db: Queryable,
  subject: Activity['subject'],
  isByPerson = false,
): Promise<{ readonly who: string; readonly when: string }> {
  const row = await db.queryOne<{ name: string; at: Date }>({
    name: 'activity.lastChangeOf',
    text: `select actor_name as name, at from activity_log
      where subject_kind = $1 and subject_id = $2 and not ($3 and actor_kind = 'system') order by at desc, id desc limit 1`,
    values: [subject.kind, String(subject.id), isByPerson],
  });
  return { who: row?.name ?? 'Somebody', when: timeAgo(row?.at ?? new Date()) };
}
