/** Parses and saves the metadata that customers may set themselves [ID-38]. */
import { z } from 'zod';
import type { ConsentEntry } from '#domains/customers/consent/model/marketing.ts';
import { recordConsents } from '#domains/customers/consent/server/consent.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { Failure, fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { cartKeyOf } from '../model/claims.ts';
import { userMetadata } from '../model/user.ts';
import { mergeUserMetadata, saveCartId } from './customer.repository.ts';

/** Returns true if the cart exists and belongs to a guest or to this customer. */
export type CanOwnCart = (cartId: string, market: Market, customerId: number) => Promise<boolean>;

const cartId = z.union([z.uuid(), z.literal(''), z.null()]).transform((value) => value || null);

type MetadataFailure = Failure<'metadata_refused', { readonly reason: string }>;

const reject = (reason: string): MetadataFailure => fail('metadata_refused', { reason });

function parseMetadata<T extends z.ZodType>(name: string, text: string, schema: T): z.output<T> | MetadataFailure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reject(`${name} must be JSON.`);
  }
  const result = schema.safeParse(value);
  return result.success ? result.data : reject(describeIssues(result.error.issues));
}

/** Sets the cart id of the market, the only app metadata that customers can set [ID-38]. @returns null if it was set */
export async function setAppMetadata(
  db: Queryable,
  customer: { readonly id: number; readonly market: Market },
  text: string,
  canOwnCart: CanOwnCart,
): Promise<MetadataFailure | null> {
  const key = cartKeyOf(customer.market);
  const metadata = parseMetadata('app_metadata', text, z.strictObject({ [key]: cartId }));
  if (metadata instanceof Failure) return metadata;
  const value = metadata[key] ?? null;
  if (value !== null && !(await canOwnCart(value, customer.market, customer.id)))
    return reject(`${key} must be the id of a cart of yours.`);
  await saveCartId(db, customer, value);
  return null;
}

/**
 * Sets the listed keys of user metadata [ID-38]. Marketing consents are recorded without wording, because the caller showed it.
 * @returns null if they were set
 */
export async function setUserMetadata(
  transaction: Transaction,
  customer: { readonly id: number; readonly market: Market },
  text: string,
): Promise<MetadataFailure | null> {
  const metadata = parseMetadata('user_metadata', text, userMetadata);
  if (metadata instanceof Failure) return metadata;
  const { marketing_email: email, marketing_sms: sms, ...values } = metadata;
  await mergeUserMetadata(transaction, customer.id, values);
  const consents = Object.entries({ email, sms }).flatMap(([channel, granted]): ConsentEntry[] =>
    granted === undefined ? [] : [{ channel: channel === 'email' ? 'email' : 'sms', granted, wording: '', source: 'user_metadata' }],
  );
  if (consents.length > 0) await recordConsents(transaction, customer.id, consents, customer.market);
  return null;
}
