/** Text of the office's screens about pages. */
import type { PageState } from '../model/page-list.ts';
import type { TemplateName } from '../model/templates.ts';

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en-AU')} ${value === 1 ? one : many}`;

export const PAGE_STATE_LABELS: Readonly<Record<PageState, string>> = {
  live: 'Live',
  scheduled: 'Scheduled',
  draft: 'Draft',
  ended: 'Ended',
  archived: 'Archived',
};

export const TEMPLATE_LABELS: Readonly<Record<TemplateName, { readonly label: string; readonly hint: string }>> = {
  home: { label: 'Home page', hint: 'Headings and texts of the home page. What it sells comes from the catalogue.' },
  content: { label: 'Page', hint: 'About us, delivery, terms: anything with blocks, at /its-name.' },
  article: { label: 'Article', hint: 'A story in the journal, with a date and an author.' },
  event: { label: 'Event', hint: 'A tasting or dinner with time, place and price.' },
  'gift-card': { label: 'Gift cards', hint: 'The page that sells gift cards.' },
  'saved-search': { label: 'Collection', hint: 'A search that you name, such as “Reds under $20”.' },
  'open-offer': { label: 'Open offer', hint: 'One wine that anyone with the link may buy.' },
  'secret-offer': { label: 'Secret offer', hint: 'One wine behind a link, hidden from lists and search engines.' },
};

export const SHOP_LABELS = { wine: 'Wine', spirits: 'Spirits' } as const;

export const pageListMessages = {
  title: 'Pages',
  noun: { one: 'page', many: 'pages' },
  columns: { title: 'Title', path: 'Address', sites: 'Sites', state: 'State', template: 'Kind', changed: 'Changed' },
  filters: { state: 'State', template: 'Kind', market: 'Market', shop: 'Shop', draft: 'Unpublished changes' },
  unpublished: 'Unpublished changes',
  views: { all: 'All pages', drafts: 'Unpublished changes', scheduled: 'Scheduled', articles: 'Journal', archived: 'Archived' },
  untitled: 'Untitled page',
  rowName: (title: string) => `page “${title}”`,
  by: (who: string) => (who === '' ? 'import' : who),
  from: (when: string) => `from ${when}`,
  until: (when: string) => `until ${when}`,
  emptyTitle: 'No pages yet',
  emptyText: 'Pages tell customers who you are, what an event is about or what to drink on a Tuesday. Begin with one of the templates.',
  newPage: 'New page',
} as const;

export const newPageMessages = {
  title: 'New page',
  copyTitle: (title: string) => `Duplicate “${title}”`,
  template: 'Kind of page',
  name: 'Title',
  nameHint: 'You can change it later. The address is made from it.',
  nameMissing: 'Enter a title',
  create: 'Create draft',
  duplicate: 'Create copy',
  copyOf: (title: string) => `Copy of ${title}`.slice(0, 160),
} as const;

