/**
 * The interchange format: one JSON object per line, `record` says which kind [CAT-23].
 * Money is a decimal number of the market's currency per case (`288.5`), as on the wire; inside the shop it is cents.
 */
import { z } from 'zod';
import { TIERS_ELIGIBLE } from '#domains/customers/identity/model/tiers.ts';
import { storableText as text } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { CATEGORY_NAMES } from './category.ts';

export { TIERS_ELIGIBLE, type TierEligible } from '#domains/customers/identity/model/tiers.ts';

const money = z.number().nonnegative().max(1_000_000).multipleOf(0.01);

export const AUDIENCES = ['AU', 'NZ', 'SG', 'AU+NZ', 'AU+NZ+SG'] as const;
export const INVENTORY_STATUSES = ['PRESELLING', 'AVAILABLE', 'SOLD_OUT'] as const;

/** Where an RRP comes from, for example `Producer's price list`, and the day it was read there. Without both it is kept, not shown. */
export const rrpEvidence = { rrpSource: text(120).min(1).optional(), rrpDate: z.iso.date().optional() };
const price = z.object({ packPrice: money.min(0.01), packRRP: money.nullable().default(null), ...rrpEvidence });

/** How a bottle is drawn; every field but `kind` (from the category) may be left to the hash of the producer. */
export const bottleLook = z.object({
  shape: z.enum(['bordeaux', 'burgundy', 'flute', 'champagne', 'fortified', 'whisky', 'gin', 'rum']).optional(),
  glass: text(20).optional(),
  capsule: text(20).optional(),
  layout: text(20).optional(),
  palette: text(20).optional(),
});

/** A retailer's own picture, as it was taken in (docs/decisions/0017-product-pictures-in-the-database.md). */
export const ownPicture = z.object({
  /** Names its bytes. */
  id: z.string().regex(/^[a-z0-9]{20}$/),
  width: z.number().int().min(1).max(20_000),
  height: z.number().int().min(1).max(20_000),
  alt: text(200).default(''),
  /** A few blurred pixels as a data address, shown until it arrives. */
  placeholder: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/=]{1,1000}$/),
});

/** One bottle of a mixed case: enough to name it and to draw it. */
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
  /** Offers that name the same product share its stock. */
  productId: z.number().int().min(1).max(2_147_483_647),
  sku: text(64).min(1),
  /** The bar code of a bottle, 8 to 14 figures; empty where none is known. */
  gtin: z
    .string()
    .regex(/^(\d{8}|\d{12,14}|)$/)
    .default(''),
  /** The producer. */
  brand: text(120).min(1),
  /** The offer's name without brand and vintage. */
  name: text(200).min(1),
  /** Four digits, `NV`, or empty where it makes no sense (spirits, mixed cases). */
  vintage: z
    .string()
    .regex(/^(\d{4}|NV|)$/)
    .default(''),
  category: z.enum(CATEGORY_NAMES),
  country: text(80).default(''),
  /** `Barossa Valley, South Australia`: the region, then what holds it. */
  region: text(120).default(''),
  varietal: text(120).default(''),
  /** Bottles in a case. */
  packSize: z.number().int().min(1).max(48),
  bottleMl: z.number().int().min(20).max(18_000).default(750),
  skuType: z.enum(['physical', 'digital']).default('physical'),
  isMixed: z.boolean().default(false),
  audience: z.enum(AUDIENCES),
  tiersEligible: z.array(z.enum(TIERS_ELIGIBLE)).min(1).default(['GUEST', 'ALL']),
  /** Black Market: listed only under its own facet or link. */
  secret: z.boolean().default(false),
  /** Visible to everyone, bought only when signed in [CAT-20]. */
  specialAccess: z.boolean().default(false),
  /** `SOLD_OUT` is also derived from stock; PRESELLING sells before it arrives. */
  inventoryStatus: z.enum(INVENTORY_STATUSES).default('AVAILABLE'),
  /** Cases a customer may buy; 0 is no limit (`order_quantity_maximum`). */
  orderQuantityMaximum: z.number().int().min(0).max(1_000).default(0),
  /** True where cases of the customer's past orders count towards that limit. */
  limitCountsPastOrders: z.boolean().default(false),
  hideRRP: z.boolean().default(false),
  tags: z.array(text(40)).max(20).default([]),
  offerStyle: text(60).default(''),
  offerVariant: text(60).default(''),
  /** A lower slot stands earlier in an unsorted list; null comes last. */
  slot: z.number().int().nullable().default(null),
  preservatives: z.array(text(60)).max(10).default([]),
  prices: z.object({ AU: price.optional(), SG: price.optional() }),
  /** ISO instants between which the offer is on sale; null is open. */
  startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  /** One sentence in the buyer's voice, shown beside the name. */
  quote: text(240).default(''),
  /** Paragraphs: why we chose it. */
  story: z.array(text(1_200)).max(6).default([]),
  /** 0 light, soft, dry, smooth … 10 full, bright, sweet, firm. */
  taste: z
    .object({
      body: z.number().min(0).max(10),
      acidity: z.number().min(0).max(10),
      sweetness: z.number().min(0).max(10),
      tannin: z.number().min(0).max(10),
    })
    .nullable()
    .default(null),
  /** Aromas, 1 to 5 each. */
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
  /** Years: the last one to drink it in, null where it makes no sense. */
  cellarUntil: z.number().int().min(1900).max(2200).nullable().default(null),
  allergens: text(120).default(''),
  bottle: bottleLook.default({}),
  /** The bottles of a mixed case. */
  contents: z.array(caseBottle).max(48).default([]),
  /** The retailer's own pictures, the first stands in lists; without them the bottle is drawn. Left out, those there are stay. */
  pictures: z.array(ownPicture).max(8).optional(),
});

/** Cases of a product on hand in a market's warehouse. */
export const stockRecord = z.object({
  record: z.literal('stock'),
  productId: z.number().int().min(1).max(2_147_483_647),
  market: z.enum(MARKETS),
  level: z.number().int().min(0).max(10_000_000),
});

export type OfferRecord = z.infer<typeof offerRecord>;
/** A record without what only its own page shows, as lists and pictures need it. */
export type ListedRecord = Omit<OfferRecord, 'quote' | 'story' | 'taste' | 'aromas' | 'pairings' | 'cellarUntil' | 'allergens'>;
export type OfferRecordInput = z.input<typeof offerRecord>;
export type StockRecord = z.infer<typeof stockRecord>;
export type OwnPicture = z.infer<typeof ownPicture>;
export type Audience = (typeof AUDIENCES)[number];
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];
