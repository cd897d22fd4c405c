/** What the checklist counts in the database. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';

/** Counts active people without authenticator and passkey. */
export async function countWithoutFactor(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'setup.countWithoutFactor',
    text: `select count(*)::integer as count from staff s where s.status = 'active' and s.totp_secret is null
      and not exists (select 1 from staff_passkeys p where p.staff_id = s.id)`,
  });
  return row?.count ?? 0;
}

/** Returns true if an order was ever paid. */
export async function hasPaidOrder(db: Queryable): Promise<boolean> {
  const row = await db.queryOne<{ found: boolean }>({
    name: 'setup.hasPaidOrder',
    text: 'select exists (select 1 from orders where number is not null) as found',
  });
  return row?.found ?? false;
}

/** Returns when the connection of a setting was last tested with success, if the latest test succeeded. @returns null otherwise */
export async function lastGoodTest(db: Queryable, setting: string): Promise<Date | null> {
  const row = await db.queryOne<{ at: Date; isConnected: boolean | null }>({
    name: 'setup.lastGoodTest',
    text: `select at, (after ->> 'isConnected')::boolean as "isConnected" from activity_log
      where subject_id = $1 and subject_kind = 'setting' and action = 'setting.tested' order by at desc, id desc limit 1`,
    values: [setting],
  });
  return row?.isConnected === true ? row.at : null;
}

/** Waits for other processes that start on the same database. Released with the transaction. */
export const lockFirstStart = (transaction: Transaction): Promise<number> =>
  transaction.execute({ text: "select pg_advisory_xact_lock(hashtext('cellardoor first start'))" });

/** Returns true if a database has nothing of a shop yet: no staff, wines, pages, orders and settings. */
export async function isNewShop(db: Queryable): Promise<boolean> {
  const row = await db.queryOne<{ isNew: boolean }>({
    name: 'setup.isNewShop',
    text: `select not exists (select 1 from staff) and not exists (select 1 from offers) and not exists (select 1 from pages)
      and not exists (select 1 from orders) and not exists (select 1 from setting_versions)
      and not exists (select 1 from import_changes where kind = 'page') as "isNew"`,
  });
  return row?.isNew ?? false;
}
