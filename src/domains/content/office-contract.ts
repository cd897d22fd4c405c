/** Office calls about pages: the list, drafts, publication, versions and previews. */
import { z } from 'zod';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText, withStorableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { OFFICE_PAGE_ERRORS } from './messages/office-errors.ts';
import { draftRecord, pageId } from './model/page-draft.ts';
import { BULK_PAGE_ACTIONS, PAGE_SORTS, PAGE_STATES } from './model/page-list.ts';
import { TEMPLATE_NAMES } from './model/templates.ts';

const REFERENCE = 'docs/decisions/0138-pages-in-the-office.md';
const KINDS = ['wine', 'spirits'] as const;

const pageVersion = z.coerce.number().int().min(0).describe('`version` of the page that was shown; 0 if it was never published');
const draftRevision = z.coerce.number().int().min(0).describe('`revision` of the draft that was shown; 0 if there was none');
const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(400)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');

const pageRow = z.object({
  id: pageId,
  title: z.string(),
  path: z.string(),
  template: z.enum(TEMPLATE_NAMES),
  markets: z.array(marketName),
  shops: z.array(z.enum(KINDS)),
  state: z.enum(PAGE_STATES),
  version: z.number().int().describe('0 if it was never published'),
  revision: z.number().int().describe('Of the unpublished changes; 0 if there are none'),
  hasDraft: z.boolean().describe('Whether there are unpublished changes'),
  publishAt: isoTime.nullable(),
  endAt: isoTime.nullable(),
  scheduledFor: isoTime.nullable().describe('When the unpublished changes of a live page are published; null if they are not scheduled'),
  scheduleProblem: z.string().nullable().describe('Why they were not published at that moment; null if nothing was wrong'),
  changedAt: isoTime,
  changedBy: z.string().describe('Empty for an import or a command'),
});
export type PageRow = z.output<typeof pageRow>;

const issue = z.object({ path: z.array(z.union([z.string(), z.number()])).readonly(), message: z.string(), isBlocking: z.boolean() });

const officePage = z.object({
  id: pageId,
  state: z.enum(PAGE_STATES),
  version: z.number().int(),
  published: draftRecord.nullable().describe('The record that visitors see; null if it was never published'),
  changedAt: isoTime.nullable(),
  changedBy: z.string(),
  draft: z
    .object({
      record: draftRecord,
      revision: z.number().int(),
      baseVersion: z.number().int().describe('The version that the draft was made from'),
      author: z.string(),
      updatedAt: isoTime,
      isOwn: z.boolean(),
    })
    .nullable(),
  scheduled: z
    .object({
      at: isoTime,
      author: z.string(),
      problem: z.string().nullable().describe('Why it was not published at that moment; null for what is still to come'),
    })
    .nullable()
    .describe('When the draft of a live page is published. It cannot be changed until that is taken back'),
  canEdit: z.boolean().describe('False if the page is also shown in a market where the person does not work'),
  timeZone: z.string(),
  issues: z.array(issue).describe('What is wrong or should be looked at before the page is published'),
  sites: z
    .array(z.object({ id: z.string(), market: marketName, kind: z.enum(KINDS), origin: z.string() }))
    .describe('Sites of the person’s markets'),
  /** Address of the page on the first site that shows it; null if none does. */
  liveUrl: z.string().nullable(),
});
export type OfficePage = z.output<typeof officePage>;

const versionRow = z.object({
  version: z.number().int(),
  savedAt: isoTime,
  author: z.string().describe('Empty for an import or a command'),
  record: draftRecord.nullable().describe('Null if the page was removed'),
});
export type PageVersionRow = z.output<typeof versionRow>;

const pageEvent = z.object({
  id: z.string(),
  at: isoTime,
  who: z.string().describe('Empty for an import or a command'),
  action: z.string().describe('Such as page.published'),
  fields: z.array(z.string()).describe('Fields of the page that changed'),
});
export type PageEvent = z.output<typeof pageEvent>;

