/** SQL of the sessions of open screens. Listening is no activity: a screen that nobody uses does not keep its session open. */
import type { Queryable } from '#lib/db/pool.ts';
import { IDLE_MINUTES } from './session.repository.ts';

/** Returns those of the sessions that are open. */
export async function openSessionsOf(db: Queryable, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.queryMany<{ id: number }>({
    name: 'live-session.openSessionsOf',
    text: `select t.id from staff_sessions t join staff s on s.id = t.staff_id
      where t.id = any($1) and s.status = 'active' and t.revoked_at is null and t.expires_at > now()
        and t.last_seen_at > now() - interval '${IDLE_MINUTES} minutes'`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}
