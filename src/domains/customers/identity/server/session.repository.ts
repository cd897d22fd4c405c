/** Sign-ins of a customer, one a device; each is the provider's session with everything that was issued from it. */
import type { Queryable } from '#lib/db/pool.ts';

export interface Session {
  readonly id: string;
  /** `password`, `link`, or the id of another provider. */
  readonly method: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Records a sign-in, or that its customer signed in again on the same device. */
export const recordSignIn = (db: Queryable, customerId: number, signIn: Pick<Session, 'id' | 'method' | 'userAgent'>): Promise<number> =>
  db.execute({
    name: 'sign_in.record',
    text: `insert into sign_ins (id, customer_id, method, user_agent) values ($1, $2, $3, $4)
      on conflict (id) do update set method = excluded.method, user_agent = excluded.user_agent, last_seen_at = now(),
        authenticated_at = now()`,
    values: [signIn.id, customerId, signIn.method, signIn.userAgent],
  });

/** A token of this sign-in was refreshed. */
export const touchSignIn = (db: Queryable, id: string): Promise<number> =>
  db.execute({ name: 'sign_in.touch', text: 'update sign_ins set last_seen_at = now() where id = $1', values: [id] });

/** A customer's sign-ins, the last used first. */
export const signInsOf = (db: Queryable, customerId: number): Promise<Session[]> =>
  db.queryMany<Session>({
    name: 'sign_in.list',
    text: `select id, method, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt" from sign_ins
      where customer_id = $1 order by last_seen_at desc limit 100`,
    values: [customerId],
  });

/** End one sign-in: its session, codes and refresh tokens go, its access tokens are refused. @returns whether there was one */
export async function revokeSession(db: Queryable, id: string): Promise<boolean> {
  await db.execute({ name: 'oidc.end', text: 'delete from oidc_records where uid = $1', values: [id] });
  return (await db.execute({ name: 'sign_in.end', text: 'delete from sign_ins where id = $1', values: [id] })) > 0;
}

/** End a customer's sign-ins, all but `keep`. @returns how many there were */
export async function endSignIns(db: Queryable, customerId: number, keep: string | null): Promise<number> {
  await db.execute({
    name: 'oidc.end_all',
    text: 'delete from oidc_records where uid in (select id from sign_ins where customer_id = $1 and id is distinct from $2)',
    values: [customerId, keep],
  });
  return db.execute({
    name: 'sign_in.end_all',
    text: 'delete from sign_ins where customer_id = $1 and id is distinct from $2',
    values: [customerId, keep],
  });
}
