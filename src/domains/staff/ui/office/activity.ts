/** Entries of the activity log in words, and what changed in each. */
import type { z } from 'zod';
import { ACTION_NAMES, SUBJECT_NAMES, activityMessages as text } from '#domains/staff/messages/people.ts';
import type { activityEntry } from '#domains/staff/model/records.ts';
import { isJsonObject } from '#lib/json.ts';

export type ActivityEntry = z.output<typeof activityEntry>;

/** `order.refunded` → `Refunded`. Actions without a name are shown as they are. */
export const nameAction = (action: string): string => ACTION_NAMES[action] ?? action;

export const nameSubject = ({ kind, id }: ActivityEntry['subject']): string => `${SUBJECT_NAMES[kind] ?? kind} ${id}`;

/** Who did it, and by what if not in the office. */
export function nameActor({ kind, name }: ActivityEntry['actor']): string {
  if (kind === 'api_key') return text.byKey(name);
  if (kind === 'command') return text.byCommand(name);
  return kind === 'system' ? text.bySystem : name;
}

/** Screens of records, by the kind of the subject. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  customer: (id) => `/customers/${id}`,
  order: (id) => `/orders/${id}`,
  credit: (id) => `/credit/${id.replace(':', '/')}`,
  gift_card: (id) => `/gift-cards/${id}`,
  page: (id) => `/pages/${id}`,
  menu: (id) => `/menus/${id}`,
  redirect: (id) => `/redirects/${encodeURIComponent(id)}?${new URLSearchParams({ q: id })}`,
  staff: (id) => `/staff/${id}`,
  role: (id) => `/staff/roles/${id}`,
  webhook: (id) => `/system/webhooks?webhook=${id}`,
  stock: (id) => `/stock/${id}`,
  stock_delivery: (id) => `/stock/deliveries/${id}`,
  stock_count: (id) => `/stock/counts/${id}`,
  error: (id) => `/system/errors?error=${id}`,
};

/** Returns the screen of a record. @returns null if there is none */
export const pathOfSubject = ({ kind, id }: ActivityEntry['subject']): string | null =>
  id === 'list' ? null : (PATHS[kind]?.(id) ?? null);

export interface ChangedField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

function describe(value: unknown): string {
  if (value === null || value === undefined || value === '') return text.empty;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (Array.isArray(value)) return value.length === 0 ? text.empty : value.map(describe).join(', ');
  if (isJsonObject(value)) return JSON.stringify(value);
  return String(value);
}

/** Returns the fields of an entry that differ. What is no object is one field without a name. */
export function changedFields({ before, after }: Pick<ActivityEntry, 'before' | 'after'>): ChangedField[] {
  if (!isJsonObject(before ?? {}) || !isJsonObject(after ?? {})) return [{ field: '', before: describe(before), after: describe(after) }];
  const old = isJsonObject(before) ? before : {};
  const now = isJsonObject(after) ? after : {};
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, before: describe(old[field]), after: describe(now[field]) }))
    .filter((change) => change.before !== change.after);
}
