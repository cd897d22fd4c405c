/** SQL of the staff grid and of one person's record. */
import type { Queryable } from '#lib/db/pool.ts';
import { escapeLike } from '#lib/db/word-pattern.ts';
import type { StaffStatus } from '../model/records.ts';

export interface StaffRow {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly status: StaffStatus;
  readonly version: number;
  readonly invitedAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
  readonly invitationExpiresAt: Date | null;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
}

export type StaffSort = 'name' | '-name' | 'email' | '-email' | 'last_seen' | '-last_seen';

export interface StaffFilter {
  readonly q: string | null;
  readonly status: StaffStatus | null;
  readonly roleId: number | null;
}

const COLUMNS = `s.id, s.email, s.name, s.status, s.version, s.invited_at as "invitedAt", s.last_seen_at as "lastSeenAt",
    s.totp_secret is not null as "hasTotp",
    (select count(*)::integer from staff_passkeys p where p.staff_id = s.id) as passkeys,
    (select count(*)::integer from staff_recovery_codes c where c.staff_id = s.id) as "recoveryCodes",
    (select max(i.expires_at) from staff_invitations i where i.staff_id = s.id and i.used_at is null and i.expires_at > now())
      as "invitationExpiresAt",
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
      from staff_roles sr join roles r on r.id = sr.role_id where sr.staff_id = s.id) as roles`;

/** The parameters $1 to $3. */
const FILTER_SQL = `($1::text is null or lower(s.name) like '%' || $1 || '%' or s.email_key like '%' || $1 || '%')
  and ($2::text is null or s.status = $2)
  and ($3::integer is null or exists (select 1 from staff_roles sr where sr.staff_id = s.id and sr.role_id = $3))`;

/** The sort order $4 as a text that is compared, so that one cursor fits all. A shop's staff are few, so it needs no index. */
const KEY_SQL = `case $4::text when 'email' then s.email_key
  when 'last_seen' then coalesce(to_char(s.last_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), '') else lower(s.name) end`;

const toValues = ({ q, status, roleId }: StaffFilter): unknown[] => [q === null ? null : escapeLike(q.toLowerCase()), status, roleId];

export interface StaffPosition {
  readonly key: string;
  readonly id: number;
}

/** Lists people after a position. @param after null for the first page */
export function listStaff(
  db: Queryable,
  filter: StaffFilter,
  sort: StaffSort,
  after: StaffPosition | null,
  limit: number,
): Promise<(StaffRow & { readonly key: string })[]> {
  const isDescending = sort.startsWith('-');
  return db.queryMany<StaffRow & { readonly key: string }>({
    text: `select ${KEY_SQL} as key, ${COLUMNS} from staff s where ${FILTER_SQL} and ($5::text is null or ${
      isDescending ? `(${KEY_SQL}, s.id) < ($5, $6::integer)` : `(${KEY_SQL}, s.id) > ($5, $6::integer)`
    }) order by ${isDescending ? 'key desc, s.id desc' : 'key, s.id'} limit $7`,
    values: [...toValues(filter), sort.replace('-', ''), after?.key ?? null, after?.id ?? null, limit],
  });
}

export async function countStaff(db: Queryable, filter: StaffFilter): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from staff s where ${FILTER_SQL}`,
    values: toValues(filter),
  });
  return row?.count ?? 0;
}

export const readStaff = (db: Queryable, id: number): Promise<StaffRow | null> =>
  db.queryOne<StaffRow>({ name: 'staff-list.readStaff', text: `select ${COLUMNS} from staff s where s.id = $1`, values: [id] });
