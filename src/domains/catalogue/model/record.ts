/**
 * Interchange format: one JSON object per line, `record` is its kind [CAT-23]. Prices are decimal numbers per case (`288.5`) in
 * the market's currency, as in responses. Inside the shop they are cents. Import reproduces every exported record [CAT-25].
 */
import { z } from 'zod';
import { TIERS_ELIGIBLE } from '#domains/customers/identity/model/tiers.ts';
import { storableText as text } from '#lib/is-storable-text.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { MARKETS, perMarket } from '#markets/market.ts';
import { CATEGORY_NAMES } from './category.ts';

export { TIERS_ELIGIBLE, type TierEligible } from '#domains/customers/identity/model/tiers.ts';

const money = z.number().nonnegative().max(1_000_000).multipleOf(0.01);

export const INVENTORY_STATUSES = ['PRESELLING', 'AVAILABLE', 'SOLD_OUT'] as const;

/**
 * Source of an RRP, for example `Producer's price list`, and the date it was read. An RRP without both is stored but not shown.
 */
export const rrpEvidence = { rrpSource: text(120).min(1).optional(), rrpDate: z.iso.date().optional() };
const price = z.object({ packPrice: money.min(0.01), packRRP: money.nullable().default(null), ...rrpEvidence });

/** Drawing of a bottle. Missing fields are derived from hashes of the producer and the wine. */
export const bottleLook = z.object({
  shape: z.enum(['bordeaux', 'burgundy', 'flute', 'champagne', 'fortified', 'whisky', 'gin', 'rum']).optional(),
  glass: text(20).optional(),
  capsule: text(20).optional(),
  layout: text(20).optional(),
  palette: text(20).optional(),
});

/** A retailer's own picture after its import (docs/decisions/0017-product-pictures-in-the-database.md). */
export const ownPicture = z.object({
  /** Id of the stored bytes. */
  id: z.string().regex(/^[a-z0-9]{20}$/),
  width: z.number().int().min(1).max(20_000),
  height: z.number().int().min(1).max(20_000),
  alt: text(200).default(''),
  /** Blurred preview as a data URL, shown until the picture has loaded. */
  placeholder: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/=]{1,1000}$/),
});

/** A bottle of a mixed case, with the data for its name and drawing. */
const caseBottle = z.object({
  brand: text(120),
  name: text(200),
  vintage: text(4).default(''),
  category: z.enum(CATEGORY_NAMES),
  region: text(120).default(''),
  varietal: text(120).default(''),
  quantity: z.number().int().min(1).max(48),
  bottle: bottleLook.default({}),
});

export const offerRecord = z.object({
  record: z.literal('offer'),
  offerId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** Offers with the same product id share its stock. */
  productId: z.number().int().min(1).max(2_147_483_647),
  sku: text(64).min(1),
  /** Bar code of a bottle, 8 to 14 digits. Empty if unknown. */
  gtin: z
    .string()
    .regex(/^(\d{8}|\d{12,14}|)$/)
    .default(''),
  /** Name of the producer. */
  brand: text(120).min(1),
  /** Name without brand and vintage. */
  name: text(200).min(1),
  /** Four digits, `NV`, or empty for spirits and mixed cases. */
  vintage: z
    .string()
    .regex(/^(\d{4}|NV|)$/)
    .default(''),
  category: z.enum(CATEGORY_NAMES),
  country: text(80).default(''),
  /** `Barossa Valley, South Australia`: the region, then the areas around it. */
  region: text(120).default(''),
  varietal: text(120).default(''),
  /** Bottles per case. */
  packSize: z.number().int().min(1).max(48),
  bottleMl: z.number().int().min(20).max(18_000).default(750),
  skuType: z.enum(['physical', 'digital']).default('physical'),
  isMixed: z.boolean().default(false),
  audience: z.enum(AUDIENCES),
  tiersEligible: z.array(z.enum(TIERS_ELIGIBLE)).min(1).default(['GUEST', 'ALL']),
  /** Black Market offer: listed only with its own facet or link. */
  secret: z.boolean().default(false),
  /** Visible to everyone, can be bought only after sign-in [CAT-20]. */
  specialAccess: z.boolean().default(false),
  /** `SOLD_OUT` is also derived from stock. PRESELLING offers are sold before they arrive [CAT-4]. */
  inventoryStatus: z.enum(INVENTORY_STATUSES).default('AVAILABLE'),
  /** Maximum number of cases per customer. 0 is unlimited (`order_quantity_maximum`) [CAT-6]. */
  orderQuantityMaximum: z.number().int().min(0).max(1_000).default(0),
  /** True if cases of past orders count towards the maximum. */
  limitCountsPastOrders: z.boolean().default(false),
  hideRRP: z.boolean().default(false),
  tags: z.array(text(40)).max(20).default([]),
  offerStyle: text(60).default(''),
  offerVariant: text(60).default(''),
  /** Lower slots come first in an unsorted list. Null comes last. */
  slot: z.number().int().nullable().default(null),
  preservatives: z.array(text(60)).max(10).default([]),
  prices: z.object(perMarket(() => price.optional())),
  /** Start and end of the sale, ISO 8601. Null is unlimited. */
  startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  /** A sentence of the buyer, shown next to the name. */
  quote: text(240).default(''),
  /** Paragraphs of the description. */
  story: z.array(text(1_200)).max(6).default([]),
  /** From 0 (light, soft, dry, smooth) to 10 (full, bright, sweet, firm). */
  taste: z
    .object({
      body: z.number().min(0).max(10),
      acidity: z.number().min(0).max(10),
      sweetness: z.number().min(0).max(10),
      tannin: z.number().min(0).max(10),
    })
    .nullable()
    .default(null),
  /** Aromas with their strength, 1 to 5. */
  aromas: z
    .array(z.object({ name: text(40), strength: z.number().int().min(1).max(5) }))
    .max(12)
    .default([]),
  pairings: z
    .array(z.object({ dish: text(120), why: text(240) }))
    .max(4)
    .default([]),
  alcoholPercent: z.number().min(0).max(95).nullable().default(null),
  closure: text(40).default(''),
  /** Last year to drink it. Null if it does not apply. */
  cellarUntil: z.number().int().min(1900).max(2200).nullable().default(null),
  allergens: text(120).default(''),
  bottle: bottleLook.default({}),
  /** Bottles of a mixed case. */
  contents: z.array(caseBottle).max(48).default([]),
  /**
   * The retailer's own pictures. The first one is shown in lists; without pictures the bottle is drawn. If missing, an import
   * does not change them.
   */
  pictures: z.array(ownPicture).max(8).optional(),
  /**
   * The offer whose page replaces this one when its sale has ended. Null: no next vintage replaces it. If missing, the next vintage of the
   * same name does, and an import does not change it.
   */
  nextOfferId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .nullable()
    .optional(),
});

/** Stock of a product in a market's warehouse, in cases. */
export const stockRecord = z.object({
  record: z.literal('stock'),
  productId: z.number().int().min(1).max(2_147_483_647),
  market: z.enum(MARKETS),
  level: z.number().int().min(0).max(10_000_000),
});

export type OfferRecord = z.infer<typeof offerRecord>;
/** A record without the fields that only its page shows, for lists and pictures. */
export type ListedRecord = Omit<OfferRecord, 'quote' | 'story' | 'taste' | 'aromas' | 'pairings' | 'cellarUntil' | 'allergens'>;
export type OfferRecordInput = z.input<typeof offerRecord>;
export type StockRecord = z.infer<typeof stockRecord>;
export type OwnPicture = z.infer<typeof ownPicture>;
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];
