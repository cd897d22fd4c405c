/** The SQL of payments that all gateways share: the id of this installation, and alerts about money that no order explains. */
import type { Database, Queryable } from '#lib/db/pool.ts';

const installationIds = new WeakMap<Database, Promise<string>>();

async function readInstallationId(database: Database): Promise<string> {
  const identity = 'select system_identifier::text, current_database()::text from pg_control_system()';
  await database.execute({ text: `insert into installations (system_identifier, database_name) ${identity} on conflict do nothing` });
  const row = await database.queryOne<{ id: string }>({
    text: `select id from installations where (system_identifier, database_name) = (${identity})`,
  });
  if (!row) throw new Error('the id of this installation could not be read');
  return row.id;
}

/**
 * Returns the id by which this installation marks its payments at a gateway. It is created at the first payment. A copy of the
 * database on another server gets another id, and so does a restored one (docs/decisions/0097-payments-that-are-not-ours.md).
 */
export function installationId(database: Database): Promise<string> {
  const cached = installationIds.get(database);
  if (cached) return cached;
  const reading = readInstallationId(database);
  installationIds.set(database, reading);
  reading.catch(() => installationIds.delete(database));
  return reading;
}

/**
 * Deletes the id of this installation, so that the next payment makes another one. To be called for a restored database before a shop
 * starts on it: payments that were taken after the restored moment have no order there, and must not be refunded for that.
 */
export const renewInstallation = (db: Queryable): Promise<number> =>
  db.execute({ name: 'payment.renewInstallation', text: 'delete from installations' });

export interface PaymentAlert {
  readonly gateway: string;
  /** The gateway's id of the payment or dispute. */
  readonly subject: string;
  readonly kind: 'stray_payment' | 'unknown_dispute';
  readonly amountCents: number;
  /** What was found, in a sentence without personal data. */
  readonly detail: string;
}

/** Reports a new alert to the log and the error reports. */
export class PaymentAlertRaised extends Error {
  override readonly name = 'PaymentAlertRaised';
}

/** Records an alert once. It stays listed until a person resolves it. @returns false if it was recorded before */
export async function raiseAlert(db: Queryable, { gateway, subject, kind, amountCents, detail }: PaymentAlert): Promise<boolean> {
  const raised = await db.execute({
    name: 'payment.raiseAlert',
    text: 'insert into payment_alerts (gateway, subject, kind, amount_cents, detail) values ($1, $2, $3, $4, $5) on conflict do nothing',
    values: [gateway, subject, kind, amountCents, detail],
  });
  return raised === 1;
}

export interface OpenAlert extends PaymentAlert {
  readonly id: string;
  readonly raisedAt: Date;
}

/** Lists unresolved alerts, the oldest first. */
export const openAlerts = (db: Queryable): Promise<OpenAlert[]> =>
  db.queryMany({
    text: `select id::text, gateway, subject, kind, amount_cents as "amountCents", detail, raised_at as "raisedAt" from payment_alerts
      where resolved_at is null order by id`,
  });

/** Marks an alert as resolved. @returns false if no open alert has this id */
export async function resolveAlert(db: Queryable, id: string, actor: string): Promise<boolean> {
  const resolved = await db.execute({
    text: 'update payment_alerts set resolved_at = now(), resolved_by = $2 where id = $1::bigint and resolved_at is null',
    values: [id, actor],
  });
  return resolved === 1;
}
