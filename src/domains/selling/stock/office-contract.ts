/** Office calls about stock: the list, an item with its ledger, adjustments and thresholds. Deliveries and counts are in sheets-contract.ts. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listed, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { STOCK_ERRORS } from './messages/stock-errors.ts';
import { MAX_BIN_LENGTH, normalizeBin } from './model/bin.ts';
import { MAX_STOCK_ITEMS, MOVEMENT_KINDS, parseStockId, STOCK_SORTS, STOCK_STATES } from './model/stock.ts';
import { adjustFields, binText, caseCount, countedFields } from './model/stock-forms.ts';

const REFERENCE = 'docs/decisions/0155-stock-ledger.md';

export const stockId = z
  .string()
  .max(20)
  .transform((id, context) => {
    const key = parseStockId(id);
    if (key) return key;
    context.addIssue('must be the id of a stock item, such as AU-1001');
    return z.NEVER;
  });
/** Number of the last correction that the person saw; 0 if there was none. */
const itemVersion = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('`version` of the item that was shown');

const listFields = {
  q: listInput.shape.q.describe('Words of the name, SKU or bar code'),
  'filter[state]': z.enum(STOCK_STATES).optional(),
  'filter[market]': listed(MARKETS),
  'filter[bin]': storableText(MAX_BIN_LENGTH).transform(normalizeBin).optional().describe('First characters of the bin'),
  'filter[available]': z.coerce.number().int().min(0).max(1_000_000).optional().describe('At most so many cases that can still be sold'),
  sort: z.enum(STOCK_SORTS).default('name'),
};

const stockRow = z.object({
  id: z.string(),
  productId: z.number().int(),
  market: marketName,
  name: z.string().describe('Empty if no offer sells it any more'),
  sku: z.string(),
  gtin: z.string(),
  bin: z.string().describe('Place in the cellar; empty if there is none'),
  level: z.number().int().describe('Cases in the warehouse that are not sold'),
  reserved: z.number().int().describe('Of these, held by checkouts that are being paid'),
  available: z.number().int(),
  oversold: z.number().int().describe('Sold cases that are missing'),
  sold: z.number().int().describe('Cases sold in the last 30 days, less those that came back on sale'),
  cover: z.number().int().nullable().describe('Days that the available cases last at this pace'),
  threshold: z.number().int(),
  isOwnThreshold: z.boolean(),
  toSend: z.number().int().describe('Sold cases that were not sent yet'),
  shelf: z.number().int().describe('Cases that should be on the shelf: those not sold and those to send'),
  states: z.array(z.enum(STOCK_STATES)),
});
export type StockRow = z.output<typeof stockRow>;

const movement = z.object({
  id: z.number().int(),
  at: isoTime,
  kind: z.enum(MOVEMENT_KINDS),
  quantity: z.number().int(),
  level: z.number().int().describe('Cases afterwards, less those missing'),
  reason: z.string(),
  note: z.string(),
  actor: z.string().describe('`shop` for what happened by itself'),
  orderId: z.uuid().nullable(),
  orderNumber: z.number().int().nullable(),
  importId: z.number().int().nullable(),
  countId: z.number().int().nullable(),
  deliveryId: z.number().int().nullable(),
  supplier: z.string().describe('Of the delivery, with its reference'),
  canUndo: z.boolean(),
  isUndone: z.boolean(),
});
export type StockMovement = z.output<typeof movement>;

const stockItem = stockRow.extend({
  version: itemVersion,
  timeZone: z.string(),
  neighbours: z.object({ previous: z.string().nullable(), next: z.string().nullable() }).describe('By name, in the same market'),
  inCarts: z.number().int().describe('Cases in carts. Carts hold nothing back'),
  offers: z.array(z.object({ offerId: z.string(), name: z.string(), sku: z.string(), isOnSale: z.boolean() })),
  holds: z
    .array(z.object({ orderId: z.uuid(), email: z.string(), quantity: z.number().int(), since: isoTime, until: isoTime }))
    .describe('Checkouts that hold cases while they are being paid'),
});
export type StockItem = z.output<typeof stockItem>;

