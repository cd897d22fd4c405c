/** Writes customers from their interchange records; the same record twice changes nothing. */
import { createHash } from 'node:crypto';
import { importConsents } from '#domains/customers/consent/server/consents.ts';
import { hashPassword } from '#domains/customers/identity/server/password-hash.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { CustomerRecord } from '../model/record.ts';

export interface WrittenCustomers {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

const digestOf = (record: CustomerRecord): string => createHash('sha256').update(JSON.stringify(record)).digest('base64url');

/** Write the account itself. A record without a password keeps the one there is. */
async function writeAccount(transaction: Transaction, record: CustomerRecord, digest: string): Promise<number> {
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
    digest,
    record.createdAt,
    record.subject,
    record.id,
  ];
  const columns =
    'email, email_key, email_verified, password_hash, given_name, family_name, phone, customer_group, user_metadata, record_digest, created_at, subject';
  const row = await transaction.queryOne<{ id: number }>({
    text: `insert into customers (id, ${columns})
      values (coalesce((select $13::int where not exists (select 1 from customers where id = $13)), nextval(pg_get_serial_sequence('customers', 'id'))),
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, now()),
        coalesce((select $12::text where not exists (select 1 from customers where subject = $12)), gen_random_uuid()::text))
      on conflict (email_key) do update set email = excluded.email, email_verified = excluded.email_verified,
        password_hash = coalesce(excluded.password_hash, customers.password_hash), given_name = excluded.given_name,
        family_name = excluded.family_name, phone = excluded.phone, customer_group = excluded.customer_group,
        user_metadata = excluded.user_metadata, record_digest = excluded.record_digest, updated_at = now()
      returning id`,
    values,
  });
  if (!row) throw new Error('a customer was written and did not come back');
  return row.id;
}

/** Of several defaults in a market the first counts; without one it is the first of the list. */
function defaultOf<T extends { readonly market: string; readonly isDefault: boolean }>(list: readonly T[], item: T): boolean {
  const inMarket = list.filter((other) => other.market === item.market);
  return (inMarket.find((other) => other.isDefault) ?? inMarket[0]) === item;
}

const IDENTITIES = `insert into customer_identities (provider, provider_subject, customer_id)
  select r.provider, r.subject, $1 from jsonb_to_recordset($2::jsonb) as r (provider text, subject text) on conflict do nothing`;

/** Replace what hangs on the account by what the record says. Carts that a market holds stay. */
async function writeParts(transaction: Transaction, customerId: number, record: CustomerRecord): Promise<void> {
  const markets = Object.entries(record.markets).map(([market, facts]) => ({
    customer_id: customerId,
    market,
    tier: facts.tier,
    external_id: facts.externalId,
    contact_id: facts.contactId,
    loyalty_excluded: facts.loyaltyExcluded ?? null,
    loyalty_note: facts.loyaltyNote ?? null,
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
  const places = 'customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, instructions, is_default';
  await transaction.execute({ text: 'delete from customer_addresses where customer_id = $1', values: [customerId] });
  await transaction.execute({
    text: `insert into customer_addresses (${places}) select ${places} from jsonb_populate_recordset(null::customer_addresses, $1::jsonb)`,
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
  const cards = 'customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default';
  await transaction.execute({ text: 'delete from stored_instruments where customer_id = $1', values: [customerId] });
  await transaction.execute({
    // Cards of one record keep its order.
    text: `insert into stored_instruments (${cards}, created_at) select ${cards}, now() + row_number() over () * interval '1 microsecond'
      from jsonb_populate_recordset(null::stored_instruments, $1::jsonb)`,
    values: [JSON.stringify(instruments)],
  });
}

/** Write customers; of two with the same e-mail in one batch the later wins. Gives how many were new and how many changed. */
export async function writeCustomers(transaction: Transaction, records: readonly CustomerRecord[]): Promise<WrittenCustomers> {
  const customers = [...new Map(records.map((record) => [emailKey(record.email), record])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const known = await transaction.queryMany<{ key: string; digest: string | null }>({
    text: 'select email_key as key, record_digest as digest from customers where email_key = any($1)',
    values: [customers.map(([key]) => key)],
  });
  const digests = new Map(known.map(({ key, digest }) => [key, digest]));
  const written = { added: 0, changed: 0, unchanged: 0 };
  for (const [key, record] of customers) {
    const digest = digestOf(record);
    if (digests.get(key) === digest) {
      written.unchanged += 1;
      continue;
    }
    const id = await writeAccount(transaction, record, digest);
    await writeParts(transaction, id, record);
    const { marketing_email: email, marketing_sms: sms } = record.userMetadata;
    await importConsents(transaction, id, record.consents ?? [], {
      ...(email !== undefined && { email }),
      ...(sms !== undefined && { sms }),
    });
    written[digests.has(key) ? 'changed' : 'added'] += 1;
  }
  // Ids that came with records must not be given out again.
  if (written.added > 0)
    await transaction.execute({
      text: "select setval('customers_id_seq', greatest((select max(id) from customers), (select last_value from customers_id_seq)))",
    });
  return written;
}
