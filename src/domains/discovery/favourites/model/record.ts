/** A customer's favourite in the interchange format (DECISIONS.md "Catalogue and content"). Guests' stay with their browsers. */
import { z } from 'zod';
import { emailField } from '#lib/email-field.ts';
import { MARKETS } from '#markets/market.ts';

export const favouriteRecord = z.object({
  record: z.literal('favourite'),
  id: z.uuid().nullable().default(null),
  /** The customer, by e-mail; favourites of nobody in the shop are left out. */
  email: emailField,
  market: z.enum(MARKETS),
  offerId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  createdAt: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type FavouriteRecord = z.output<typeof favouriteRecord>;
