/** Customers in the database: found, created, and read as rules and tokens need them. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { CustomerClaims, MarketFactsOfCustomer } from '../model/claims.ts';
import { type Shopper, shopperOf } from '../model/shopper.ts';
import { DEFAULT_TIER, type Tier } from '../model/tiers.ts';

/** A customer with what only the server may know. */
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

const NO_FACTS: MarketFactsOfCustomer = {
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
    markets: Object.fromEntries(MARKETS.map((market) => [market, row.markets[market] ?? NO_FACTS])) as Customer['markets'],
  };

const find = async (db: Queryable, name: string, condition: string, value: unknown): Promise<Customer | null> =>
  toCustomer(await db.queryOne<Row>({ name, text: `select ${COLUMNS} from customers c where ${condition}`, values: [value] }));

export const customerById = (db: Queryable, id: number) => find(db, 'customer.by_id', 'c.id = $1', id);
export const customerBySubject = (db: Queryable, subject: string) => find(db, 'customer.by_subject', 'c.subject = $1', subject);
export const customerByEmail = (db: Queryable, email: string) => find(db, 'customer.by_email', 'c.email_key = $1', emailKey(email));

/** Whether an account has this address, however it is typed. */
export async function emailHasAccount(db: Queryable, email: string): Promise<boolean> {
  const row = await db.queryOne<{ found: boolean }>({
    name: 'customer.email_exists',
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

/** Create an account; null where the address already has one. */
export async function createCustomer(transaction: Transaction, customer: NewCustomer): Promise<Customer | null> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'customer.create',
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

/** Set a customer's password. Sign-ins are ended by `endSignIns`. */
export async function setPasswordHash(db: Queryable, customerId: number, hash: string): Promise<void> {
  await db.execute({
    name: 'customer.password',
    text: 'update customers set password_hash = $2, updated_at = now() where id = $1',
    values: [customerId, hash],
  });
}

/** Providers that sign a customer in beside a password. */
export const identitiesOf = (db: Queryable, customerId: number): Promise<{ provider: string }[]> =>
  db.queryMany<{ provider: string }>({
    name: 'customer.identities',
    text: 'select provider from customer_identities where customer_id = $1 order by created_at',
    values: [customerId],
  });

/**
 * The shopper whom a token names, in a market; null where the account is gone, or its sign-in was ended.
 * @param signIn id of the sign-in the token belongs to; null for tokens of another identity service
 */
export async function shopperOfSubject(db: Queryable, subject: string, market: Market, signIn: string | null): Promise<Shopper | null> {
  const row = await db.queryOne<{ id: number; group: 'STAFF' | null; tier: Tier | null }>({
    name: 'customer.shopper',
    text: `select c.id, c.customer_group as "group", m.tier from customers c
      left join customer_markets m on m.customer_id = c.id and m.market = $2
      where c.subject = $1 and ($3::text is null or exists (select 1 from sign_ins s where s.id = $3 and s.customer_id = c.id))`,
    values: [subject, market, signIn],
  });
  return row && shopperOf(row.id, row.group, row.tier ?? DEFAULT_TIER);
}

/** A customer as a shopper of a market, by id; null where the account is gone. */
export async function shopperOfCustomer(db: Queryable, customerId: number, market: Market): Promise<Shopper | null> {
  const row = await db.queryOne<{ group: 'STAFF' | null; tier: Tier | null }>({
    name: 'customer.shopper_by_id',
    text: `select c.customer_group as "group", m.tier from customers c
      left join customer_markets m on m.customer_id = c.id and m.market = $2 where c.id = $1`,
    values: [customerId, market],
  });
  return row && shopperOf(customerId, row.group, row.tier ?? DEFAULT_TIER);
}
