/** Endpoints of offer pages, and the schema of an offer in lists and search results. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { MARKETS } from '#markets/market.ts';
import { CATEGORY_NAMES } from './model/category.ts';
import { INVENTORY_STATUSES, offerRecord, ownPicture } from './model/record.ts';

/** An offer in lists and search results [CAT-1, CAT-2, CAT-3, CAT-4]. Money is decimal; `packPrice` is per case [CAT-7]. */
export const catalogueHit = z.object({
  objectID: z.string(),
  offerId: z.string(),
  id: z.number().int().describe('Product id'),
  sku: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.enum(CATEGORY_NAMES),
  isSpirit: z.boolean(),
  discountPercentage: z.number().int().describe('Discount on the RRP in whole percent; 0 without an RRP or if it is hidden'),
  imageUrl: z.string(),
  inventoryStatus: z.enum(INVENTORY_STATUSES),
  isMixed: z.boolean(),
  url: z.string(),
  packSize: z.number().int(),
  bottleMl: z.number().int(),
  preservatives: z.array(z.string()),
  packPrice: z.number(),
  packRRP: z.number().nullable(),
  bottlePrice: z.number(),
  country: z.string(),
  region: z.string(),
  offerStyle: z.string(),
  offerVariant: z.string(),
  varietal: z.string(),
  vintage: z.string(),
  slot: z.number().int().nullable(),
  tags: z.array(z.string()),
  tiersEligible: z.array(z.string()),
  secret: z.boolean(),
  specialAccess: z.boolean(),
  orderQuantityMaximum: z.number().int(),
  casesLeft: z.number().int().nullable().describe('Cases left; null at the low-stock threshold or above'),
  endsAt: offerRecord.shape.endsAt.describe('End of the sale'),
});

/** An offer with the fields that only its page shows. */
export const offerDetail = catalogueHit.extend({
  rrpEvidence: z
    .object({ source: z.string(), date: z.string().describe('ISO date') })
    .nullable()
    .describe('Source of the RRP; null if no RRP is shown'),
  ...offerRecord.pick({
    quote: true,
    story: true,
    taste: true,
    aromas: true,
    pairings: true,
    alcoholPercent: true,
    closure: true,
    cellarUntil: true,
    allergens: true,
  }).shape,
  contents: z.array(
    z.object({
      brand: z.string(),
      name: z.string(),
      vintage: z.string(),
      category: z.enum(CATEGORY_NAMES),
      region: z.string(),
      quantity: z.number().int(),
    }),
  ),
  caseImageUrl: z.string(),
  pictures: z.array(ownPicture).describe('Pictures of the retailer; empty if the bottle is drawn'),
  markets: z.array(z.enum(MARKETS)).describe('Markets in which the offer is sold'),
});

export type CatalogueHit = z.output<typeof catalogueHit>;
export type OfferDetail = z.output<typeof offerDetail>;

const OFFER_NOT_FOUND = { offer_not_found: { status: 404, title: 'We do not have this one.' } } as const;

export const catalogueContract = calls({
  offer: {
    method: 'GET',
    path: '/api/catalogue/offer',
    summary: 'Returns one offer in full, if the customer of the token or a guest may see it',
    reference: '[SITE-16, CAT-17]',
    input: z.object({
      producer: z.string().max(100).optional().describe('Producer segment of the URL. Ignored, because producers can be renamed'),
      offer: z.string().max(100).describe('Offer id, case-insensitive'),
    }),
    output: z.object({ offer: offerDetail }),
    mutates: false,
    errors: { ...OFFER_NOT_FOUND, ...TOKEN_ERRORS },
  },
  offerSuccessor: {
    method: 'GET',
    path: '/api/catalogue/offer-successor',
    summary: 'Returns the page that replaces the page of an ended offer, if guests may see it',
    reference: '[SITE-16]',
    input: z.object({ offer: z.string().max(100).describe('Offer id, case-insensitive') }),
    output: z.object({
      kind: z.enum(['wine', 'spirits']).describe('List of the offer'),
      url: z.string().nullable().describe('Path of the next vintage on sale'),
      brand: z.string().nullable().describe('Producer, if there is no next vintage and the producer has other offers in stock'),
    }),
    mutates: false,
    errors: OFFER_NOT_FOUND,
  },
});