const movementIds = z.array(z.number().int());
const READ = { method: 'GET', reference: REFERENCE, permission: 'catalogue.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'stock.write', mutates: true } as const;
const { NOT_FOUND, TOO_MANY, UNDO, SHELF } = STOCK_ERRORS;

export const stockOfficeContract = officeCalls({
  stock: {
    ...READ,
    path: '/office/v1/stock',
    summary: 'Lists the stock of one’s markets',
    input: listInput.extend(listFields),
    output: listOf(stockRow),
    errors: CURSOR_ERRORS,
  },
  stockItem: {
    ...READ,
    path: '/office/v1/stock/item',
    summary: 'Returns a wine’s stock in a market, with what holds it',
    input: z.object({ id: stockId }),
    output: stockItem,
    errors: NOT_FOUND,
  },
  stockLedger: {
    ...READ,
    path: '/office/v1/stock/ledger',
    summary: 'Lists the movements of an item, newest first',
    input: z.object({ id: stockId, cursor: listInput.shape.cursor, limit: listInput.shape.limit }),
    output: z.object({ rows: z.array(movement), nextCursor: z.string().nullable() }),
    errors: CURSOR_ERRORS,
  },
  findStock: {
    ...READ,
    path: '/office/v1/stock/find',
    summary: 'Finds wines of a market by bar code or SKU',
    input: z.object({ code: storableText(80), market: marketName }),
    output: z.object({ rows: z.array(stockRow) }),
    errors: {},
  },
  stockDefaults: {
    ...READ,
    path: '/office/v1/stock/defaults',
    summary: 'Returns the threshold of wines that have none of their own',
    input: z.object({}),
    output: z.object({ rows: z.array(z.object({ market: marketName, threshold: z.number().int(), version: z.number().int() })) }),
    errors: {},
  },
  exportStock: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'catalogue.read',
    // Changes nothing. The guards of changes apply, because the ids do not fit into a query.
    mutates: true,
    handlesRepeats: true,
    path: '/office/v1/stock/export',
    summary: 'Returns a page of the matching stock as lines of CSV',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(stockId).max(1_000).optional().describe('Only these') }),
    output: z.object({ csv: z.string(), rows: z.number().int(), nextCursor: z.string().nullable() }),
    errors: CURSOR_ERRORS,
  },
  adjustStock: {
    ...WRITE,
    path: '/office/v1/stock/adjust',
    summary: 'Adds or takes cases, with a reason',
    input: z.object({ id: stockId, version: itemVersion, ...adjustFields.shape }),
    output: z.object({ item: stockItem, movements: movementIds }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...TOO_MANY },
  },
  setStock: {
    ...WRITE,
    path: '/office/v1/stock/set',
    summary: 'Sets the cases on the shelf by a count of one wine',
    input: z.object({
      id: stockId,
      version: itemVersion,
      shelf: z.number().int().min(-2_147_483_648).max(2_147_483_647).describe('`shelf` of the item when it was counted'),
      ...countedFields.shape,
    }),
    output: z.object({ item: stockItem, movements: movementIds }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...TOO_MANY, ...SHELF },
  },
  undoMovements: {
    ...WRITE,
    path: '/office/v1/stock/undo',
    summary: 'Takes movements back by counter-movements, all of them or none',
    input: z.object({ ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(MAX_STOCK_ITEMS) }),
    output: z.object({ movements: movementIds }),
    errors: { ...UNDO, ...TOO_MANY },
  },
  setThresholds: {
    ...WRITE,
    path: '/office/v1/stock/thresholds',
    summary: 'Sets at how many available cases wines count as low',
    input: z.object({
      items: z
        .array(
          z.object({
            id: stockId,
            expected: caseCount.nullable().describe('Threshold of its own that was shown. With another one it stays'),
          }),
        )
        .min(1)
        .max(MAX_STOCK_ITEMS),
      threshold: caseCount.nullable().describe('Null for the default'),
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would change'),
    }),
    output: z.object({
      changed: z.number().int(),
      before: z.array(z.object({ id: z.string(), threshold: z.number().int().nullable() })).describe('To undo it'),
      kept: z
        .array(z.object({ id: z.string(), name: z.string(), threshold: z.number().int().nullable(), reason: z.string() }))
        .describe('Those that changed since they were shown'),
    }),
    errors: {},
  },
  restoreThresholds: {
    ...WRITE,
    path: '/office/v1/stock/thresholds/restore',
    summary: 'Takes thresholds back that nobody changed since, and says what became of each',
    input: z.object({
      changes: z
        .array(z.object({ id: stockId, before: caseCount.nullable(), after: caseCount.nullable() }))
        .min(1)
        .max(MAX_STOCK_ITEMS),
    }),
    output: z.object({ results: z.array(z.object({ id: z.string(), name: z.string(), isDone: z.boolean(), reason: z.string() })) }),
    errors: {},
  },
  setBin: {
    ...WRITE,
    path: '/office/v1/stock/bin',
    summary: 'Says where a wine stands in the cellar of a market',
    input: z.object({
      id: stockId,
      bin: binText.describe('Such as A-03-2. Empty for none'),
      expected: binText.describe('Bin that was shown'),
    }),
    output: z.object({ bin: z.string(), before: z.string().describe('To undo it') }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE },
  },
  setDefaultThreshold: {
    ...WRITE,
    path: '/office/v1/stock/default-threshold',
    summary: 'Sets the threshold of wines that have none of their own',
    input: z.object({ market: marketName, threshold: caseCount, version: z.number().int().min(0).max(2_147_483_647) }),
    output: z.object({ market: marketName, threshold: z.number().int(), version: z.number().int() }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE },
  },
});
