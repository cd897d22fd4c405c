/** Schemas of a customer: the user in responses [ID-32], names and metadata. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import type { Market } from '#markets/market.ts';
import { appMetadataOf, type CustomerClaims, fullName, groupOf } from './claims.ts';
import { isPersonName, NAME_MAX_LENGTH, NAME_RULE } from './person-name.ts';

export const user = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  given_name: z.string(),
  family_name: z.string(),
  app_metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  user_metadata: z.record(z.string(), z.unknown()),
  customer_group: z.object({ name: z.string() }),
});
export type User = z.output<typeof user>;

/** Maps a customer to the user of a market. */
export const toUser = (customer: CustomerClaims, market: Market): User => ({
  sub: customer.subject,
  name: fullName(customer),
  email: customer.email,
  email_verified: customer.emailVerified,
  given_name: customer.givenName,
  family_name: customer.familyName,
  app_metadata: appMetadataOf(customer),
  user_metadata: { ...customer.userMetadata },
  customer_group: { name: groupOf(customer.group, customer.markets[market].tier) },
});

/** A name: trimmed, not empty, and without a link. */
export const nameField = storableText(NAME_MAX_LENGTH).min(1, 'must not be empty').refine(isPersonName, NAME_RULE);

/** Keys of user metadata that customers can set themselves [ID-38]. Tier, id and group are not among them [ID-39]. */
export const userMetadata = z.strictObject({
  marketing_email: z.boolean().optional(),
  marketing_sms: z.boolean().optional(),
  /** ISO day; birthdays earn a coupon. */
  birthday: z.iso.date().nullable().optional(),
  preferred_wines: z.array(storableText(60).min(1)).max(50).optional(),
  phone: storableText(30).optional(),
});
