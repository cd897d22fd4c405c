/** SQL of customers: accounts, their market rows and their linked identities. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { CustomerClaims, MarketFactsOfCustomer } from '../model/claims.ts';
import { type Shopper, shopperOf } from '../model/shopper.ts';
import { DEFAULT_TIER, type Tier } from '../model/tiers.ts';

/** A customer with the fields that only the server reads. */
export interface Customer extends CustomerClaims {
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}

interface Row extends Omit<Customer, 'markets'> {
  readonly markets: Partial<Record<Market, MarketFactsOfCustomer>>;
}

const COLUMNS = `c.id, c.subject, c.email, c.email_verified as "emailVerified", c.password_hash as "passwordHash", c.given_name as "givenName",
  c.family_name as "familyName", c.phone, c.customer_group as "group", c.user_metadata as "userMetadata", c.created_at as "createdAt",
  (select coalesce(json_object_agg(m.market, json_build_object('tier', m.tier, 'externalId', m.external_id, 'contactId', m.contact_id,
    'cartId', m.cart_id, 'loyaltyExcluded', m.loyalty_excluded, 'crmEligible', m.crm_eligible)), '{}') from customer_markets m where m.customer_id = c.id) as markets`;

const DEFAULT_MARKET_CLAIMS: MarketFactsOfCustomer = {
  tier: DEFAULT_TIER,
  externalId: null,
  contactId: null,
  cartId: null,
  loyaltyExcluded: false,
  crmEligible: null,
};

const toCustomer = (row: Row | null): Customer | null =>
  row && {
    ...row,
    markets: Object.fromEntries(MARKETS.map((market) => [market, row.markets[market] ?? DEFAULT_MARKET_CLAIMS])) as Customer['markets'],
  };

const findCustomer = async (db: Queryable, name: string, condition: string, value: unknown): Promise<Customer | null> =>
  toCustomer(await db.queryOne<Row>({ name, text: `select ${COLUMNS} from customers c where ${condition}`, values: [value] }));

export const customerById = (db: Queryable, id: number) => findCustomer(db, 'customer.customerById', 'c.id = $1', id);
export const customerBySubject = (db: Queryable, subject: string) =>
  findCustomer(db, 'customer.customerBySubject', 'c.subject = $1', subject);
export const customerByEmail = (db: Queryable, email: string) =>
  findCustomer(db, 'customer.customerByEmail', 'c.email_key = $1', emailKey(email));

/** Returns true if an account has this email address, compared by `emailKey`. */
export async function emailHasAccount(db: Queryable, email: string): Promise<boolean> {
  const row = await db.queryOne<{ found: boolean }>({
    name: 'customer.emailHasAccount',
    text: 'select exists (select 1 from customers where email_key = $1) as found',
    values: [emailKey(email)],
  });
  return row?.found === true;
}

export interface NewCustomer {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly userMetadata: Readonly<Record<string, unknown>>;
}

/** Creates an account. @returns null if the email address already has one */
export async function createCustomer(transaction: Transaction, customer: NewCustomer): Promise<Customer | null> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'customer.createCustomer',
    text: `insert into customers (email, email_key, email_verified, password_hash, given_name, family_name, user_metadata)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (email_key) do nothing returning id`,
    values: [
      customer.email,
      emailKey(customer.email),
      customer.emailVerified,
      customer.passwordHash,
      customer.givenName,
      customer.familyName,
      JSON.stringify(customer.userMetadata),
    ],
  });
  return row ? customerById(transaction, row.id) : null;
}

/** Sets the password hash. Callers revoke sessions with `revokeSessions`. */
export async function setPasswordHash(db: Queryable, customerId: number, hash: string): Promise<void> {
  await db.execute({
    name: 'customer.setPasswordHash',
    text: 'update customers set password_hash = $2, updated_at = now() where id = $1',
    values: [customerId, hash],
  });
}

/** Providers that the customer can sign in with, in the order they were linked. */
export const identitiesOf = (db: Queryable, customerId: number): Promise<{ provider: string }[]> =>
  db.queryMany<{ provider: string }>({
    name: 'customer.identitiesOf',
    text: 'select provider from customer_identities where customer_id = $1 order by created_at',
    values: [customerId],
  });

/**
 * Reads the shopper of a token's subject in a market.
 * @param sessionId session of the token; null for tokens of an external identity service
 * @returns null if the account is deleted or the session is revoked
 */
export async function shopperOfSubject(db: Queryable, subject: string, market: Market, sessionId: string | null): Promise<Shopper | null> {
  const row = await db.queryOne<{ id: number; group: 'STAFF' | null; tier: Tier | null }>({
    name: 'customer.shopperOfSubject',
    text: `select c.id, c.customer_group as "group", m.tier from customers c
      left join customer_markets m on m.customer_id = c.id and m.market = $2
      where c.subject = $1 and ($3::text is null or exists (select 1 from sessions s where s.id = $3 and s.customer_id = c.id))`,
    values: [subject, market, sessionId],
  });
  return row && shopperOf(row.id, row.group, row.tier ?? DEFAULT_TIER);
}

