/** Alerts about money at the gateway that the books cannot explain. Each is raised once and stays listed until a person resolves it. */
import type { Queryable } from '#lib/db/pool.ts';

export interface PaymentAlert {
  readonly gateway: string;
  /** The gateway's name for the payment or dispute. */
  readonly subject: string;
  readonly kind: 'stray_payment' | 'unknown_dispute';
  readonly amountCents: number;
  /** What was found, in a sentence without personal data. */
  readonly detail: string;
}

/** An alert that was raised just now; thrown to the log and the error reports. */
export class PaymentAlertRaised extends Error {
  override readonly name = 'PaymentAlertRaised';
}

/** Records an alert. Returns whether it is new. */
export async function raiseAlert(db: Queryable, { gateway, subject, kind, amountCents, detail }: PaymentAlert): Promise<boolean> {
  const raised = await db.execute({
    name: 'payment.raise_alert',
    text: 'insert into payment_alerts (gateway, subject, kind, amount_cents, detail) values ($1, $2, $3, $4, $5) on conflict do nothing',
    values: [gateway, subject, kind, amountCents, detail],
  });
  return raised === 1;
}

export interface OpenAlert extends PaymentAlert {
  readonly id: string;
  readonly raisedAt: Date;
}

/** Alerts that nobody has resolved, the oldest first. */
export const openAlerts = (db: Queryable): Promise<OpenAlert[]> =>
  db.queryMany({
    text: `select id::text, gateway, subject, kind, amount_cents as "amountCents", detail, raised_at as "raisedAt" from payment_alerts
      where resolved_at is null order by id`,
  });

/** Marks an alert as resolved. Returns false where none of this id is open. */
export async function resolveAlert(db: Queryable, id: string, actor: string): Promise<boolean> {
  const resolved = await db.execute({
    text: 'update payment_alerts set resolved_at = now(), resolved_by = $2 where id = $1::bigint and resolved_at is null',
    values: [id, actor],
  });
  return resolved === 1;
}
