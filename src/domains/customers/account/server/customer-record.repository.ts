/** SQL that imports and exports customers as records. Importing the same record twice changes nothing. */
import { createHash } from 'node:crypto';
import { importConsents } from '#domains/customers/consent/server/consent.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { hashPassword } from '#lib/server/password-hash.ts';
import type { CustomerRecord } from '../model/record.ts';

export interface WrittenCustomers {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

const hashRecord = (record: CustomerRecord): string => createHash('sha256').update(JSON.stringify(record)).digest('base64url');

/** Inserts or updates the account. A record without a password leaves the password unchanged. */
async function writeAccount(transaction: Transaction, record: CustomerRecord, recordHash: string): Promise<number> {
  const hash = record.passwordHash ?? (record.password === null ? null : await hashPassword(record.password));
  const values = [
    record.email,
    emailKey(record.email),
    record.emailVerified,
    hash,
    record.givenName,
    record.familyName,
    record.phone,
    record.group,
    JSON.stringify(record.userMetadata),
    recordHash,
    record.createdAt,
    record.subject,
    record.id,
  ];
  const columns =
    'email, email_key, email_verified, password_hash, given_name, family_name, phone, customer_group, user_metadata, record_hash, created_at, subject';
  const row = await transaction.queryOne<{ id: number }>({
    text: `insert into customers (id, ${columns})
      values (coalesce((select $13::int where not exists (select 1 from customers where id = $13)), nextval(pg_get_serial_sequence('customers', 'id'))),
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, now()),
        coalesce((select $12::text where not exists (select 1 from customers where subject = $12)), gen_random_uuid()::text))
      on conflict (email_key) do update set email = excluded.email, email_verified = excluded.email_verified,
        password_hash = coalesce(excluded.password_hash, customers.password_hash), given_name = excluded.given_name,
        family_name = excluded.family_name, phone = excluded.phone, customer_group = excluded.customer_group,
        user_metadata = excluded.user_metadata, record_hash = excluded.record_hash, updated_at = now()
      returning id`,
    values,
  });
  if (!row) throw new Error('upsert of a customer returned no row');
  return row.id;
}

/** Returns true for the default of its market: the first one marked, else the first of the list. */
function defaultOf<T extends { readonly market: string; readonly isDefault: boolean }>(list: readonly T[], item: T): boolean {
  const inMarket = list.filter((other) => other.market === item.market);
  return (inMarket.find((other) => other.isDefault) ?? inMarket[0]) === item;
}

const IDENTITIES = `insert into customer_identities (provider, provider_subject, customer_id)
  select r.provider, r.subject, $1 from jsonb_to_recordset($2::jsonb) as r (provider text, subject text) on conflict do nothing`;

/** Replaces market rows, addresses and cards of the account by those of the record. Cart ids stay. */
async function writeParts(transaction: Transaction, customerId: number, record: CustomerRecord): Promise<void> {
  const markets = Object.entries(record.markets).map(([market, row]) => ({
    customer_id: customerId,
    market,
    tier: row.tier,
    external_id: row.externalId,
    contact_id: row.contactId,
    loyalty_excluded: row.loyaltyExcluded ?? null,
    loyalty_note: row.loyaltyNote ?? null,
  }));
  await transaction.execute({
    text: `insert into customer_markets as m (customer_id, market, tier, external_id, contact_id, loyalty_excluded, loyalty_note)
      select r.customer_id, r.market, r.tier, r.external_id, r.contact_id, coalesce(r.loyalty_excluded, k.loyalty_excluded, false),
        coalesce(r.loyalty_note, k.loyalty_note, '')
      from jsonb_populate_recordset(null::customer_markets, $1::jsonb) r
      left join customer_markets k on k.customer_id = r.customer_id and k.market = r.market
      on conflict (customer_id, market) do update set tier = excluded.tier, external_id = excluded.external_id,
        contact_id = excluded.contact_id, loyalty_excluded = excluded.loyalty_excluded, loyalty_note = excluded.loyalty_note`,
    values: [JSON.stringify(markets)],
  });

  await transaction.execute({ text: IDENTITIES, values: [customerId, JSON.stringify(record.identities)] });

  const addresses = record.addresses.map((address) => ({
    customer_id: customerId,
    market: address.market,
    first_name: address.firstName,
    last_name: address.lastName,
    phone: address.phone,
    address: address.address,
    suburb: address.suburb,
    state: address.state,
    postcode: address.postcode,
    instructions: address.instructions,
    is_default: defaultOf(record.addresses, address),
  }));
  const addressColumns = 'customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, instructions, is_default';
  await transaction.execute({ text: 'delete from customer_addresses where customer_id = $1', values: [customerId] });
  await transaction.execute({
    text: `insert into customer_addresses (${addressColumns}) select ${addressColumns} from jsonb_populate_recordset(null::customer_addresses, $1::jsonb)`,
    values: [JSON.stringify(addresses)],
  });

  const instruments = record.instruments.map((card) => ({
    customer_id: customerId,
    market: card.market,
    gateway_token: card.gatewayToken,
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    is_default: defaultOf(record.instruments, card),
  }));
  const cardColumns = 'customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default';
  await transaction.execute({ text: 'delete from stored_instruments where customer_id = $1', values: [customerId] });
  await transaction.execute({
    // Cards of one record keep its order.
    text: `insert into stored_instruments (${cardColumns}, created_at) select ${cardColumns}, now() + row_number() over () * interval '1 microsecond'
      from jsonb_populate_recordset(null::stored_instruments, $1::jsonb)`,
    values: [JSON.stringify(instruments)],
  });
}

/** Imports customers. Of two records with the same email in one batch the later one wins. @returns counts of new and changed ones */
export async function writeCustomers(transaction: Transaction, records: readonly CustomerRecord[]): Promise<WrittenCustomers> {
  const customers = [...new Map(records.map((record) => [emailKey(record.email), record])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const existing = await transaction.queryMany<{ key: string; digest: string | null }>({
    text: 'select email_key as key, record_hash as digest from customers where email_key = any($1)',
    values: [customers.map(([key]) => key)],
  });
  const digests = new Map(existing.map(({ key, digest }) => [key, digest]));
  const written = { added: 0, changed: 0, unchanged: 0 };
  for (const [key, record] of customers) {
    const hash = hashRecord(record);
    if (digests.get(key) === hash) {
      written.unchanged += 1;
      continue;
    }
    const id = await writeAccount(transaction, record, hash);
    await writeParts(transaction, id, record);
    const { marketing_email: email, marketing_sms: sms } = record.userMetadata;
    await importConsents(transaction, id, record.consents ?? [], {
      ...(email !== undefined && { email }),
      ...(sms !== undefined && { sms }),
    });
    written[digests.has(key) ? 'changed' : 'added'] += 1;
  }
  // New customers must not get ids that came with records.
  if (written.added > 0)
    await transaction.execute({
      text: "select setval('customers_id_seq', greatest((select max(id) from customers), (select last_value from customers_id_seq)))",
    });
  return written;
}

/** Reads customers as records: $1 the key to continue after, $2 the limit. Passwords are exported as hashes. */
export const CUSTOMER_EXPORT = `select c.email_key as key, json_build_object(
    'record', 'customer', 'id', c.id, 'subject', c.subject, 'createdAt', to_json(c.created_at), 'email', c.email, 'emailVerified', c.email_verified,
    'givenName', c.given_name, 'familyName', c.family_name, 'phone', c.phone, 'group', c.customer_group, 'password', null,
    'passwordHash', c.password_hash, 'userMetadata', c.user_metadata,
    'consents', (select coalesce(json_agg(json_build_object('channel', k.channel, 'granted', k.granted, 'wording', k.wording, 'source', k.source,
      'market', k.market, 'at', to_json(k.at)) order by k.at, k.id), '[]') from marketing_consents k where k.customer_id = c.id and k.device is null),
    'identities', (select coalesce(json_agg(json_build_object('provider', i.provider, 'subject', i.provider_subject) order by i.created_at), '[]')
      from customer_identities i where i.customer_id = c.id),
    'markets', (select coalesce(json_object_agg(m.market, json_build_object('tier', m.tier, 'externalId', m.external_id, 'contactId', m.contact_id,
      'loyaltyExcluded', m.loyalty_excluded, 'loyaltyNote', m.loyalty_note)
      order by m.market), '{}') from customer_markets m where m.customer_id = c.id),
    'addresses', (select coalesce(json_agg(json_build_object('market', a.market, 'firstName', a.first_name, 'lastName', a.last_name, 'phone', a.phone,
      'address', a.address, 'suburb', a.suburb, 'state', a.state, 'postcode', a.postcode, 'instructions', a.instructions, 'isDefault', a.is_default)
      order by a.id), '[]') from customer_addresses a where a.customer_id = c.id),
    'instruments', (select coalesce(json_agg(json_build_object('market', s.market, 'gatewayToken', s.gateway_token, 'brand', s.brand, 'last4', s.last4,
      'expiryMonth', s.expiry_month, 'expiryYear', s.expiry_year, 'isDefault', s.is_default) order by s.created_at, s.id), '[]')
      from stored_instruments s where s.customer_id = c.id)
  ) as record from customers c where c.email_key > $1 order by c.email_key limit $2`;
