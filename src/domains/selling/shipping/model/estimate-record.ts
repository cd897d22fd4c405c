/** Delivery estimates in the interchange format. Not loaded in the browser. */
import { z } from 'zod';
import { MARKETS } from '#markets/market.ts';

/** Interchange record: business days from submission to delivery for all postcodes with a prefix. The longest prefix wins. */
export const deliveryEstimateRecord = z.strictObject({
  record: z.literal('delivery-estimate'),
  market: z.enum(MARKETS),
  area: z.string().regex(/^\d{1,6}$/, 'the digits that postcodes begin with'),
  submittedToDeliveredDays: z.number().int().min(0).max(60),
});
export type DeliveryEstimateRecord = z.output<typeof deliveryEstimateRecord>;
