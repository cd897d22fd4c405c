/** Columns and filters of the activity log. */
import { ACTION_NAMES, SUBJECT_NAMES, activityMessages as text } from '#domains/staff/messages/activity.ts';
import { type ActivityEntry, nameAction, nameActor, nameKind, nameSubject } from '#domains/staff/model/activity-names.ts';
import type { Market } from '#markets/market.ts';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { type GridLimits, parseRange } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter } from '#ui/office/grid/grid-types.ts';

export const ACTIVITY_COLUMNS: readonly GridColumn<ActivityEntry>[] = [
  {
    key: 'action',
    label: text.columns.action,
    width: 'minmax(172px, 1.1fr)',
    isKey: true,
    phone: '1-start',
    render: ({ action }) => nameAction(action),
  },
  {
    key: 'subject',
    label: text.columns.subject,
    width: 'minmax(180px, 1.6fr)',
    phone: '2-start',
    render: ({ subject }) => nameSubject(subject),
  },
  { key: 'actor', label: text.columns.actor, width: 'minmax(150px, 1fr)', phone: '3-start', render: ({ actor }) => nameActor(actor) },
  {
    key: 'market',
    label: text.columns.market,
    width: '72px',
    hasContent: ({ market }) => market !== null,
    render: ({ market }) => market ?? '',
  },
  { key: 'ip', label: text.columns.ip, width: '140px', isExtra: true, render: ({ ip }) => ip },
  {
    key: 'at',
    label: text.columns.at,
    width: '152px',
    phone: '1-end',
    render: ({ at }) => <span className="num">{formatRelative(at, ownTimeZone())}</span>,
  },
];

type Option = { readonly value: string; readonly label: string };

const byLabel = (a: Option, b: Option): number => a.label.localeCompare(b.label);

/** What was done, with the kind of record: `Order: Refunded`. */
const ACTION_OPTIONS: readonly Option[] = Object.keys(ACTION_NAMES)
  .map((action) => ({ value: action, label: text.actionOf(nameKind(action.split('.')[0] ?? ''), nameAction(action)) }))
  .toSorted(byLabel);

const KIND_OPTIONS: readonly Option[] = Object.entries(SUBJECT_NAMES)
  .map(([value, label]) => ({ value, label }))
  .toSorted(byLabel);

/** @param subject the record that the list is about; null for all records, or all of a kind */
export const activityFilters = (
  people: readonly { readonly id: number; readonly name: string; readonly email: string }[],
  markets: readonly Market[],
  subject: ActivityEntry['subject'] | null,
): readonly GridFilter[] => [
  {
    key: 'staff',
    label: text.filters.staff,
    kind: 'choice',
    options: people.map(({ id, name, email }) => ({ value: String(id), label: name || email })),
  },
  { key: 'at', label: text.filters.at, kind: 'date' },
  { key: 'action', label: text.filters.action, kind: 'choice', options: ACTION_OPTIONS },
  {
    key: 'subject',
    label: text.filters.subject,
    kind: 'choice',
    options: [...(subject === null ? [] : [{ value: `${subject.kind}:${subject.id}`, label: nameSubject(subject) }]), ...KIND_OPTIONS],
  },
  ...(markets.length > 1
    ? [
        {
          key: 'market',
          label: text.filters.market,
          kind: 'choice' as const,
          options: markets.map((value) => ({ value, label: value })),
        },
      ]
    : []),
];

export const ACTIVITY_LIMITS: GridLimits = {
  filters: ['staff', 'at', 'action', 'subject', 'market'],
  sorts: [],
  defaultSort: { key: 'at', isDescending: true },
  columns: ACTIVITY_COLUMNS.map(({ key }) => key),
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Midnight of a day on the person's device, `days` later. @returns undefined for what is no day */
function midnight(day: string, days = 0): string | undefined {
  if (!DAY.test(day)) return undefined;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + days);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Replaces the filter by days, which are those of the person's device, by the instants of the call. */
export function toActivityInput(input: Readonly<Record<string, string>>) {
  const { 'filter[at]': days = '', sort: _, ...others } = input;
  const { from, to } = parseRange(days);
  const first = midnight(from);
  const end = midnight(to, 1);
  return { ...others, ...(first === undefined ? {} : { from: first }), ...(end === undefined ? {} : { to: end }) };
}
