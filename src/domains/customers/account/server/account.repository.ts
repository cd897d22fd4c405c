/** SQL of the whole account: its personal data, and deleting it. */
import { emailKey } from '#lib/email.ts';
import type { PersonalData, StaffNote } from './personal-data.ts';

/** The account itself in the data download. Deleting it deletes all rows that cascade. */
export const accountData: PersonalData = {
  name: 'account',
  read: (db, { id }) =>
    db.queryOne({
      text: `select c.email, c.email_verified, c.given_name, c.family_name, c.phone, c.customer_group, c.user_metadata, c.created_at,
        (select e.new_email from email_changes e where e.customer_id = c.id and e.expires_at > now()) as new_email,
        (select json_agg(to_jsonb(m) - 'customer_id' - 'loyalty_note') from customer_markets m where m.customer_id = c.id) as markets,
        (select json_agg(to_jsonb(a) - 'customer_id' - 'id') from customer_addresses a where a.customer_id = c.id) as addresses,
        (select json_agg(json_build_object('market', i.market, 'brand', i.brand, 'last4', i.last4, 'expiry_month', i.expiry_month,
          'expiry_year', i.expiry_year)) from stored_instruments i where i.customer_id = c.id) as cards,
        (select json_agg(json_build_object('method', s.method, 'device', s.user_agent, 'created_at', s.created_at, 'last_seen_at', s.last_seen_at))
          from sessions s where s.customer_id = c.id) as sessions,
        (select json_agg(i.provider) from customer_identities i where i.customer_id = c.id) as providers
        from customers c where c.id = $1`,
      values: [id],
    }),
  readNotes: (db, { id }) =>
    db.queryMany<StaffNote>({
      // An exclusion from the loyalty programme by a command has no note.
      text: `select 'customer' as about, market, at, author, text from customer_notes where customer_id = $1
        union all select 'loyalty programme', m.market, c.updated_at, split_part(m.loyalty_note, ': ', 1), m.loyalty_note
          from customer_markets m join customers c on c.id = m.customer_id
          where m.customer_id = $1 and m.loyalty_note <> '' and not exists (select 1 from customer_notes n where n.customer_id = m.customer_id
            and n.market = m.market and right(n.text, length(m.loyalty_note) - length(split_part(m.loyalty_note, ': ', 1)) - 2)
              = substr(m.loyalty_note, length(split_part(m.loyalty_note, ': ', 1)) + 3))`,
      values: [id],
    }),
  async erase(transaction, { id, subject, email }) {
    await transaction.execute({ text: 'delete from oidc_records where account_id = $1', values: [subject] });
    await transaction.execute({ text: 'delete from verification_tokens where email_key = $1', values: [emailKey(email)] });
    // Stored responses of idempotency keys contain personal data.
    await transaction.execute({ text: "delete from idempotency_keys where scope like '% customer ' || $1", values: [id] });
    await transaction.execute({ text: 'delete from customers where id = $1', values: [id] });
  },
};
