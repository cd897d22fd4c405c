/** Office calls about saved views of lists. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { VIEW_ERRORS } from './messages/views.ts';
import { officeCalls } from './model/office-call.ts';
import { recordId } from './model/records.ts';

const REFERENCE = 'docs/decisions/0150-office-application.md';
const listName = z.string().regex(/^[a-z_]{1,40}$/, 'must be the name of a list such as orders');
const viewName = storableText(60).refine((name) => name !== '', 'must not be empty');
const viewQuery = z
  .string()
  .max(2_000)
  .regex(/^[^\0\s]*$/, 'must be the query of a URL');

const savedView = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string().describe('Search, filters, sort order and columns, as the query of a URL'),
  isShared: z.boolean(),
  isOwn: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

const CHANGE = { method: 'POST', reference: REFERENCE, permission: 'signed_in', mutates: true } as const;

export const viewsContract = officeCalls({
  savedViews: {
    method: 'GET',
    path: '/office/v1/views',
    summary: 'Lists one’s own views of a list, and those that colleagues share',
    reference: REFERENCE,
    input: z.object({ list: listName }),
    output: z.object({ rows: z.array(savedView) }),
    permission: 'signed_in',
    mutates: false,
    errors: {},
  },
  saveView: {
    ...CHANGE,
    path: '/office/v1/views/save',
    summary: 'Saves a view',
    input: z.object({ list: listName, name: viewName, query: viewQuery, isShared: z.boolean().default(false) }),
    output: savedView,
    errors: VIEW_ERRORS.SAVE,
  },
  changeView: {
    ...CHANGE,
    path: '/office/v1/views/change',
    summary: 'Replaces what one’s own view shows',
    input: z.object({ id: recordId, query: viewQuery }),
    output: savedView,
    errors: VIEW_ERRORS.NOT_FOUND,
  },
  deleteView: {
    ...CHANGE,
    path: '/office/v1/views/delete',
    summary: 'Deletes one’s own view. A repeat changes nothing',
    input: z.object({ id: recordId }),
    output: z.null(),
    emptyStatus: 204,
    errors: {},
  },
});
