/** Office calls about wines: the list of a market, one wine, and what staff change. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText, withStorableText } from '#lib/is-storable-text.ts';
import { catalogueHit } from './contract.ts';
import { OFFICE_WINE_ERRORS } from './messages/office-errors.ts';
import { CATEGORY_NAMES } from './model/category.ts';
import { INVENTORY_STATUSES, offerRecord, TIERS_ELIGIBLE } from './model/record.ts';
import { wineChange } from './model/wine-change.ts';
import { STOCK_STATES, WINE_AUDIENCES, WINE_SORTS, WINE_STATES } from './model/wine-list.ts';
import { HIDDEN_REASONS, VIEWERS } from './model/wine-preview.ts';

const REFERENCE = 'docs/decisions/0152-wines-in-the-office.md';
/** Longest selection of one bulk call. The browser sends several. */
const MAX_BULK_WINES = 100;

const offerId = offerRecord.shape.offerId;
const wineVersion = z.string().min(1).max(64).describe('`version` of the wine that was shown');
const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(600)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');
const words = z
  .string()
  .max(300)
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  )
  .pipe(z.array(storableText(60)).max(10))
  .optional()
  .describe('Comma separated');

const listFields = {
  'filter[market]': marketName.optional().describe('Whose prices, stock and states are listed. Default: the first of one’s markets'),
  q: listInput.shape.q.describe('Beginnings of words of the name, producer, region, variety, number or bar code'),
  sort: z.enum(WINE_SORTS).default('name'),
  'filter[state]': listed(WINE_STATES),
  'filter[stock]': listed(STOCK_STATES).describe('Comma separated. low: shoppers see how many cases are left'),
  'filter[category]': listed(CATEGORY_NAMES),
  'filter[vintage]': words,
  'filter[country]': words,
  'filter[tag]': words,
  'filter[producer]': storableText(120).optional().describe('Name of the producer'),
  'filter[tier]': listed(TIERS_ELIGIBLE),
  'filter[audience]': z.enum(WINE_AUDIENCES).optional(),
  'filter[status]': listed(INVENTORY_STATUSES),
  'filter[picture]': z.enum(['own', 'drawn']).optional(),
  'filter[source]': words.describe('Comma separated names of import mappings'),
  'filter[price]': z
    .string()
    .regex(/^(?:\d{1,7}(?:\.\d\d?)?)?\.\.(?:\d{1,7}(?:\.\d\d?)?)?$/, 'must be a range of amounts such as 100..250.50')
    .optional()
    .describe('Per case'),
  'filter[starts]': dayRange.describe('Days in the time zone of the market'),
  'filter[ends]': dayRange.describe('Days in the time zone of the market'),
} as const;

const stock = z.object({ level: z.number().int(), reserved: z.number().int(), available: z.number().int() });

const wineRow = z.object({
  id: offerId,
  version: z.string(),
  market: marketName,
  productId: z.number().int(),
  sku: z.string(),
  brand: z.string(),
  name: z.string().describe('With vintage or age'),
  vintage: z.string(),
  category: z.enum(CATEGORY_NAMES),
  country: z.string(),
  region: z.string(),
  packSize: z.number().int(),
  bottleMl: z.number().int(),
  imageUrl: z.string(),
  hasPictures: z.boolean(),
  state: z.enum(WINE_STATES),
  audience: z.enum(WINE_AUDIENCES),
  tiersEligible: z.array(z.enum(TIERS_ELIGIBLE)),
  status: z.enum(INVENTORY_STATUSES),
  price: z.number().nullable().describe('Per case; null if it is not sold in the market'),
  rrp: z.number().nullable(),
  stock,
  startsAt: isoTime.nullable(),
  endsAt: isoTime.nullable(),
  tags: z.array(z.string()),
  sales: z.number().int().describe('Cases sold in the last 30 days, in all markets'),
  updatedAt: isoTime,
  otherMarkets: z.array(marketName).describe('Other markets that it is for'),
});
export type WineRow = z.output<typeof wineRow>;

