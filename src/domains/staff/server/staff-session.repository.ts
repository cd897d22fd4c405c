/** SQL of office sessions and of the browsers that have signed in before. Tokens are stored as digests. */
import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Grant } from '../model/staff-actor.ts';

/** A session ends after this time without a request. */
export const IDLE_MINUTES = 30;
/** A session ends after this time. */
export const SESSION_HOURS = 12;
/** Time in seconds after which a request counts as new activity. Fewer writes than one per request. */
const TOUCH_SECONDS = 20;

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
/** Creates a random token of 256 bits. */
export const createToken = (): string => randomBytes(32).toString('base64url');

export interface SessionDetails {
  readonly method: string;
  readonly userAgent: string;
  readonly ip: string;
  /** A second factor was given. */
  readonly isSteppedUp: boolean;
}

/** Starts a session. @returns its id */
export async function insertSession(transaction: Transaction, staffId: number, token: string, details: SessionDetails): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'staff-session.insertSession.insert',
    text: `insert into staff_sessions (staff_id, token_hash, method, user_agent, ip, expires_at, step_up_at)
      values ($1, $2, $3, $4, $5, now() + interval '${SESSION_HOURS} hours', case when $6 then now() end) returning id`,
    values: [staffId, digestOf(token), details.method, details.userAgent.slice(0, 300), details.ip, details.isSteppedUp],
  });
  await transaction.execute({
    name: 'staff-session.insertSession.seen',
    text: 'update staff set last_seen_at = now() where id = $1',
    values: [staffId],
  });
  if (!row) throw new Error('insert of a session returned no row');
  return row.id;
}

const IS_OPEN = `revoked_at is null and expires_at > now() and last_seen_at > now() - interval '${IDLE_MINUTES} minutes'`;

export interface OpenSession {
  readonly id: number;
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
  readonly stepUpAt: Date | null;
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
  readonly grants: readonly Grant[];
}

/** Roles of the person `s`, as JSON of `Grant`. */
export const GRANTS_SQL = `(select coalesce(jsonb_agg(jsonb_build_object('permissions', r.permissions, 'markets', r.markets,
    'refundLimitCents', r.refund_limit_cents, 'isOwner', r.is_owner) order by r.id), '[]')
  from staff_roles sr join roles r on r.id = sr.role_id where sr.staff_id = s.id)`;

/** Finds the open session of a token, with what its person may do, and counts the request as activity. */
export async function findSession(db: Queryable, token: string): Promise<OpenSession | null> {
  const digest = digestOf(token);
  const session = await db.queryOne<OpenSession & { isQuiet: boolean }>({
    name: 'staff-session.findSession.find',
    text: `select t.id, s.id as "staffId", s.name, s.email, t.step_up_at as "stepUpAt", t.expires_at as "expiresAt",
        t.last_seen_at as "lastSeenAt", ${GRANTS_SQL} as grants,
        t.last_seen_at < now() - interval '${TOUCH_SECONDS} seconds' as "isQuiet"
      from staff_sessions t join staff s on s.id = t.staff_id
      where t.token_hash = $1 and s.status = 'active' and t.revoked_at is null and t.expires_at > now()
        and t.last_seen_at > now() - interval '${IDLE_MINUTES} minutes'`,
    values: [digest],
  });
  if (session?.isQuiet)
    await db.execute({
      name: 'staff-session.findSession.touch',
      text: `with touched as (update staff_sessions set last_seen_at = now() where token_hash = $1 and ${IS_OPEN} returning staff_id)
        update staff set last_seen_at = now() where id in (select staff_id from touched)`,
      values: [digest],
    });
  return session;
}

export const stepUpSession = (db: Queryable, id: number): Promise<{ stepUpAt: Date | null } | null> =>
  db.queryOne<{ stepUpAt: Date | null }>({
    name: 'staff-session.stepUpSession',
    text: 'update staff_sessions set step_up_at = now() where id = $1 returning step_up_at as "stepUpAt"',
    values: [id],
  });

export interface SessionRow {
  readonly id: number;
  readonly method: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** Lists the open sessions of a person, the last used first. */
export const listSessions = (db: Queryable, staffId: number): Promise<SessionRow[]> =>
  db.queryMany<SessionRow>({
    name: 'staff-session.listSessions',
    text: `select id, method, user_agent as "userAgent", ip, created_at as "createdAt", last_seen_at as "lastSeenAt",
        expires_at as "expiresAt" from staff_sessions where staff_id = $1 and ${IS_OPEN} order by last_seen_at desc, id desc limit 100`,
    values: [staffId],
  });

/** Ends one session of a person. @returns how many were open */
export const endSession = (db: Queryable, staffId: number, id: number): Promise<number> =>
  db.execute({
    name: 'staff-session.endSession',
    text: `update staff_sessions set revoked_at = now() where id = $2 and staff_id = $1 and ${IS_OPEN}`,
    values: [staffId, id],
  });

/** Ends all sessions of a person except one. @returns how many were open */
export const endSessions = (db: Queryable, staffId: number, exceptId: number | null = null): Promise<number> =>
  db.execute({
    name: 'staff-session.endSessions',
    text: `update staff_sessions set revoked_at = now() where staff_id = $1 and id is distinct from $2 and ${IS_OPEN}`,
    values: [staffId, exceptId],
  });

/** Records a browser of a person. @returns whether it was known, and whether the person has signed in from any before */
export async function recordDevice(
  transaction: Transaction,
  staffId: number,
  token: string,
): Promise<{ readonly isKnown: boolean; readonly isFirst: boolean }> {
  const row = await transaction.queryOne<{ isKnown: boolean; isFirst: boolean }>({
    name: 'staff-session.recordDevice.find',
    text: `select coalesce(bool_or(token_hash = $2), false) as "isKnown", count(*) = 0 as "isFirst" from staff_devices where staff_id = $1`,
    values: [staffId, digestOf(token)],
  });
  await transaction.execute({
    name: 'staff-session.recordDevice.save',
    text: `insert into staff_devices (staff_id, token_hash) values ($1, $2)
      on conflict (staff_id, token_hash) do update set last_seen_at = now()`,
    values: [staffId, digestOf(token)],
  });
  return row ?? { isKnown: false, isFirst: true };
}

const RETENTION_DAYS = 90;
const DEVICE_RETENTION_DAYS = 400;

/** Deletes ended sessions, unfinished sign-ins, used links and browsers that were not seen for long. @returns how many rows */
export async function purgeStaffSessions(db: Queryable): Promise<number> {
  const deleted = [
    await db.execute({ text: `delete from staff_sessions where last_seen_at < now() - interval '${RETENTION_DAYS} days'` }),
    await db.execute({ text: `delete from staff_invitations where expires_at < now() - interval '${RETENTION_DAYS} days'` }),
    await db.execute({ text: `delete from staff_devices where last_seen_at < now() - interval '${DEVICE_RETENTION_DAYS} days'` }),
    await db.execute({ text: 'delete from staff_sign_ins where expires_at < now()' }),
    await db.execute({ text: 'delete from staff_challenges where expires_at < now()' }),
  ];
  return deleted.reduce((sum, rows) => sum + rows, 0);
}
