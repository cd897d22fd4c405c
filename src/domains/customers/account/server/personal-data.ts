/** What each part of the shop keeps of a person: read for "download my data", erased with the account. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

/** A customer as the sources need them. */
export interface Person {
  readonly id: number;
  readonly subject: string;
  readonly email: string;
}

/** One part of the shop; the shop's table of them stands in app/server/personal-data.ts. */
export interface PersonalData {
  /** Names it in the download. */
  readonly name: string;
  read(db: Queryable, person: Person): Promise<unknown>;
  /** Erase it, or take the person out of it where the books need it. Rows that reference the customer with `on delete cascade` go by themselves. */
  erase(transaction: Transaction, person: Person): Promise<void>;
}

/** Rows that only the account itself has. */
export const accountData: PersonalData = {
  name: 'account',
  read: (db, { id }) =>
    db.queryOne({
      text: `select c.email, c.email_verified, c.given_name, c.family_name, c.phone, c.customer_group, c.user_metadata, c.created_at,
        (select e.new_email from email_changes e where e.customer_id = c.id and e.expires_at > now()) as new_email,
        (select json_agg(to_jsonb(m) - 'customer_id') from customer_markets m where m.customer_id = c.id) as markets,
        (select json_agg(to_jsonb(a) - 'customer_id' - 'id') from customer_addresses a where a.customer_id = c.id) as addresses,
        (select json_agg(json_build_object('market', i.market, 'brand', i.brand, 'last4', i.last4, 'expiry_month', i.expiry_month,
          'expiry_year', i.expiry_year)) from stored_instruments i where i.customer_id = c.id) as cards,
        (select json_agg(json_build_object('method', s.method, 'device', s.user_agent, 'created_at', s.created_at, 'last_seen_at', s.last_seen_at))
          from sign_ins s where s.customer_id = c.id) as sign_ins,
        (select json_agg(i.provider) from customer_identities i where i.customer_id = c.id) as providers
        from customers c where c.id = $1`,
      values: [id],
    }),
  async erase(transaction, { id, subject, email }) {
    await transaction.execute({ text: 'delete from oidc_records where account_id = $1', values: [subject] });
    await transaction.execute({ text: 'delete from one_time_links where email_key = $1', values: [emailKey(email)] });
    // Stored answers of their calls say what those answered.
    await transaction.execute({ text: "delete from idempotency_keys where scope like '% customer ' || $1", values: [id] });
    await transaction.execute({ text: 'delete from customers where id = $1', values: [id] });
  },
};

/** Everything of a person, by the name of its source. */
export async function readEverything(db: Queryable, sources: readonly PersonalData[], person: Person): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const source of sources) entries.push([source.name, await source.read(db, person)]);
  return Object.fromEntries(entries);
}