const fieldValues = z.record(z.string(), z.unknown());

const bulkResults = z.object({
  results: z.array(
    z.object({
      id: offerId,
      name: z.string(),
      isDone: z.boolean(),
      reason: z.string(),
      before: fieldValues.describe('The fields that change'),
      after: fieldValues,
    }),
  ),
});

const inMarket = z.object({
  market: marketName,
  state: z.enum(WINE_STATES),
  stock,
  currency: z.string(),
  timeZone: z.string(),
  /** Address of its page; null if guests cannot see it. */
  url: z.string().nullable(),
});

const officeWine = z.object({
  id: offerId,
  version: z.string(),
  record: offerRecord.describe('With the prices of one’s own markets'),
  markets: z.array(inMarket).min(1).describe('One’s own markets that it is for'),
  foreignMarkets: z.array(marketName).describe('Markets that it is for too, in which the person may not change wines'),
  imageUrl: z.string(),
  source: z.string().describe('Name of the mapping that imported it; empty if none did'),
  updatedAt: isoTime,
  sales: z.number().int(),
  priceHistory: z
    .array(z.object({ id: z.number().int(), at: isoTime, market: marketName, before: z.number(), after: z.number(), who: z.string() }))
    .describe('Newest first'),
  timeline: z
    .array(z.object({ id: z.string(), at: isoTime, action: z.string(), who: z.string(), before: fieldValues, after: fieldValues }))
    .describe('Newest first'),
  vintages: z.array(z.object({ id: offerId, name: z.string(), state: z.enum(WINE_STATES) })).describe('Other offers of the same wine'),
  sharing: z.array(z.object({ id: offerId, name: z.string() })).describe('Other offers that share its stock'),
  neighbours: z.object({ previous: offerId.nullable(), next: offerId.nullable() }).describe('By name'),
});
export type OfficeWine = z.output<typeof officeWine>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'catalogue.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'catalogue.write', mutates: true } as const;
const { NOT_FOUND, ID_TAKEN, NOT_ALONE, WINE_INVALID, BEING_CHANGED } = OFFICE_WINE_ERRORS;
const CHANGE_ERRORS = { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...NOT_ALONE, ...WINE_INVALID, ...BEING_CHANGED };

