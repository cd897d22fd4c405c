/** Text of the timeline of a page. */
import type { PageEvent } from '../office-contract.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  'page.created': 'Began the page',
  'page.drafted': 'Began changes',
  'page.discarded': 'Discarded changes',
  'page.scheduled': 'Scheduled the changes',
  'page.schedule_missed': 'Scheduled changes were not published',
  'page.unscheduled': 'Took the schedule back',
  'page.published': 'Published',
  'page.restored': 'Published an earlier version',
  'page.taken_down': 'Took the page down',
  'page.archived': 'Archived the page',
  'page.imported': 'Imported',
  'page.removed': 'Removed',
};

const FIELDS: Readonly<Record<string, string>> = {
  path: 'address',
  blocks: 'blocks',
  publishAt: 'visible from',
  endAt: 'visible until',
  tiersEligible: 'visitors',
  shops: 'sites',
  menu: 'place in the footer',
  brand: 'home page texts',
  offerId: 'wine',
  paywall: 'password',
};

/** Says what happened. */
export const nameEvent = ({ action }: Pick<PageEvent, 'action'>): string => ACTIONS[action] ?? action;

/** Says who did it, and which fields changed. */
export function describeEvent({ who, action, fields }: Pick<PageEvent, 'who' | 'action' | 'fields'>): string {
  const shown = fields.filter((field) => field !== 'state').map((field) => FIELDS[field] ?? field);
  const person = who === '' ? 'Import or command' : who;
  return shown.length === 0 || action === 'page.drafted' ? person : `${person}: ${shown.join(', ')}`;
}

export const pageHistoryMessages = {
  title: 'Timeline',
  none: 'Nothing has happened to this page yet.',
  versions: 'Compare versions',
  activity: 'Open in the activity log',
  page: 'Page',
  redirect: 'Redirect',
} as const;