const offerOption = z.object({ id: z.string(), name: z.string(), vintage: z.string(), path: z.string(), picture: z.string() });
export type OfferOption = z.output<typeof offerOption>;

const pageResult = z.object({ id: pageId, title: z.string(), isDone: z.boolean(), reason: z.string() });
/** Longest selection of one bulk call. The browser sends several. */
const MAX_BULK_PAGES = 100;

const READ = { method: 'GET', reference: REFERENCE, permission: 'pages.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'pages.write', mutates: true } as const;
const { NOT_FOUND, OTHER_MARKET, PAGE_INVALID, PATH_TAKEN, VERSION_UNKNOWN, NOTHING_TO_PUBLISH, PAGE_SCHEDULED } = OFFICE_PAGE_ERRORS;
const EDIT_ERRORS = { ...NOT_FOUND, ...OTHER_MARKET, ...CHANGED_MEANWHILE } as const;
const seen = { id: pageId, version: pageVersion, revision: draftRevision };

export const pageOfficeContract = officeCalls({
  pages: {
    ...READ,
    path: '/office/v1/pages',
    summary: 'Lists pages of one’s markets, published or not',
    input: listInput.extend({
      sort: z.enum(PAGE_SORTS).default('-changed'),
      'filter[state]': listed(PAGE_STATES).describe('Comma separated. Archived pages are listed only if they are named'),
      'filter[template]': listed(TEMPLATE_NAMES),
      'filter[market]': listed(MARKETS),
      'filter[shop]': listed(KINDS),
      'filter[draft]': z.enum(['yes']).optional().describe('yes: pages with unpublished changes'),
    }),
    output: listOf(pageRow),
    errors: CURSOR_ERRORS,
  },
  page: {
    ...READ,
    path: '/office/v1/pages/page',
    summary: 'Returns a page with its draft and what should be looked at before it is published',
    input: z.object({ id: pageId }),
    output: officePage,
    errors: NOT_FOUND,
  },
  createPage: {
    ...WRITE,
    path: '/office/v1/pages/create',
    summary: 'Begins a new page as a draft, empty or as a copy of another page',
    input: z.object({
      template: z.enum(TEMPLATE_NAMES),
      title: storableText(160).refine((title) => title !== '', 'must not be empty'),
      copyOf: pageId.optional().describe('Id of the page to copy; its template is kept'),
    }),
    output: z.object({ id: pageId }),
    errors: NOT_FOUND,
  },
  savePageDraft: {
    ...WRITE,
    // Saved while a person types. A repeat has an older revision.
    handlesRepeats: true,
    path: '/office/v1/pages/draft',
    summary: 'Saves the draft of a page. It need not be complete',
    input: z.object({ ...seen, record: withStorableText(draftRecord) }),
    output: z.object({ revision: z.number().int(), savedAt: isoTime, issues: z.array(issue) }),
    errors: { ...EDIT_ERRORS, ...PAGE_SCHEDULED },
  },
  discardPageDraft: {
    ...WRITE,
    path: '/office/v1/pages/discard',
    summary: 'Deletes the draft of a page. A page that was never published is deleted with it',
    input: z.object({ id: pageId, revision: draftRevision }),
    output: z.object({ record: draftRecord.describe('The deleted draft, for undo') }),
    errors: { ...EDIT_ERRORS, ...PAGE_SCHEDULED },
  },
  publishPage: {
    ...WRITE,
    path: '/office/v1/pages/publish',
    summary: 'Publishes the draft of a page, at once or from the time that it states. A live page stays as it is until then',
    input: z.object(seen),
    output: officePage,
    errors: { ...EDIT_ERRORS, ...PAGE_INVALID, ...PATH_TAKEN, ...NOTHING_TO_PUBLISH, ...PAGE_SCHEDULED },
  },
  unschedulePage: {
    ...WRITE,
    path: '/office/v1/pages/unschedule',
    summary: 'Takes back that the draft of a live page is published at a moment. The draft stays',
    input: z.object({ id: pageId, revision: draftRevision }),
    output: officePage,
    errors: EDIT_ERRORS,
  },
  takePageDown: {
    ...WRITE,
    path: '/office/v1/pages/take-down',
    summary: 'Hides a page from visitors, optionally puts it away, and leads its address elsewhere',
    input: z.object({
      id: pageId,
      version: pageVersion,
      isArchived: z.boolean().default(false),
      redirectTo: storableText(500).default('').describe('Path or address; empty for none'),
    }),
    output: officePage,
    errors: { ...EDIT_ERRORS, ...OFFICE_PAGE_ERRORS.REDIRECT_REFUSED },
  },
  restorePage: {
    ...WRITE,
    path: '/office/v1/pages/restore',
    summary: 'Publishes an earlier version of a page again',
    input: z.object({ id: pageId, version: pageVersion, restored: z.coerce.number().int().min(1).describe('The version to return to') }),
    output: officePage,
    errors: { ...EDIT_ERRORS, ...PAGE_INVALID, ...PATH_TAKEN, ...VERSION_UNKNOWN },
  },
  changePages: {
    ...WRITE,
    path: '/office/v1/pages/bulk',
    summary: 'Publishes, takes down or archives several pages, each in a transaction of its own, and says what became of each',
    input: z.object({
      pages: z.array(z.object(seen)).min(1).max(MAX_BULK_PAGES).describe('One that changed since it was shown stays as it is'),
      action: z.enum(BULK_PAGE_ACTIONS),
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would happen'),
    }),
    output: z.object({
      results: z.array(
        pageResult.extend({
          undo: z
            .object({ version: z.number().int(), restored: z.number().int() })
            .nullable()
            .describe('For restorePages. Null for a page that was not published before'),
        }),
      ),
    }),
    errors: {},
  },
  restorePages: {
    ...WRITE,
    path: '/office/v1/pages/bulk/restore',
    summary: 'Publishes earlier versions of several pages again, where nobody changed them since',
    input: z.object({
      pages: z
        .array(z.object({ id: pageId, version: pageVersion, restored: z.coerce.number().int().min(1) }))
        .min(1)
        .max(MAX_BULK_PAGES)
        .describe('As the results of the change have them'),
    }),
    output: z.object({ results: z.array(pageResult) }),
    errors: {},
  },
  pageVersions: {
    ...READ,
    path: '/office/v1/pages/versions',
    summary: 'Lists versions of a page, the latest first',
    input: z.object({ id: pageId, before: z.coerce.number().int().min(1).optional().describe('Versions below this one') }),
    output: z.object({ rows: z.array(versionRow), hasMore: z.boolean() }),
    errors: NOT_FOUND,
  },
  pageHistory: {
    ...READ,
    path: '/office/v1/pages/history',
    summary: 'Lists what happened to a page, the latest first: who, when and what',
    input: z.object({ id: pageId }),
    output: z.object({ rows: z.array(pageEvent) }),
    errors: NOT_FOUND,
  },
  previewPage: {
    ...READ,
    path: '/office/v1/pages/preview',
    summary: 'Returns an address that shows the draft of a page for an hour, as a guest or a member of a tier',
    input: z.object({ id: pageId, site: z.string().max(40).describe('Id of a site'), tier: z.enum(TIERS).optional() }),
    output: z.object({ url: z.string() }),
    errors: NOT_FOUND,
  },
  findPageOffers: {
    ...READ,
    path: '/office/v1/pages/offers',
    summary: 'Finds wines to show on a page or to link to, by words or ids',
    input: z.object({ q: storableText(200).default(''), ids: z.string().max(2_000).default('').describe('Comma separated') }),
    output: z.object({ rows: z.array(offerOption) }),
    errors: {},
  },
});
