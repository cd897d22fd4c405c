/** SQL of sessions: one per device. A session is the provider's session with all tokens issued from it. */
import type { Queryable } from '#lib/db/pool.ts';

export interface Session {
  readonly id: string;
  /** `password`, `link`, or the id of a provider. */
  readonly method: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Records a session, or a new sign-in of the same customer on the same device. */
export const recordSession = (db: Queryable, customerId: number, session: Pick<Session, 'id' | 'method' | 'userAgent'>): Promise<number> =>
  db.execute({
    name: 'session.recordSession',
    text: `insert into sessions (id, customer_id, method, user_agent) values ($1, $2, $3, $4)
      on conflict (id) do update set method = excluded.method, user_agent = excluded.user_agent, last_seen_at = now(),
        authenticated_at = now()`,
    values: [session.id, customerId, session.method, session.userAgent],
  });

/** Records that a token of the session was refreshed. */
export const touchSession = (db: Queryable, id: string): Promise<number> =>
  db.execute({ name: 'session.touchSession', text: 'update sessions set last_seen_at = now() where id = $1', values: [id] });

/** Lists up to 100 sessions of a customer, the last used first. */
export const listSessions = (db: Queryable, customerId: number): Promise<Session[]> =>
  db.queryMany<Session>({
    name: 'session.listSessions',
    text: `select id, method, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt" from sessions
      where customer_id = $1 order by last_seen_at desc limit 100`,
    values: [customerId],
  });

/** Returns true if the customer authenticated in this session within the last minutes. */
export async function isRecentSession(db: Queryable, id: string, minutes: number): Promise<boolean> {
  const row = await db.queryOne<{ isRecent: boolean }>({
    name: 'session.isRecentSession',
    text: 'select authenticated_at > now() - make_interval(mins => $2) as "isRecent" from sessions where id = $1',
    values: [id, minutes],
  });
  return row?.isRecent === true;
}

/** Revokes a session with its codes and refresh tokens. Its access tokens stop working. @returns false if there was none */
export async function revokeSession(db: Queryable, id: string): Promise<boolean> {
  await db.execute({ name: 'session.revokeSession.end', text: 'delete from oidc_records where uid = $1', values: [id] });
  return (await db.execute({ name: 'session.revokeSession.revoke', text: 'delete from sessions where id = $1', values: [id] })) > 0;
}

/** Revokes all sessions of a customer except one. @returns how many */
export async function revokeSessions(db: Queryable, customerId: number, exceptId: string | null): Promise<number> {
  await db.execute({
    name: 'session.revokeSessions.endAll',
    text: 'delete from oidc_records where uid in (select id from sessions where customer_id = $1 and id is distinct from $2)',
    values: [customerId, exceptId],
  });
  return db.execute({
    name: 'session.revokeSessions.revokeAll',
    text: 'delete from sessions where customer_id = $1 and id is distinct from $2',
    values: [customerId, exceptId],
  });
}

/** Days for which a session without a request is stored. */
const SESSION_RETENTION_DAYS = 90;
/** Hours for which an expired link is stored, so that its page can say that it has expired. */
const LINK_RETENTION_HOURS = 24;

/** Deletes expired protocol records, links, codes and attempt counters, and unused sessions. @returns how many rows */
export async function purgeSessions(db: Queryable): Promise<number> {
  const deleted = [
    await db.execute({ text: 'delete from oidc_records where expires_at < now()' }),
    await db.execute({ text: `delete from verification_tokens where expires_at < now() - interval '${LINK_RETENTION_HOURS} hours'` }),
    await db.execute({ text: 'delete from email_changes where expires_at < now()' }),
    await db.execute({ text: 'delete from rate_limit_counters where window_ends_at < now()' }),
    await db.execute({ text: `delete from sessions where last_seen_at < now() - interval '${SESSION_RETENTION_DAYS} days'` }),
  ];
  return deleted.reduce((sum, rows) => sum + rows, 0);
}
