/** Lists and exports the activity log. */
import { z } from 'zod';
import { csvValue } from '#lib/csv-value.ts';
import type { Input } from '#lib/define-contract.ts';
import { ok } from '#lib/result.ts';
import { activityMessages } from '../messages/activity.ts';
import { type DescribeField, describeChanges, type Subject } from '../model/activity-changes.ts';
import { nameAction, nameActor, nameKind } from '../model/activity-names.ts';
import type { StaffActor } from '../model/staff-actor.ts';
import type { staffContract } from '../office-contract.ts';
import { type ActivityFilter, type ActivityRow, countActivity, listActivity } from './activity.repository.ts';
import { type NameSetting, nameSubjects, subjectKey, toActivitySearch } from './activity-subjects.ts';
import { fromCursor, MAX_EXACT_LOG_TOTAL, pageOf, toTotal } from './list-cursor.ts';
import type { StaffServices } from './staff-services.ts';
import { toActivityEntry } from './staff-views.ts';

/** What other domains know of the records that the log is about. */
export interface ActivityNames {
  readonly describeField: DescribeField;
  readonly nameSetting: NameSetting;
  /** Returns the keys of all settings, for the search. */
  readonly settings: () => readonly string[];
}

type ListInput = Input<(typeof staffContract)['activity']>;
type Filters = Omit<ListInput, 'cursor' | 'limit'>;

const CSV_PAGE = 1_000;
const position = z.object({ key: z.iso.datetime(), id: z.int().min(0) });

const toDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** Splits `order:42` into kind and id. */
function parseSubject(text: string | undefined): { readonly kind: string | null; readonly id: string | null } {
  const [kind = null, ...id] = text?.split(':') ?? [];
  return { kind, id: id.length === 0 ? null : id.join(':') };
}

async function toFilter({ database }: StaffServices, names: ActivityNames, staff: StaffActor, input: Filters): Promise<ActivityFilter> {
  const { kind, id } = parseSubject(input['filter[subject]']);
  const action = input['filter[action]'];
  const settings = names.settings().map((key) => ({ id: key, name: names.nameSetting(key) ?? key }));
  return {
    search: input.q ? await toActivitySearch(database, staff, input.q, settings) : null,
    subjectKind: kind,
    subjectId: id,
    staffId: input['filter[staff]'] ?? null,
    action: action === undefined || action.includes('.') ? (action ?? null) : `${action}.`,
    market: input['filter[market]'] ?? null,
    markets: staff.markets,
    from: toDate(input.from),
    to: toDate(input.to),
  };
}

/** Adds the names of records and what changed. */
async function toEntries({ database }: StaffServices, names: ActivityNames, staff: StaffActor, rows: readonly ActivityRow[]) {
  const entries = rows.map(toActivityEntry);
  const subjectNames = await nameSubjects(
    database,
    staff,
    [...new Map(entries.map(({ subject }) => [subjectKey(subject), subject])).values()],
    names.nameSetting,
  );
  return entries.map((entry) => ({
    ...entry,
    subject: { ...entry.subject, name: subjectNames.get(subjectKey(entry.subject)) ?? null },
    changes: describeChanges(entry, names.describeField),
  }));
}

/** Reads a page of entries, the latest first, and the name of the record that the list is about. */
export async function listActivityPage(services: StaffServices, names: ActivityNames, staff: StaffActor, input: ListInput) {
  const before = fromCursor(input.cursor, position);
  if (!before.ok) return before;
  const { database } = services;
  const filter = await toFilter(services, names, staff, input);
  const { subjectKind: kind, subjectId: id } = filter;
  const about: Subject | null = kind === null || id === null ? null : { kind, id };
  const [rows, count, subjectNames] = await Promise.all([
    listActivity(database, filter, before.value, input.limit + 1),
    countActivity(database, filter, MAX_EXACT_LOG_TOTAL + 1),
    about === null ? null : nameSubjects(database, staff, [about], names.nameSetting),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id: last }) => ({ key, id: last }));
  return ok({
    rows: await toEntries(services, names, staff, page),
    nextCursor,
    total: toTotal(count, MAX_EXACT_LOG_TOTAL),
    subject: about && { ...about, name: subjectNames?.get(subjectKey(about)) ?? null },
  });
}

type Entry = Awaited<ReturnType<typeof toEntries>>[number];

/** Columns of the export, by their headings. */
const CSV_COLUMNS: readonly (readonly [string, (entry: Entry) => string | number])[] = [
  ['at', ({ at }) => at],
  ['who', ({ actor }) => nameActor(actor)],
  ['from', ({ ip }) => ip],
  ['what', ({ action }) => nameAction(action)],
  ['action', ({ action }) => action],
  ['kind', ({ subject }) => nameKind(subject.kind)],
  ['record', ({ subject }) => subject.name ?? (subject.id === 'list' ? activityMessages.list : subject.id)],
  ['record_id', ({ subject }) => subject.id],
  ['market', ({ market }) => market ?? ''],
  [
    'changes',
    ({ changes }) =>
      changes
        .map(({ field, before, after }) => `${field}: ${before ?? activityMessages.empty} → ${after ?? activityMessages.empty}`)
        .join('\n'),
  ],
];

/** Reads a page of the export. The first one begins with the headings. */
export async function exportActivityPage(
  services: StaffServices,
  names: ActivityNames,
  staff: StaffActor,
  { cursor, ...filters }: Filters & Pick<ListInput, 'cursor'>,
) {
  const before = fromCursor(cursor, position);
  if (!before.ok) return before;
  const rows = await listActivity(services.database, await toFilter(services, names, staff, filters), before.value, CSV_PAGE + 1);
  const { page, nextCursor } = pageOf(rows, CSV_PAGE, ({ key, id }) => ({ key, id }));
  const entries = await toEntries(services, names, staff, page);
  const lines = entries.map((entry) => CSV_COLUMNS.map(([, value]) => csvValue(value(entry))).join(','));
  const head = before.value === null ? [CSV_COLUMNS.map(([heading]) => heading).join(',')] : [];
  return ok({ csv: [...head, ...lines].map((line) => `${line}\r\n`).join(''), rows: page.length, nextCursor });
}
