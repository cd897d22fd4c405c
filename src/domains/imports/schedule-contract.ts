/** Office calls about schedules: files that are fetched and imported at set times. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName, recordId, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { IMPORT_ERRORS } from './messages/errors.ts';

const REFERENCE = 'docs/decisions/0153-imports-in-the-office.md';
export const SCHEDULE_SOURCES = ['url', 'folder'] as const;
const SECRET = 500;

export const scheduleFields = z.object({
  name: storableText(80).refine((name) => name !== '', 'must not be empty'),
  source: z.enum(SCHEDULE_SOURCES),
  location: storableText(1_000)
    .refine((text) => text !== '', 'must not be empty')
    .describe('An https address, or the name of a folder'),
  mappingId: recordId,
  market: marketName.describe('The times are in its time zone'),
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).describe('1 is Monday'),
  times: z.array(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:30')).max(24),
  maxRejectedPercent: z.number().int().min(0).max(100).nullable(),
  maxPriceChangePercent: z.number().int().min(0).max(1_000).nullable(),
  endsMissing: z.boolean(),
  isEnabled: z.boolean(),
});

const schedule = scheduleFields.extend({
  id: z.number().int(),
  supplier: z.string(),
  userName: z.string().describe('Name for the address; the password is never shown'),
  hasPassword: z.boolean(),
  nextRunAt: isoTime.nullable(),
  lastRunAt: isoTime.nullable(),
  lastProblem: z.string(),
  lastImport: z.object({ id: z.number().int(), state: z.string() }).nullable(),
  version: z.number().int(),
});
export type ImportSchedule = z.output<typeof schedule>;

const { ALL_MARKETS, NOT_FOUND, SCHEDULE } = IMPORT_ERRORS;
const SHARED = { reference: REFERENCE, permission: 'catalogue.import' } as const;
const WRITE = { ...SHARED, method: 'POST', mutates: true } as const;

export const scheduleOfficeContract = officeCalls({
  importSchedules: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/imports/schedules',
    summary: 'Lists schedules of imports',
    input: z.object({}),
    output: z.object({ rows: z.array(schedule), hasFolder: z.boolean().describe('True if this shop has a watched folder') }),
    errors: ALL_MARKETS,
  },
  saveImportSchedule: {
    ...WRITE,
    path: '/office/v1/imports/schedules/save',
    summary: 'Creates or changes a schedule. Credentials that are left out stay as they are',
    input: scheduleFields.extend({
      id: recordId.optional(),
      version: version.optional(),
      credentials: z
        .object({ userName: storableText(SECRET), password: storableText(SECRET) })
        .nullable()
        .optional()
        .describe('Null to remove them'),
    }),
    output: schedule,
    errors: { ...ALL_MARKETS, ...NOT_FOUND, ...CHANGED_MEANWHILE, ...SCHEDULE },
  },
  deleteImportSchedule: {
    ...WRITE,
    path: '/office/v1/imports/schedules/delete',
    summary: 'Deletes a schedule. Its imports stay. A repeat changes nothing',
    input: z.object({ id: recordId, version }),
    output: z.null(),
    emptyStatus: 204,
    errors: { ...ALL_MARKETS, ...CHANGED_MEANWHILE },
  },
  runImportSchedule: {
    ...WRITE,
    path: '/office/v1/imports/schedules/run',
    summary: 'Fetches the file of a schedule now',
    input: z.object({ id: recordId }),
    output: z.object({ importId: z.number().int() }),
    errors: { ...ALL_MARKETS, ...NOT_FOUND },
  },
});
