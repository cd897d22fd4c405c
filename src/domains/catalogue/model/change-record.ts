/** Partial update of an existing offer. Fields that are missing do not change. The offer is identified by its id or SKU. */
import { z } from 'zod';
import { perMarket } from '#markets/market.ts';
import { offerRecord, rrpEvidence, stockRecord } from './record.ts';

const market = z.object({
  packPrice: z.number().min(0.01).max(1_000_000).multipleOf(0.01).optional(),
  packRRP: z.number().nonnegative().max(1_000_000).multipleOf(0.01).nullable().optional(),
  ...rrpEvidence,
});
const {
  offerId,
  sku,
  audience,
  secret,
  specialAccess,
  inventoryStatus,
  orderQuantityMaximum,
  hideRRP,
  tiersEligible,
  startsAt,
  endsAt,
  slot,
} = offerRecord.shape;

export const changeRecord = z
  .object({
    record: z.literal('change'),
    offerId: offerId.optional(),
    sku: sku.optional(),
    prices: z.object(perMarket(() => market.optional())).optional(),
    /** Cases on hand. */
    stock: z.object(perMarket(() => stockRecord.shape.level.optional())).optional(),
    audience: audience.optional(),
    tiersEligible: tiersEligible.unwrap().optional(),
    secret: secret.unwrap().optional(),
    specialAccess: specialAccess.unwrap().optional(),
    inventoryStatus: inventoryStatus.unwrap().optional(),
    orderQuantityMaximum: orderQuantityMaximum.unwrap().optional(),
    hideRRP: hideRRP.unwrap().optional(),
    slot: slot.unwrap().optional(),
    startsAt: startsAt.unwrap().optional(),
    endsAt: endsAt.unwrap().optional(),
  })
  .refine((change) => change.offerId !== undefined || change.sku !== undefined, {
    message: 'an offerId or a sku is needed',
    path: ['offerId'],
  });

export type ChangeRecord = z.output<typeof changeRecord>;
