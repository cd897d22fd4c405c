/** Office calls about menus: the links in header, menu and footer of each site. */
import { z } from 'zod';
import { MENU_NAMES, MENUS } from '#domains/settings/model/groups/menus.ts';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { OFFICE_PAGE_ERRORS } from './messages/office-errors.ts';

const REFERENCE = 'docs/decisions/0162-menus-in-the-office.md';

const siteId = storableText(40).describe('Id of a site');
const menus = MENUS.schema.describe('Lists of links. Null for one that is as the release has it');
const revisionNumber = z.number().int().min(0).max(2_147_483_647);
const basedOn = revisionNumber.describe('Last revision that was shown; 0 if there was none');

const menuName = z.enum(MENU_NAMES);
const entry = z.object({ kind: z.enum(['link', 'pages']), label: z.string(), to: z.string() });
const list = z.object({ title: z.string(), links: z.array(entry) });

export const TARGET_STATES = ['found', 'hidden', 'missing'] as const;

const target = z.object({
  to: z.string().describe('Address as a menu links to it'),
  state: z
    .enum(TARGET_STATES)
    .describe('found: visitors see it. hidden: it exists, and visitors do not see it now. missing: nothing is there'),
  name: z.string().describe('What is there; empty if that is not known'),
  note: z.string().describe('Why visitors do not find it; empty if they do'),
});
export type MenuTarget = z.output<typeof target>;

const choice = z.object({
  group: z.enum(['shop', 'pages', 'clubs', 'wines']),
  name: z.string(),
  to: z.string(),
  isShown: z.boolean().describe('Whether visitors see it now'),
});
export type MenuChoice = z.output<typeof choice>;

const version = z.object({
  revision: z.number().int(),
  value: menus.nullable().describe('Null for the menus of the release'),
  effectiveFrom: isoTime,
  createdAt: isoTime,
  author: z.string(),
  note: z.string(),
  state: z.enum(['scheduled', 'in_force', 'past']),
});
export type MenuVersion = z.output<typeof version>;

const view = z.object({
  sites: z.array(z.object({ id: z.string(), name: z.string(), market: marketName })).describe('Sites of the person’s markets'),
  site: z.string(),
  timeZone: z.string(),
  value: menus,
  defaults: z.record(menuName, list).describe('What each menu is until it is changed, with its usual heading'),
  pages: z.record(menuName, z.array(z.string())).describe('Pages that ask for a place in each menu'),
  problems: z.array(target).describe('Links of these menus that visitors do not see'),
  revision: z.number().int().describe('Last revision, to base a change on'),
  canChange: z.boolean(),
  versions: z.array(version).describe('The last one first'),
});
export type MenusView = z.output<typeof view>;

const READ = { method: 'GET', reference: REFERENCE, permission: 'pages.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'pages.write', mutates: true } as const;
const { SITE_UNKNOWN, MENU_INVALID, MENU_PAST, MENU_VERSION_UNKNOWN } = OFFICE_PAGE_ERRORS;
const CHANGE_ERRORS = { ...SITE_UNKNOWN, ...MENU_INVALID, ...MENU_PAST, ...CHANGED_MEANWHILE } as const;

export const menuOfficeContract = officeCalls({
  menus: {
    ...READ,
    path: '/office/v1/menus',
    summary: 'Returns the menus of a site with all versions and the links that lead nowhere',
    input: z.object({ site: siteId.default('').describe('Id of a site; empty for the first one') }),
    output: view,
    errors: SITE_UNKNOWN,
  },
  saveMenus: {
    ...WRITE,
    path: '/office/v1/menus/save',
    summary: 'Saves the menus of a site, at once or from a local time of its market on',
    input: z.object({
      site: siteId,
      value: menus,
      basedOn,
      from: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be a local time like 2026-12-01T00:00')
        .nullable()
        .default(null)
        .describe('Local time in the market; null for now'),
      note: storableText(200).default(''),
    }),
    output: view,
    errors: CHANGE_ERRORS,
  },
  revertMenus: {
    ...WRITE,
    path: '/office/v1/menus/revert',
    summary: 'Returns to an earlier version of the menus, or takes a scheduled one back',
    input: z.object({
      site: siteId,
      revision: revisionNumber.describe('Version to return to; 0 for the menus of the release'),
      replaces: revisionNumber
        .min(1)
        .nullable()
        .default(null)
        .describe('Scheduled version whose moment the change takes over; null for now'),
      basedOn,
    }),
    output: view,
    errors: { ...CHANGE_ERRORS, ...MENU_VERSION_UNKNOWN },
  },
  previewMenus: {
    ...WRITE,
    // Changes nothing. The guards of changes apply, because menus do not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/menus/preview',
    summary: 'Returns an address that shows the site with menus that are not saved, for an hour',
    input: z.object({ site: siteId, value: menus }),
    output: z.object({ url: z.string() }),
    errors: { ...SITE_UNKNOWN, ...MENU_INVALID },
  },
  findMenuTargets: {
    ...READ,
    path: '/office/v1/menus/find',
    summary: 'Finds pages, lists, wines and clubs that a menu can link to',
    input: z.object({ site: siteId, q: storableText(200).default('') }),
    output: z.object({ rows: z.array(choice) }),
    errors: SITE_UNKNOWN,
  },
  checkMenuTarget: {
    ...READ,
    path: '/office/v1/menus/check',
    summary: 'Says what visitors of a site find at an address',
    input: z.object({ site: siteId, to: storableText(500) }),
    output: target,
    errors: { ...SITE_UNKNOWN, ...MENU_INVALID },
  },
});
