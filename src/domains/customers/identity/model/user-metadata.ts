/** Keys of user metadata that customers can set themselves [ID-38]. Tier, id and group are not among them [ID-39]. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';

export const userMetadata = z.strictObject({
  marketing_email: z.boolean().optional(),
  marketing_sms: z.boolean().optional(),
  /** ISO day; birthdays earn a coupon. */
  birthday: z.iso.date().nullable().optional(),
  preferred_wines: z.array(storableText(60).min(1)).max(50).optional(),
  phone: storableText(30).optional(),
});
