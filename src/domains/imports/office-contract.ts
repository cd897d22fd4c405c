/** Office calls about imports: upload, mapping, comparison, rejected rows, import and undo. */
import { z } from 'zod';
import { mappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listInput, listOf, marketName, recordId, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { IMPORT_ERRORS } from './messages/errors.ts';
import { IMPORT_KINDS, IMPORT_SOURCES, IMPORT_STATES, OUTCOMES } from './model/import-state.ts';

const REFERENCE = 'docs/decisions/0153-imports-in-the-office.md';
/** Largest file in bytes as it is sent. Browsers compress text before. */
export const MAX_UPLOAD_BYTES = 128 * 1024 * 1024;
/** Bytes of a part of an upload. */
export const PART_BYTES = 720 * 1024;
const MAX_PARTS = Math.ceil(MAX_UPLOAD_BYTES / PART_BYTES);
/** Longest name of a sheet that can be chosen. Spreadsheets allow 31 characters. */
export const MAX_SHEET_NAME = 100;
/** Longest row that can be corrected, in characters. */
const MAX_ROW = 200_000;

const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(600)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');
const percentRange = z
  .string()
  .max(40)
  .regex(/^(?:-?\d{1,5}(?:\.\d\d?)?)?\.\.(?:-?\d{1,5}(?:\.\d\d?)?)?$/, 'must be a range of percents such as -10..10')
  .optional();

export const IMPORT_SORTS = ['started', '-started'] as const;
export const ROW_SORTS = ['line', '-price_change', 'price_change'] as const;

const counts = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  missing: z.number().int().describe('Wines that the file does not contain, whose sale ends'),
  rejected: z.number().int(),
});

const importRow = z.object({
  id: z.number().int(),
  file: z.string(),
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  by: z.string().describe('Empty for the command line and the watched folder'),
  source: z.enum(IMPORT_SOURCES),
  kind: z.enum(IMPORT_KINDS),
  mapping: z.string().describe('Supplier or name of the mapping; empty without one'),
  state: z.enum(IMPORT_STATES),
  counts: counts.nullable().describe('Null until the file was compared'),
  progress: z.number().int(),
  progressTotal: z.number().int().describe('0 while unknown'),
  canUndo: z.boolean(),
});
export type ImportRow = z.output<typeof importRow>;

const actions = z.object({
  canCompare: z.boolean(),
  canStart: z.boolean(),
  canCancel: z.boolean(),
  canUndo: z.boolean(),
  canDiscard: z.boolean(),
  canFix: z.boolean(),
});

const officeImport = importRow.extend({
  bytes: z.number().int(),
  version: z.number().int(),
  problem: z.string().describe('Why it failed or waits for approval'),
  notices: z.array(z.string()),
  endsMissing: z.boolean(),
  appliedRows: z.number().int(),
  waitingRows: z.number().int().describe('Rows that would be written and are not yet'),
  hasFile: z.boolean(),
  mappingId: z.number().int().nullable().describe('The saved mapping'),
  /** The first rows of the file, for the mapping. */
  sample: z
    .object({
      format: z.string(),
      sheet: z.string().nullable().describe('Sheet of a workbook that is read'),
      sheets: z.array(z.string()).describe('Sheets to choose from; empty if there is one only'),
      headers: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    })
    .nullable(),
  choices: mappingChoices.nullable().describe('Null for a mapping that was written by hand'),
  schedule: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  undo: z
    .object({
      restored: z.number().int(),
      removed: z.number().int(),
      unchanged: z.record(z.string(), z.array(z.string())).describe('Keys of records that had changed since, by kind'),
      by: z.string(),
      at: isoTime.nullable(),
    })
    .nullable(),
  actions,
});
export type OfficeImport = z.output<typeof officeImport>;

const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

const differenceRow = z.object({
  seq: z.number().int(),
  line: z.number().int(),
  outcome: z.enum(OUTCOMES),
  isApplied: z.boolean(),
  offerId: z.string().nullable(),
  sku: z.string(),
  title: z.string(),
  changes: z.array(fieldChange),
  market: marketName.nullable(),
  oldPrice: z.number().nullable(),
  newPrice: z.number().nullable(),
  priceChange: z.number().nullable().describe('Percent'),
  margin: z.number().nullable().describe('Percent of the price without tax; null if the file has no cost'),
  code: z.string().nullable(),
  column: z.string(),
  reason: z.string(),
});
export type DifferenceRow = z.output<typeof differenceRow>;

const previewRow = z.object({
  cells: z.array(z.string()),
  title: z.string(),
  fields: z.array(z.object({ field: z.string(), value: z.string() })),
  problem: z.string().describe('Why the row would be rejected; empty if it would not'),
});
export type PreviewRow = z.output<typeof previewRow>;

