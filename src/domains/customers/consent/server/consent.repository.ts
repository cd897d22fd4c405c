/** SQL of consent to marketing. */
import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ConsentEntry } from '../model/marketing.ts';

/**
 * Records entries that change the state, and projects email and SMS into the user metadata. A withdrawal without an earlier consent
 * is not an entry.
 */
export async function recordConsents(
  transaction: Transaction,
  customerId: number,
  entries: readonly ConsentEntry[],
  market: Market | null,
): Promise<void> {
  await transaction.execute({
    name: 'consent.recordConsents.lock',
    text: 'select id from customers where id = $1 for no key update',
    values: [customerId],
  });
  await transaction.execute({
    name: 'consent.recordConsents.record',
    text: `insert into marketing_consents (customer_id, channel, granted, wording, source, market)
      select $1, given.channel, given.granted, given.wording, given.source, $3
      from jsonb_to_recordset($2::jsonb) as given (channel text, granted boolean, wording text, source text)
      left join lateral (select m.granted from marketing_consents m where m.customer_id = $1 and m.device is null and m.channel = given.channel
        order by m.at desc, m.id desc limit 1) latest on true
      where given.granted is distinct from coalesce(latest.granted, false)`,
    values: [customerId, JSON.stringify(entries), market],
  });
  await projectConsents(transaction, customerId, metadataOf(entries));
}

const metadataOf = (entries: readonly Pick<ConsentEntry, 'channel' | 'granted'>[]): Record<string, boolean> =>
  Object.fromEntries(entries.filter(({ channel }) => channel !== 'push').map(({ channel, granted }) => [`marketing_${channel}`, granted]));

/** Projects the latest entry of each channel into the metadata. Channels without entries get the given state. */
async function projectConsents(transaction: Transaction, customerId: number, consents: Readonly<Record<string, boolean>>): Promise<void> {
  await transaction.execute({
    name: 'consent.projectConsents',
    text: `update customers c set updated_at = now(), user_metadata = c.user_metadata || $2::jsonb || coalesce((
        select jsonb_object_agg('marketing_' || latest.channel, latest.granted) from (
          select distinct on (m.channel) m.channel, m.granted from marketing_consents m
          where m.customer_id = c.id and m.device is null and m.channel <> 'push' order by m.channel, m.at desc, m.id desc) latest), '{}')
      where c.id = $1`,
    values: [customerId, JSON.stringify(consents)],
  });
}

/** An imported entry. */
export interface ImportedConsent extends ConsentEntry {
  /** ISO instant; null if the file has none. */
  readonly at: string | null;
  readonly market: Market | null;
}

/**
 * Merges the consents of an imported customer. Dated entries are stored once. The latest entry counts, so an old list does not undo
 * an unsubscription. `states` are claims of the record's metadata without evidence.
 */
export async function importConsents(
  transaction: Transaction,
  customerId: number,
  history: readonly ImportedConsent[],
  states: Readonly<Partial<Record<'email' | 'sms', boolean>>>,
): Promise<void> {
  await transaction.execute({
    text: `insert into marketing_consents (customer_id, channel, granted, wording, source, market, at)
      select $1, g.channel, g.granted, g.wording, g.source, g.market, coalesce(g.at, now())
      from jsonb_to_recordset($2::jsonb) as g (channel text, granted boolean, wording text, source text, market text, at timestamptz)
      where not exists (select 1 from marketing_consents m where m.customer_id = $1 and m.device is null and m.channel = g.channel
        and m.granted = g.granted and m.wording = g.wording and (g.at is null or m.at = g.at))
      order by g.at`,
    values: [customerId, JSON.stringify(history)],
  });
  const claims = Object.entries(states).map(([channel, granted]) => ({ channel, granted }));
  await transaction.execute({
    text: `insert into marketing_consents (customer_id, channel, granted, wording, source)
      select $1, given.channel, given.granted, '', 'import' from jsonb_to_recordset($2::jsonb) as given (channel text, granted boolean)
      left join lateral (select m.granted from marketing_consents m where m.customer_id = $1 and m.device is null and m.channel = given.channel
        order by m.at desc, m.id desc limit 1) latest on true
      where given.granted and latest.granted is null or not given.granted and latest.granted`,
    values: [customerId, JSON.stringify(claims)],
  });
  await projectConsents(transaction, customerId, {});
}

/** Hashes a browser's push address. */
export const deviceOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

/** Records that a browser subscribed to notifications or unsubscribed. A repeated registration is not an entry. */
export const recordDevice = (
  db: Queryable,
  endpoint: string,
  { customerId, granted, wording, market }: { customerId: number | null; granted: boolean; wording: string; market: Market | null },
): Promise<number> =>
  db.execute({
    name: 'consent.recordDevice',
    text: `insert into marketing_consents (customer_id, device, channel, granted, wording, source, market)
      select $1, $2, 'push', $3, $4, 'device', $5
      where $3 is distinct from coalesce((select granted from marketing_consents where device = $2 order by at desc, id desc limit 1), false)`,
    values: [customerId, deviceOf(endpoint), granted, wording, market],
  });

/** A recipient of marketing email. */
export interface Recipient {
  readonly email: string;
  readonly givenName: string;
}

/** Returns the customer if they consent to marketing by email now, else null. */
export async function emailRecipient(db: Queryable, customerId: number): Promise<Recipient | null> {
  const row = await db.queryOne<{ email: string; given_name: string }>({
    name: 'consent.emailRecipient',
    text: `select email, given_name from customers where id = $1 and user_metadata->>'marketing_email' = 'true'`,
    values: [customerId],
  });
  return row && { email: row.email, givenName: row.given_name };
}

/** Returns true if the customer consents to marketing on a channel now. */
export async function isSubscribed(db: Queryable, customerId: number, channel: 'email' | 'sms'): Promise<boolean> {
  const row = await db.queryOne({
    name: 'consent.isSubscribed',
    text: `select id from customers where id = $1 and user_metadata->>$2 = 'true'`,
    values: [customerId, `marketing_${channel}`],
  });
  return row !== null;
}

/** Consents in the data download. */
export const consentData = {
  name: 'consents',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: 'select channel, granted, wording, source, market, at from marketing_consents where customer_id = $1 order by at, id',
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({ text: 'delete from marketing_consents where customer_id = $1', values: [id] });
  },
} as const;