/** Reads the shopper of a customer id in a market; null if the account is deleted. */
export async function shopperOfCustomer(db: Queryable, customerId: number, market: Market): Promise<Shopper | null> {
  const row = await db.queryOne<{ group: 'STAFF' | null; tier: Tier | null }>({
    name: 'customer.shopperOfCustomer',
    text: `select c.customer_group as "group", m.tier from customers c
      left join customer_markets m on m.customer_id = c.id and m.market = $2 where c.id = $1`,
    values: [customerId, market],
  });
  return row && shopperOf(customerId, row.group, row.tier ?? DEFAULT_TIER);
}

/** Saves the customer's cart id in a market; null clears it. */
export const saveCartId = (
  db: Queryable,
  customer: { readonly id: number; readonly market: Market },
  cartId: string | null,
): Promise<number> =>
  db.execute({
    name: 'customer.saveCartId',
    text: `insert into customer_markets (customer_id, market, tier, cart_id) values ($1, $2, $4, $3)
      on conflict (customer_id, market) do update set cart_id = excluded.cart_id`,
    values: [customer.id, customer.market, cartId, DEFAULT_TIER],
  });

/** Clears the customer's cart id if it still is this cart. */
export const clearCartId = (transaction: Transaction, customer: { readonly id: number; readonly market: Market }, cartId: string): void =>
  transaction.later({
    name: 'customer.clearCartId',
    text: 'update customer_markets set cart_id = null where customer_id = $1 and market = $2 and cart_id = $3',
    values: [customer.id, customer.market, cartId],
  });

/** Sets names; null leaves a name unchanged. */
export const setNames = (db: Queryable, customerId: number, givenName: string | null, familyName: string | null): Promise<number> =>
  db.execute({
    name: 'customer.setNames',
    text: 'update customers set given_name = coalesce($2, given_name), family_name = coalesce($3, family_name), updated_at = now() where id = $1',
    values: [customerId, givenName, familyName],
  });

/** Sets the normalised phone number; empty removes it. */
export const setPhone = (db: Queryable, customerId: number, phone: string): Promise<number> =>
  db.execute({ name: 'customer.setPhone', text: 'update customers set phone = $2 where id = $1', values: [customerId, phone] });

/** Merges keys into the user metadata. */
export const mergeUserMetadata = (db: Queryable, customerId: number, values: Readonly<Record<string, unknown>>): Promise<number> =>
  db.execute({
    name: 'customer.mergeUserMetadata',
    text: 'update customers set user_metadata = user_metadata || $2::jsonb, updated_at = now() where id = $1',
    values: [customerId, JSON.stringify(values)],
  });

/** Marks the email address as confirmed. */
export const confirmEmail = (db: Queryable, customerId: number): Promise<number> =>
  db.execute({ name: 'customer.confirmEmail', text: 'update customers set email_verified = true where id = $1', values: [customerId] });

/** Removes the password. The customer signs in with a linked provider or sets a new password. */
export const clearPassword = (db: Queryable, customerId: number): Promise<number> =>
  db.execute({ name: 'customer.clearPassword', text: 'update customers set password_hash = null where id = $1', values: [customerId] });

/** Locks the customer row and returns its email address; null if the account is deleted. */
export async function lockEmail(transaction: Transaction, customerId: number): Promise<string | null> {
  const row = await transaction.queryOne<{ email: string }>({
    name: 'customer.lockEmail',
    text: 'select email from customers where id = $1 for update',
    values: [customerId],
  });
  return row?.email ?? null;
}

/**
 * Sets a confirmed email address.
 * @returns false if another account has it
 * @throws a unique violation if another transaction takes it at the same time
 */
export const setEmail = async (transaction: Transaction, customerId: number, email: string): Promise<boolean> =>
  (await transaction.execute({
    name: 'customer.setEmail',
    text: `update customers set email = $2, email_key = $3, email_verified = true, updated_at = now() where id = $1
      and not exists (select 1 from customers where email_key = $3 and id <> $1)`,
    values: [customerId, email, emailKey(email)],
  })) > 0;

/** Finds the customer who is linked to an account at a provider. */
export const findLinkedCustomer = (
  db: Queryable,
  provider: string,
  providerSubject: string,
): Promise<{ id: number; subject: string } | null> =>
  db.queryOne({
    name: 'customer.findLinkedCustomer',
    text: `select c.id, c.subject from customer_identities i join customers c on c.id = i.customer_id
      where i.provider = $1 and i.provider_subject = $2`,
    values: [provider, providerSubject],
  });

/** Links an account at a provider to the customer. Does nothing if it is linked already. */
export const linkIdentity = (db: Queryable, customerId: number, provider: string, providerSubject: string): Promise<number> =>
  db.execute({
    name: 'customer.linkIdentity',
    text: 'insert into customer_identities (provider, provider_subject, customer_id) values ($1, $2, $3) on conflict do nothing',
    values: [provider, providerSubject, customerId],
  });

/** Removes links to providers that were added at or after a time. */
export const unlinkIdentitiesSince = (db: Queryable, customerId: number, since: Date): Promise<number> =>
  db.execute({ text: 'delete from customer_identities where customer_id = $1 and created_at >= $2', values: [customerId, since] });

/** Sets a password unless it has changed since it was read. */
export const replacePasswordHash = (db: Queryable, customerId: number, hash: string, previous: string): Promise<number> =>
  db.execute({
    text: 'update customers set password_hash = $2 where id = $1 and password_hash = $3',
    values: [customerId, hash, previous],
  });