export const wineOfficeContract = officeCalls({
  wines: {
    ...READ,
    path: '/office/v1/wines',
    summary: 'Lists the offers of a market: on sale, scheduled, ended and not sold',
    input: listInput.extend(listFields),
    output: listOf(wineRow).extend({ isUpdating: z.boolean().describe('True while a large import is still being read into the list') }),
    errors: CURSOR_ERRORS,
  },
  wine: {
    ...READ,
    path: '/office/v1/wines/wine',
    summary: 'Returns a wine with everything that staff see of it',
    input: z.object({ id: offerId }),
    output: officeWine,
    errors: NOT_FOUND,
  },
  wineTags: {
    ...READ,
    path: '/office/v1/wines/tags',
    summary: 'Lists the tags that wines of a market have, the most used first',
    input: z.object({ market: marketName.optional() }),
    output: z.object({ tags: z.array(z.string()) }),
    errors: {},
  },
  wineOrders: {
    ...READ,
    permission: 'orders.read',
    path: '/office/v1/wines/orders',
    summary: 'Lists the latest orders that contain a wine',
    input: z.object({ id: offerId }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.uuid(),
          number: z.number().int(),
          market: marketName,
          placedAt: isoTime,
          name: z.string(),
          cases: z.number().int(),
        }),
      ),
    }),
    errors: {},
  },
  winePromotions: {
    ...READ,
    permission: 'promotions.read',
    path: '/office/v1/wines/promotions',
    summary: 'Lists promotions that name a wine, its tags or its category',
    input: z.object({ id: offerId }),
    output: z.object({
      rows: z.array(z.object({ id: z.number().int(), name: z.string(), code: z.string().nullable(), endsAt: isoTime.nullable() })),
    }),
    errors: {},
  },
  previewWine: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'catalogue.read',
    // Changes nothing. The guards of changes apply, because a record does not fit into a query.
    mutates: true,
    handlesRepeats: true,
    path: '/office/v1/wines/preview',
    summary: 'Returns how a shopper would see a wine, saved or not, with its drawings',
    input: z.object({ record: withStorableText(offerRecord), market: marketName, viewer: z.enum(VIEWERS) }),
    output: z.object({
      hit: catalogueHit.nullable().describe('Null if it has no price in the market'),
      isVisible: z.boolean(),
      reasons: z.array(z.enum(HIDDEN_REASONS)).describe('Why the shopper does not see it or cannot buy it'),
      bottle: z.string().describe('Drawing as SVG'),
      case: z.string().describe('Drawing as SVG'),
    }),
    errors: {},
  },
  saveWine: {
    ...WRITE,
    path: '/office/v1/wines/save',
    summary: 'Saves all fields of a wine',
    input: z.object({ version: wineVersion, record: withStorableText(offerRecord) }),
    output: officeWine,
    errors: CHANGE_ERRORS,
  },
  createWine: {
    ...WRITE,
    path: '/office/v1/wines/create',
    summary: 'Adds a wine with stock of its own',
    input: z.object({ record: withStorableText(offerRecord.omit({ productId: true })) }),
    output: officeWine,
    errors: { ...NOT_FOUND, ...ID_TAKEN, ...NOT_ALONE, ...WINE_INVALID },
  },
  createNextVintage: {
    ...WRITE,
    path: '/office/v1/wines/next-vintage',
    summary: 'Copies a wine to its next vintage, and ends the sale of the old one if asked to',
    input: z.object({
      id: offerId,
      version: wineVersion,
      vintage: z.string().regex(/^\d{4}$/, 'must be a year'),
      newId: offerId,
      sku: offerRecord.shape.sku,
      startsAt: offerRecord.shape.startsAt,
      oldEndsAt: offerRecord.shape.endsAt.describe('End of the old sale; null leaves it as it is'),
      redirects: z.boolean().describe('True if the page of the old wine leads to the new one when its sale has ended'),
      keepsPictures: z.boolean().default(false),
    }),
    output: officeWine,
    errors: { ...CHANGE_ERRORS, ...ID_TAKEN },
  },
  changeWine: {
    ...WRITE,
    path: '/office/v1/wines/change',
    summary: 'Changes some fields of a wine, as the list does',
    input: z.object({ id: offerId, version: wineVersion, market: marketName, change: wineChange }),
    output: z.object({ row: wineRow }),
    errors: CHANGE_ERRORS,
  },
  changeWines: {
    ...WRITE,
    path: '/office/v1/wines/bulk',
    summary: 'Changes several wines, each in a transaction of its own, and says what became of each',
    input: z.object({
      wines: z
        .array(z.object({ id: offerId, version: wineVersion }))
        .min(1)
        .max(MAX_BULK_WINES)
        .describe('One that changed since it was shown stays as it is'),
      market: marketName,
      change: wineChange,
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would happen'),
    }),
    output: bulkResults,
    errors: {},
  },
  restoreWines: {
    ...WRITE,
    path: '/office/v1/wines/restore',
    summary: 'Takes changes of wines back, where nobody changed the same fields since',
    input: z.object({
      changes: z
        .array(withStorableText(z.object({ id: offerId, before: fieldValues, after: fieldValues })))
        .min(1)
        .max(MAX_BULK_WINES)
        .describe('Fields as the results of a change or the history of a wine have them'),
    }),
    output: bulkResults,
    errors: {},
  },
  exportWines: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'catalogue.read',
    mutates: true,
    handlesRepeats: true,
    path: '/office/v1/wines/export',
    summary: 'Returns a page of the wines that match as lines of CSV, which can be changed and imported again as a table of changes',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(offerId).max(1_000).optional().describe('Only these') }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
