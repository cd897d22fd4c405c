/** Office calls about stock sheets: deliveries and counts. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listed, listInput, listOf, marketName, recordId, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { STOCK_ERRORS } from './messages/stock-errors.ts';
import { MAX_SHEET_LINES, SHEET_KINDS, SHEET_SORTS, SHEET_STATES } from './model/sheet.ts';
import { MOVEMENT_KINDS } from './model/stock.ts';
import { countFields, deliveryFields, MAX_CASES } from './model/stock-forms.ts';
import { stockId } from './office-contract.ts';

const REFERENCE = 'docs/decisions/0160-stock-sheets.md';

const productId = z.number().int().min(1).max(2_147_483_647);
const changeNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('`changeNumber` of the sheet that was shown');

const sheetRow = z.object({
  id: z.number().int(),
  kind: z.enum(SHEET_KINDS),
  state: z.enum(SHEET_STATES),
  market: marketName,
  supplier: z.string(),
  reference: z.string(),
  day: z.string().nullable().describe('ISO date of the delivery'),
  note: z.string().describe('Of a count: what it is about'),
  isBlind: z.boolean().describe('Expected numbers are hidden until the review'),
  author: z.string(),
  createdAt: isoTime,
  changedAt: isoTime,
  changedBy: z.string(),
  postedAt: isoTime.nullable(),
  lines: z.number().int(),
  entered: z.number().int().describe('Lines with a quantity'),
  cases: z.number().int(),
});
export type SheetRow = z.output<typeof sheetRow>;

const sheetLine = z.object({
  productId: z.number().int(),
  name: z.string().describe('Empty if no offer sells it any more'),
  sku: z.string(),
  gtin: z.string(),
  quantity: z.number().int().nullable().describe('Cases that came or were counted'),
  expected: z
    .number()
    .int()
    .nullable()
    .describe('On the delivery note, or on the shelf when it was counted, or now if it was not. Null in a blind count'),
  version: z.number().int().describe('0 for a line that does not exist yet'),
  isSkipped: z.boolean(),
  enteredBy: z.string(),
  enteredAt: isoTime,
  priceCents: z.number().int().nullable().describe('Price of a case, if the wine is on sale'),
  conflict: z
    .object({ movementId: z.number().int(), who: z.string(), at: isoTime, kind: z.enum(MOVEMENT_KINDS), quantity: z.number().int() })
    .nullable()
    .describe('Correction after the wine was counted'),
});
export type SheetLine = z.output<typeof sheetLine>;

const sheet = sheetRow.extend({
  version,
  changeNumber: z.number().int(),
  timeZone: z.string(),
  wines: z.array(sheetLine).describe('By name'),
});
export type Sheet = z.output<typeof sheet>;

const sheetWine = z.object({ productId: z.number().int(), name: z.string(), sku: z.string(), gtin: z.string() });
export type SheetWine = z.output<typeof sheetWine>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'catalogue.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'stock.write', mutates: true } as const;
const { POST, RECOUNT, SHEET, SHEET_FULL, SHEET_STATE, TOO_MANY, UNDO_SHEET } = STOCK_ERRORS;
const id = z.number().int().min(1).max(2_147_483_647);

export const stockSheetsContract = officeCalls({
  stockSheets: {
    ...READ,
    path: '/office/v1/stock-sheets',
    summary: 'Lists deliveries or counts',
    input: listInput.extend({
      q: listInput.shape.q.describe('Words of the supplier, reference, note or author'),
      kind: z.enum(SHEET_KINDS),
      'filter[state]': listed(SHEET_STATES),
      'filter[market]': listed(MARKETS),
      sort: z.enum(SHEET_SORTS).default('-created'),
    }),
    output: listOf(sheetRow),
    errors: CURSOR_ERRORS,
  },
  stockSheet: {
    ...READ,
    path: '/office/v1/stock-sheets/sheet',
    summary: 'Returns a delivery or count with its lines',
    input: z.object({
      id: recordId,
      kind: z.enum(SHEET_KINDS),
      review: z.enum(['true', 'false']).default('false').describe('With the expected numbers of a blind count'),
    }),
    output: sheet,
    errors: SHEET,
  },
  findSheetWines: {
    ...READ,
    path: '/office/v1/stock-sheets/wines',
    summary: 'Finds wines for a sheet by name, SKU or bar code',
    input: z.object({ q: storableText(80).optional(), code: storableText(80).optional() }),
    output: z.object({ rows: z.array(sheetWine) }),
    errors: {},
  },
  createDelivery: {
    ...WRITE,
    path: '/office/v1/stock-sheets/delivery',
    summary: 'Begins a delivery',
    input: z.object({ market: marketName, ...deliveryFields.shape }),
    output: z.object({ id: z.number().int() }),
    errors: SHEET,
  },
  saveDelivery: {
    ...WRITE,
    path: '/office/v1/stock-sheets/save-delivery',
    summary: 'Changes supplier, reference, day and note of a delivery',
    input: z.object({ id, version, ...deliveryFields.shape }),
    output: z.object({ version: z.number().int() }),
    errors: { ...SHEET_STATE, ...CHANGED_MEANWHILE },
  },
  startCount: {
    ...WRITE,
    path: '/office/v1/stock-sheets/count',
    summary: 'Starts a count of wines of one market',
    input: z.object({ market: marketName, ids: z.array(stockId).max(MAX_SHEET_LINES), ...countFields.shape }),
    output: z.object({ id: z.number().int(), lines: z.number().int() }),
    errors: SHEET,
  },
  enterSheetLine: {
    ...WRITE,
    path: '/office/v1/stock-sheets/line',
    summary: 'Enters cases of a wine: adds them to those entered, or sets the number',
    input: z.object({
      id,
      productId,
      mode: z.enum(['add', 'set']),
      field: z.enum(['quantity', 'expected']).default('quantity').describe('The expected number is set in deliveries only'),
      value: z
        .number()
        .int()
        .min(-MAX_CASES)
        .max(MAX_CASES)
        .nullable()
        .describe('Null clears the number. Negative only to take back an addition'),
      version: z.number().int().min(0).max(2_147_483_647).default(0).describe('`version` of the line that was shown, to set a number'),
      ageSeconds: z.number().int().min(0).max(31_536_000).default(0).describe('How long the entry waited for a connection'),
    }),
    output: sheetLine,
    errors: { ...SHEET_STATE, ...SHEET_FULL, ...CHANGED_MEANWHILE, ...TOO_MANY, ...RECOUNT },
  },
  removeSheetLine: {
    ...WRITE,
    path: '/office/v1/stock-sheets/remove-line',
    summary: 'Takes a wine off a sheet',
    input: z.object({ id, productId, version }),
    output: z.object({ removed: z.literal(true) }),
    errors: { ...SHEET_STATE, ...CHANGED_MEANWHILE },
  },
  decideSheetLine: {
    ...WRITE,
    path: '/office/v1/stock-sheets/decide',
    summary: 'Decides about a wine that was corrected after it was counted, or leaves its count out',
    input: z.object({
      id,
      productId,
      decision: z.enum(['apply', 'skip']),
      movementId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('The correction that the person saw; 0 for none'),
    }),
    output: sheetLine,
    errors: { ...SHEET_STATE, ...CHANGED_MEANWHILE },
  },
  postSheet: {
    ...WRITE,
    path: '/office/v1/stock-sheets/post',
    summary: 'Receives a delivery, or applies the differences of a count',
    input: z.object({ id, changeNumber }),
    output: z.object({ wines: z.number().int(), cases: z.number().int() }),
    errors: { ...SHEET_STATE, ...CHANGED_MEANWHILE, ...POST, ...TOO_MANY },
  },
  undoSheet: {
    ...WRITE,
    path: '/office/v1/stock-sheets/undo',
    summary: 'Takes a posted sheet back by counter-movements',
    input: z.object({ id }),
    output: z.object({ wines: z.number().int(), cases: z.number().int() }),
    errors: { ...UNDO_SHEET, ...TOO_MANY },
  },
  cancelSheet: {
    ...WRITE,
    path: '/office/v1/stock-sheets/cancel',
    summary: 'Cancels an open sheet, or opens a cancelled one again',
    input: z.object({ id, isCancelled: z.boolean() }),
    output: z.object({ state: z.enum(SHEET_STATES) }),
    errors: SHEET_STATE,
  },
});
