/** User in responses [ID-32]. */
import { z } from 'zod';
import type { Market } from '#markets/market.ts';
import { appMetadataOf, type CustomerClaims, fullName } from './claims.ts';
import { groupOf } from './groups.ts';

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