const savedMapping = z.object({
  id: z.number().int(),
  supplier: z.string(),
  columns: z.number().int(),
  updatedAt: isoTime,
  updatedBy: z.string(),
  version: z.number().int(),
});
export type SavedMapping = z.output<typeof savedMapping>;

const { NOT_FOUND, ALL_MARKETS, NOT_POSSIBLE, MAPPING, SHEET, PART, SUPPLIER, IN_USE } = IMPORT_ERRORS;
const SHARED = { reference: REFERENCE, permission: 'catalogue.import' } as const;
const READ = { ...SHARED, method: 'GET', mutates: false } as const;
const WRITE = { ...SHARED, method: 'POST', mutates: true } as const;
const ONE = { ...ALL_MARKETS, ...NOT_FOUND } as const;
const byId = z.object({ id: recordId });
const byVersion = byId.extend({ version });
const rowFilters = {
  id: recordId,
  q: listInput.shape.q.describe('Words of the name or SKU'),
  'filter[outcome]': listed(OUTCOMES),
  'filter[price_change]': percentRange.describe('Percent'),
  sort: z.enum(ROW_SORTS).default('line'),
  cursor: listInput.shape.cursor,
} as const;

export const importOfficeContract = officeCalls({
  imports: {
    ...READ,
    path: '/office/v1/imports',
    summary: 'Lists imports of the office, the command line and schedules',
    input: listInput.extend({
      q: listInput.shape.q.describe('Part of the name of the file, of the supplier or of who imported it'),
      'filter[state]': listed(IMPORT_STATES),
      'filter[source]': listed(IMPORT_SOURCES),
      'filter[started]': dayRange.describe('Days in the time zone of the first market'),
      sort: z.enum(IMPORT_SORTS).default('-started'),
    }),
    output: listOf(importRow),
    errors: { ...ALL_MARKETS, ...CURSOR_ERRORS },
  },
  import: {
    ...READ,
    path: '/office/v1/imports/import',
    summary: 'Returns an import with its sample, mapping and what can be done with it',
    input: byId,
    output: officeImport,
    errors: ONE,
  },
  importRows: {
    ...READ,
    path: '/office/v1/imports/rows',
    summary: 'Lists the difference between a file and the shop',
    input: z.object({ ...rowFilters, limit: listInput.shape.limit }),
    output: listOf(differenceRow),
    errors: { ...ONE, ...CURSOR_ERRORS },
  },
  importRejectedRow: {
    ...READ,
    path: '/office/v1/imports/rows/rejected',
    summary: 'Returns a rejected row as in the file, to correct it',
    input: byId.extend({ seq: recordId }),
    output: z.object({
      raw: z.string(),
      headers: z.array(z.string()).describe('Empty if the row can only be corrected as a whole'),
      cells: z.array(z.string()),
      column: z.string(),
      reason: z.string(),
    }),
    errors: ONE,
  },
  startUpload: {
    ...WRITE,
    path: '/office/v1/imports/upload',
    summary: 'Begins an upload',
    input: z.object({
      name: storableText(200).refine((name) => name !== '', 'must not be empty'),
      bytes: z.number().int().min(1).describe('Size as it will be sent'),
    }),
    output: z.object({ id: z.number().int(), partBytes: z.number().int() }),
    errors: { ...ALL_MARKETS, ...PART },
  },
  uploadPart: {
    ...WRITE,
    // A part has a number and is stored once.
    handlesRepeats: true,
    path: '/office/v1/imports/upload/part',
    summary: 'Stores a part of an upload. Parts arrive in order; one that was sent before changes nothing',
    input: byId.extend({ part: z.number().int().min(0).max(MAX_PARTS), data: z.base64().max(1_000_000).describe('Bytes as base64') }),
    output: z.object({ next: z.number().int() }),
    errors: { ...ONE, ...NOT_POSSIBLE, ...PART },
  },
  finishUpload: {
    ...WRITE,
    path: '/office/v1/imports/upload/finish',
    summary: 'Ends an upload. The file is then read in the background',
    input: byId.extend({ parts: z.number().int().min(1).max(MAX_PARTS) }),
    output: officeImport,
    errors: { ...ONE, ...NOT_POSSIBLE, ...PART },
  },
  previewImport: {
    ...WRITE,
    // Changes nothing. The choices do not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/imports/preview',
    summary: 'Returns the first rows as the wines that a mapping makes of them',
    input: byId.extend({ choices: mappingChoices }),
    output: z.object({ rows: z.array(previewRow), problems: z.array(z.string()) }),
    errors: { ...ONE, ...NOT_POSSIBLE },
  },
  compareImport: {
    ...WRITE,
    path: '/office/v1/imports/compare',
    summary: 'Compares the file with the shop in the background. Nothing is written to the shop',
    input: byVersion.extend({
      kind: z.enum(IMPORT_KINDS),
      choices: mappingChoices.optional().describe('Left out to use the mapping as it is'),
      endsMissing: z.boolean().default(false).describe('End the sale of wines of the mapping that the file does not contain'),
    }),
    output: officeImport,
    errors: { ...ONE, ...CHANGED_MEANWHILE, ...NOT_POSSIBLE, ...MAPPING },
  },
  selectSheet: {
    ...WRITE,
    path: '/office/v1/imports/select-sheet',
    summary: 'Reads another sheet of a workbook in the background and proposes its mapping',
    input: byVersion.extend({ sheet: storableText(MAX_SHEET_NAME).describe('One of the sheets of the sample') }),
    output: officeImport,
    errors: { ...ONE, ...CHANGED_MEANWHILE, ...NOT_POSSIBLE, ...SHEET },
  },
  selectMapping: {
    ...WRITE,
    path: '/office/v1/imports/select-mapping',
    summary: 'Replaces the mapping of an import by a saved one',
    input: byVersion.extend({ mappingId: recordId }),
    output: officeImport,
    errors: { ...ONE, ...CHANGED_MEANWHILE, ...NOT_POSSIBLE, ...MAPPING },
  },
  startImport: {
    ...WRITE,
    path: '/office/v1/imports/start',
    summary: 'Writes the compared rows to the shop in the background, also the rest of a cancelled import and corrected rows',
    input: byVersion,
    output: officeImport,
    errors: { ...ONE, ...CHANGED_MEANWHILE, ...NOT_POSSIBLE },
  },
  cancelImport: {
    ...WRITE,
    path: '/office/v1/imports/cancel',
    summary: 'Stops a comparison or an import after the current batch',
    input: byId,
    output: officeImport,
    errors: { ...ONE, ...NOT_POSSIBLE },
  },
  undoImport: {
    ...WRITE,
    path: '/office/v1/imports/undo',
    summary: 'Restores what an import changed, unless it was changed since, in the background',
    input: byVersion,
    output: officeImport,
    errors: { ...ONE, ...CHANGED_MEANWHILE, ...NOT_POSSIBLE },
  },
  discardImport: {
    ...WRITE,
    path: '/office/v1/imports/discard',
    summary: 'Deletes an import that wrote nothing',
    input: byId,
    output: z.null(),
    emptyStatus: 204,
    errors: { ...ONE, ...NOT_POSSIBLE },
  },
  fixImportRow: {
    ...WRITE,
    path: '/office/v1/imports/rows/fix',
    summary: 'Corrects a rejected row and compares it again',
    input: byId.extend({
      seq: recordId,
      raw: z.string().max(MAX_ROW).optional().describe('The row as in the file'),
      cells: z.array(z.string().max(20_000)).max(1_000).optional().describe('Its cells in the order of the headers'),
    }),
    output: z.object({ row: differenceRow, import: officeImport }),
    errors: { ...ONE, ...NOT_POSSIBLE },
  },
  exportImportRows: {
    ...WRITE,
    handlesRepeats: true,
    path: '/office/v1/imports/rows/export',
    summary: 'Returns a page of the difference as lines of CSV. Rejected rows are as in the file, with the reason behind',
    input: z.object(rowFilters),
    output: z.object({ csv: z.string(), rows: z.number().int(), nextCursor: z.string().nullable() }),
    errors: { ...ONE, ...CURSOR_ERRORS },
  },
  savedMappings: {
    ...READ,
    path: '/office/v1/imports/mappings',
    summary: 'Lists saved mappings by supplier',
    input: z.object({}),
    output: z.object({ rows: z.array(savedMapping) }),
    errors: ALL_MARKETS,
  },
  saveMapping: {
    ...WRITE,
    path: '/office/v1/imports/mappings/save',
    summary: 'Saves the mapping of an import for a supplier, or replaces the one it was made from',
    input: byId.extend({
      supplier: storableText(80).refine((name) => name !== '', 'must not be empty'),
      choices: mappingChoices.optional(),
      replaces: z.object({ id: recordId, version }).optional().describe('The saved mapping that is replaced'),
    }),
    output: savedMapping,
    errors: { ...ONE, ...NOT_POSSIBLE, ...MAPPING, ...SUPPLIER, ...CHANGED_MEANWHILE },
  },
  deleteMapping: {
    ...WRITE,
    path: '/office/v1/imports/mappings/delete',
    summary: 'Deletes a saved mapping. A repeat changes nothing',
    input: byVersion,
    output: z.null(),
    emptyStatus: 204,
    errors: { ...ALL_MARKETS, ...IN_USE, ...CHANGED_MEANWHILE },
  },
});