export const pageEditorMessages = {
  details: 'Details',
  audience: 'Schedule and visitors',
  special: { home: 'Home page texts', event: 'Event', 'saved-search': 'Search', 'open-offer': 'Wine', 'secret-offer': 'Wine' } as Readonly<
    Partial<Record<TemplateName, string>>
  >,
  sections: 'Parts of the page',
  blocks: 'Blocks',
  block: (position: number) => `Block ${position}`,
  noBlocks: 'No blocks yet. Add a text to begin.',
  addBlock: 'Add block',
  addBlockAfter: 'Add block below',
  homeHasNoBlocks: 'The home page shows the catalogue, so it has no blocks.',
  blockActions: (name: string) => `Actions of ${name}`,
  blockName: (label: string, position: number) => `${label}, block ${position}`,
  drag: (name: string) => `Move ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  duplicate: 'Duplicate',
  remove: 'Remove',
  removed: (label: string) => `${label} removed.`,
  keyboard: 'Alt with the arrow keys moves a block, Delete removes it.',
  saved: (when: string) => `Draft saved ${when}`,
  saving: 'Saving draft…',
  unsaved: 'Not saved yet',
  failed: 'We couldn’t save the draft. It’s kept on this device, and we’re trying again.',
  refused: (reason: string) => `${reason} The draft isn’t saved. It’s kept on this device.`,
  restored: 'We brought back what you typed on this device and had not been saved.',
  published: 'Published. Visitors see this version.',
  neverPublished: 'Never published',
  unpublishedChanges: 'Unpublished changes',
  draftBy: (who: string, when: string) => `${who} began these changes ${when}`,
  readOnly: 'You can look at this page but not change it.',
  otherMarket: 'This page is also shown in a market where you don’t work, so you can’t change it. Duplicate it to write your own.',
  outdated: 'The published page changed since this draft was begun. Look at the versions before you publish.',
  edit: 'Edit',
  preview: 'Preview',
  view: 'View page',
  more: 'More',
  publish: 'Publish',
  publishAt: 'Schedule',
  discard: 'Discard changes',
  discardTitle: 'Discard the unpublished changes?',
  discardEffects: ['The page stays as visitors see it now.', 'You can bring the changes back with Undo for a few seconds.'],
  discardNewEffects: ['The page was never published, so it is deleted.'],
  discarded: 'Changes discarded.',
  followed: 'This page has changed. It’s shown as it is now.',
  versions: 'Versions',
  duplicatePage: 'Duplicate page',
  takeDown: 'Take down',
  archive: 'Archive',
  toPublish: (problems: number) => count(problems, 'thing to fix', 'things to fix'),
  toLookAt: (notes: number) => count(notes, 'thing to look at', 'things to look at'),
  noIssues: 'Nothing to fix',
  issues: 'Before you publish',
  open: 'Show',
  conflictOther: 'The rest of the page',
} as const;

export const previewMessages = {
  title: 'Preview',
  frame: (title: string) => `Preview of ${title}`,
  site: 'Site',
  as: 'Seen by',
  guest: 'Guest',
  tier: (tier: string) => `${tier.charAt(0)}${tier.slice(1).toLowerCase()} member`,
  width: 'Width',
  phone: 'Phone',
  desktop: 'Desktop',
  loading: 'Loading preview…',
  failed: 'We couldn’t load the preview.',
  notShown: 'This page is not shown on this site. Choose another one, or change its sites.',
  still: 'A picture of the page: links and buttons don’t work here.',
  openTab: 'Open preview in a new tab',
  none: 'You have no site to preview it on.',
} as const;

export const publishMessages = {
  title: 'Publish this page?',
  scheduleTitle: 'Schedule this page?',
  changes: (changes: number) => count(changes, 'change', 'changes'),
  noChanges: 'Nothing has changed since the last version.',
  atOnce: 'Visitors see it at once, on every site it names.',
  from: (when: string) => `Visitors see it from ${when}.`,
  until: (when: string) => `It ends ${when}.`,
  toLookAt: 'Look at these first, or publish anyway:',
  fix: 'Fix these first:',
  done: (title: string) => `“${title}” is published.`,
  scheduled: (title: string, when: string) => `“${title}” will be published on ${when}.`,
  undone: 'The version before is back.',
  when: 'When',
  now: 'Now',
  later: 'At a time',
  fromField: 'From',
  untilField: 'Until',
  timeZone: (zone: string) => `Time in ${zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone}`,
  timeHint: 'Leave empty for no limit.',
} as const;

export const takeDownMessages = {
  title: (title: string) => `Take down “${title}”?`,
  archiveTitle: (title: string) => `Archive “${title}”?`,
  effects: ['Visitors no longer find it, and links to it lead to “not found”.', 'You can publish it again at any time.'],
  archiveEffects: ['Visitors no longer find it.', 'It leaves the list of pages. You find it under “Archived” and can publish it again.'],
  redirect: 'Lead its address to',
  redirectHint: 'For example /delivery. Leave empty to show “not found”.',
  action: 'Take page down',
  archiveAction: 'Archive page',
  done: 'Page taken down.',
  archived: 'Page archived.',
} as const;

const pages = (value: number): string => count(value, 'page', 'pages');

/** Several pages at once. */
export const bulkPageMessages = {
  noun: { one: 'page', many: 'pages' },
  buttons: { publish: 'Publish changes', take_down: 'Take down', archive: 'Archive' },
  title: {
    publish: (value: number) => `Publish the changes of ${pages(value)}?`,
    take_down: (value: number) => `Take down ${pages(value)}?`,
    archive: (value: number) => `Archive ${pages(value)}?`,
  },
  action: {
    publish: (value: number) => `Publish ${pages(value)}`,
    take_down: (value: number) => `Take down ${pages(value)}`,
    archive: (value: number) => `Archive ${pages(value)}`,
  },
  consequences: {
    publish: [
      'Visitors see the changes at once, or from the time that a page states. A live page stays as it is until then.',
      'Pages that have something to fix stay as they are.',
    ],
    take_down: [...takeDownMessages.effects, 'Scheduled changes are taken back. They stay as drafts.'],
    archive: [
      ...takeDownMessages.archiveEffects,
      'Scheduled changes are taken back. They stay as drafts.',
      'Their addresses lead nowhere. To redirect one, take that page down by itself.',
    ],
  },
} as const;

export const versionMessages = {
  title: 'Versions',
  current: 'Visitors see this',
  version: (version: number) => `Version ${version}`,
  by: (who: string, when: string) => `${who === '' ? 'Import' : who}, ${when}`,
  removed: 'The page was removed',
  first: 'First version',
  same: 'No visible difference',
  restore: 'Publish this version again',
  restored: (version: number) => `Version ${version} is published again.`,
  more: 'Show earlier versions',
  compare: 'What changed',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' },
  moved: (from: string, to: string) => `From place ${from} to place ${to}`,
  block: (label: string, position: number) => `${label}, block ${position}`,
} as const;

export const redirectMessages = {
  title: 'Redirects',
  all: 'All redirects',
  back: 'Pages',
  noun: { one: 'redirect', many: 'redirects' },
  columns: { from: 'Old address', to: 'Leads to', kind: 'Kind', markets: 'Markets', changed: 'Changed' },
  permanent: 'Permanent',
  temporary: 'For now',
  hasPage: 'A page is at this address, so it is shown instead',
  rowName: (from: string) => `redirect from ${from}`,
  emptyTitle: 'No redirects yet',
  emptyText: 'A redirect leads visitors of an old address to the right page. Links in emails and on other sites keep working.',
  add: 'Add redirect',
  edit: (from: string) => `Redirect from ${from}`,
  from: 'Old address',
  fromHint: 'A path of this shop, such as /old-page',
  to: 'Leads to',
  toHint: 'A path such as /delivery, or an address that begins with https://',
  isPermanent: 'Permanent: search engines move on to the new address',
  save: 'Save redirect',
  saved: (from: string) => `${from} is redirected.`,
  delete: 'Delete redirect',
  deleted: (from: string) => `The redirect from ${from} is deleted.`,
  undone: (from: string) => `The redirect from ${from} is as before.`,
} as const;
