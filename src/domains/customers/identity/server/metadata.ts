/** What `update-auth0-user-metadata` may set (DECISIONS.md "Safer than the original"). */
import { z } from 'zod';
import type { ConsentEntry } from '#domains/customers/consent/model/marketing.ts';
import { recordConsents } from '#domains/customers/consent/server/consents.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { describeIssues } from '#lib/http/describe-issues.ts';
import type { Market } from '#markets/market.ts';
import { cartKeyOf } from '../model/claims.ts';
import { DEFAULT_TIER } from '../model/tiers.ts';
import { userMetadata } from '../model/user-metadata.ts';

/** Whether a customer may hold a cart of a market: it exists, and is a guest's or their own. */
export type CanOwnCart = (cartId: string, market: Market, customerId: number) => Promise<boolean>;

const cartId = z.union([z.uuid(), z.literal(''), z.null()]).transform((value) => value || null);

function parsed<T extends z.ZodType>(name: string, text: string, schema: T): z.output<T> {
  const refuse = (reason: string): never => {
    throw new ApiError('metadata_refused', { reason });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(`${name} must be JSON.`);
  }
  const result = schema.safeParse(value);
  return result.success ? result.data : refuse(describeIssues(result.error.issues));
}

/** Keep with a customer's account which cart is theirs in a market; null forgets it. */
export const saveCartId = (
  db: Queryable,
  customer: { readonly id: number; readonly market: Market },
  cartId: string | null,
): Promise<number> =>
  db.execute({
    name: 'customer.cart_id',
    text: `insert into customer_markets (customer_id, market, tier, cart_id) values ($1, $2, $4, $3)
      on conflict (customer_id, market) do update set cart_id = excluded.cart_id`,
    values: [customer.id, customer.market, cartId, DEFAULT_TIER],
  });

/** Forgets a cart that has ended in the account that holds it. */
export const purgeCartId = (db: Queryable, customer: { readonly id: number; readonly market: Market }, cartId: string): Promise<number> =>
  db.execute({
    name: 'customer.forget_cart_id',
    text: 'update customer_markets set cart_id = null where customer_id = $1 and market = $2 and cart_id = $3',
    values: [customer.id, customer.market, cartId],
  });

/** Set the market's cart id, the one key of app metadata that a customer may change. @throws Refused `metadata_refused` */
export async function setAppMetadata(
  db: Queryable,
  customer: { readonly id: number; readonly market: Market },
  text: string,
  canOwnCart: CanOwnCart,
): Promise<void> {
  const key = cartKeyOf(customer.market);
  const value = parsed('app_metadata', text, z.strictObject({ [key]: cartId }))[key] ?? null;
  if (value !== null && !(await canOwnCart(value, customer.market, customer.id)))
    throw new ApiError('metadata_refused', { reason: `${key} must be the id of a cart of yours.` });
  await saveCartId(db, customer, value);
}

/**
 * Sets listed keys of user metadata; others stay. Consents to marketing are recorded as such, without the words, which the caller showed.
 * @throws Refused `metadata_refused`
 */
export async function setUserMetadata(
  transaction: Transaction,
  customer: { readonly id: number; readonly market: Market },
  text: string,
): Promise<void> {
  const { marketing_email: email, marketing_sms: sms, ...values } = parsed('user_metadata', text, userMetadata);
  await transaction.execute({
    name: 'customer.user_metadata',
    text: 'update customers set user_metadata = user_metadata || $2::jsonb, updated_at = now() where id = $1',
    values: [customer.id, JSON.stringify(values)],
  });
  const consents = Object.entries({ email, sms }).flatMap(([channel, granted]): ConsentEntry[] =>
    granted === undefined ? [] : [{ channel: channel === 'email' ? 'email' : 'sms', granted, wording: '', source: 'user_metadata' }],
  );
  if (consents.length > 0) await recordConsents(transaction, customer.id, consents, customer.market);
}

/** Set names; null keeps one. */
export const setNames = (db: Queryable, customerId: number, givenName: string | null, familyName: string | null): Promise<number> =>
  db.execute({
    name: 'customer.names',
    text: 'update customers set given_name = coalesce($2, given_name), family_name = coalesce($3, family_name), updated_at = now() where id = $1',
    values: [customerId, givenName, familyName],
  });
