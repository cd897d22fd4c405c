/** SQL of the sessions of open screens. Listening is no activity: a screen that nobody uses does not keep its session open. */
import type { Queryable } from '#lib/db/pool.ts';
import type { Grant } from '../model/staff-actor.ts';
import { GRANTS_SQL, IDLE_MINUTES } from './staff-session.repository.ts';

/** Returns what the people of those sessions that are open may do now, by id of the session. */
export async function openSessionsOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Grant[]>> {
  const rows = await db.queryMany<{ id: number; grants: readonly Grant[] }>({
    name: 'live-session.openSessionsOf',
    text: `select t.id, ${GRANTS_SQL} as grants from staff_sessions t join staff s on s.id = t.staff_id
      where t.id = any($1) and s.status = 'active' and t.revoked_at is null and t.expires_at > now()
        and t.last_seen_at > now() - interval '${IDLE_MINUTES} minutes'`,
    values: [ids],
  });
  return new Map(rows.map(({ id, grants }) => [id, grants]));
}
