/** Office calls about form entries: what shoppers sent by the forms of pages. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listInput, listOf, marketName, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_PAGE_ERRORS } from './messages/office-errors.ts';
import { ENTRY_STATES, INBOX_SORTS } from './model/inbox.ts';

const REFERENCE = 'docs/decisions/0140-inbox-of-form-entries.md';

const entryId = z.uuid();
const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');
const formId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be the id of a form');

const entryRow = z.object({
  id: entryId,
  market: marketName,
  form: formId,
  email: z.string().nullable(),
  text: z.string().describe('Beginning of the longest answer'),
  receivedAt: isoTime,
  state: z.enum(ENTRY_STATES),
  handledBy: z.string().describe('Who changed the state; empty while it waits'),
  hasNote: z.boolean(),
});
export type EntryRow = z.output<typeof entryRow>;

const officeEntry = entryRow.omit({ text: true, hasNote: true }).extend({
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  handledAt: isoTime.nullable(),
  note: z.string(),
  page: z.object({ id: z.string(), title: z.string() }),
  version: z.number().int(),
  timeZone: z.string(),
  others: z.number().int().describe('Other entries from the same address'),
  neighbours: z.object({ previous: entryId.nullable().describe('The next newer entry'), next: entryId.nullable() }),
  history: z.array(z.object({ at: isoTime, who: z.string(), state: z.enum(ENTRY_STATES).nullable().describe('Null for a note') })),
});
export type OfficeEntry = z.output<typeof officeEntry>;

const listFields = {
  q: listInput.shape.q,
  sort: z.enum(INBOX_SORTS).default('-received'),
  'filter[state]': listed(ENTRY_STATES).describe('Comma separated. Spam is listed only if it is named'),
  'filter[form]': formId.optional(),
  'filter[market]': listed(MARKETS),
};

const READ = { method: 'GET', reference: REFERENCE, permission: 'inbox.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'inbox.write', mutates: true } as const;
const { ENTRY_NOT_FOUND } = OFFICE_PAGE_ERRORS;

export const inboxOfficeContract = officeCalls({
  inbox: {
    ...READ,
    path: '/office/v1/inbox',
    summary: 'Lists form entries of one’s markets',
    input: listInput.extend(listFields),
    output: listOf(entryRow),
    errors: CURSOR_ERRORS,
  },
  inboxForms: {
    ...READ,
    path: '/office/v1/inbox/forms',
    summary: 'Lists the forms that entries came from',
    input: z.object({}),
    output: z.object({ forms: z.array(formId) }),
    errors: {},
  },
  inboxEntry: {
    ...READ,
    path: '/office/v1/inbox/entry',
    summary: 'Returns a form entry',
    input: z.object({ id: entryId }),
    output: officeEntry,
    errors: ENTRY_NOT_FOUND,
  },
  changeEntry: {
    ...WRITE,
    path: '/office/v1/inbox/change',
    summary: 'Changes state or note of an entry',
    input: z.object({ id: entryId, version, state: z.enum(ENTRY_STATES).optional(), note: storableText(2_000).optional() }),
    output: officeEntry,
    errors: { ...ENTRY_NOT_FOUND, ...CHANGED_MEANWHILE },
  },
  changeEntries: {
    ...WRITE,
    path: '/office/v1/inbox/change-many',
    summary: 'Changes the state of several entries. Those of other markets are left out',
    input: z.object({
      entries: z
        .array(
          z.object({
            id: entryId,
            state: z.enum(ENTRY_STATES),
            expected: z.enum(ENTRY_STATES).describe('State that was shown. An entry with another one stays as it is'),
          }),
        )
        .max(200),
    }),
    output: z.object({
      changed: z.array(z.object({ id: entryId, before: z.enum(ENTRY_STATES) })).describe('Those that had another state, for undo'),
      kept: z.number().int().describe('Those that somebody had changed from the expected state'),
    }),
    errors: {},
  },
  exportInbox: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'customers.export',
    stepUp: true,
    mutates: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    path: '/office/v1/inbox/export',
    summary: 'Returns a page of the entries that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(entryId).max(1_000).optional().describe('Only these') }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
