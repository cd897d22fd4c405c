/** Entries of the activity log as screens show them: where their record is, and values in the reader's time zone. */
import { activityMessages } from '#domains/staff/messages/activity.ts';
import type { Subject } from '#domains/staff/model/activity-changes.ts';
import { formatDate, formatMoment } from '#ui/office/format-time.ts';

/** Screens of records, by the kind of the subject. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  customer: (id) => `/customers/${id}`,
  claim: (id) => `/claims/${id}`,
  order: (id) => `/orders/${id}`,
  credit: (id) => `/credit/${id.replace(':', '/')}`,
  gift_card: (id) => `/gift-cards/${id}`,
  club: (id) => `/clubs/records/${encodeURIComponent(id)}`,
  membership: (id) => `/clubs/members/${id}`,
  offer: (id) => `/wines/${encodeURIComponent(id)}`,
  stock: (id) => `/stock/${id}`,
  page: (id) => `/pages/${encodeURIComponent(id)}`,
  menu: (id) => `/menus/${id}`,
  picture: (id) => `/pictures/${id}`,
  redirect: (id) => `/redirects/${encodeURIComponent(id)}?${new URLSearchParams({ q: id })}`,
  form_entry: (id) => `/inbox/${id}`,
  import: (id) => `/imports/${id}`,
  import_schedule: () => '/imports/schedules',
  setting: (id) => `/settings/${id}`,
  staff: (id) => `/staff/${id}`,
  role: (id) => `/staff/roles/${id}`,
  job: () => '/system/jobs',
  mail: (id) => `/system/mail?mail=${id}`,
  webhook: (id) => `/system/webhooks?webhook=${id}`,
  stock_delivery: (id) => `/stock/deliveries/${id}`,
  stock_count: (id) => `/stock/counts/${id}`,
  error: (id) => `/system/errors?error=${id}`,
};

/** Returns the screen of a record. @returns null if there is none */
export const pathOfSubject = ({ kind, id }: Subject): string | null => (id === 'list' ? null : (PATHS[kind]?.(id) ?? null));

/** Returns the address of the entries about a record. */
export const pathOfEntries = ({ kind, id }: Subject): string =>
  `/staff/activity?${new URLSearchParams({ 'filter[subject]': `${kind}:${id}` })}`;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Formats a value of a changed field. */
export function formatChange(value: string | null, timeZone: string): string {
  if (value === null) return activityMessages.empty;
  if (INSTANT.test(value)) return formatMoment(value, timeZone);
  return DAY.test(value) ? formatDate(value) : value;
}
