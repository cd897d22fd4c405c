/** A customer's favourite in the interchange format. Guests' favourites are not exported. */
import { z } from 'zod';
import { emailField } from '#lib/email-field.ts';
import { MARKETS } from '#markets/market.ts';

export const favouriteRecord = z.object({
  record: z.literal('favourite'),
  id: z.uuid().nullable().default(null),
  /** Email of the customer. Favourites of unknown customers are skipped. */
  email: emailField,
  market: z.enum(MARKETS),
  offerId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  createdAt: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type FavouriteRecord = z.output<typeof favouriteRecord>;
