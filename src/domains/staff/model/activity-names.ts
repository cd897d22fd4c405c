/** Entries of the activity log in words. */
import type { z } from 'zod';
import { ACTION_KIND_NAMES, ACTION_NAMES, activityMessages, SUBJECT_NAMES } from '../messages/activity.ts';
import type { activityEntry } from './records.ts';

export type ActivityEntry = z.output<typeof activityEntry>;

const ACTIONS: ReadonlyMap<string, string> = new Map(Object.entries(ACTION_NAMES));
const KINDS: ReadonlyMap<string, string> = new Map(Object.entries({ ...ACTION_KIND_NAMES, ...SUBJECT_NAMES }));

/** `order.refunded` → `Refunded`. Actions of another version that have no name are shown as they are. */
export const nameAction = (action: string): string => ACTIONS.get(action) ?? action;

/** Names a kind of record, or the first part of an action. */
export const nameKind = (kind: string): string => KINDS.get(kind) ?? kind;

/** Names a record by what a person recognises: `Order #1000023`. Records that are gone have their id. */
export const nameSubject = ({ kind, id, name }: ActivityEntry['subject']): string =>
  `${nameKind(kind)} ${name ?? (id === 'list' ? `(${activityMessages.list.toLowerCase()})` : id)}`;

/** Who did it, and by what if not in the office. */
export function nameActor({ kind, staffId, name, key }: ActivityEntry['actor']): string {
  if (kind === 'api_key') return activityMessages.byKey(name, key ?? '');
  if (kind === 'command') return activityMessages.byCommand(name);
  if (kind !== 'system') return name;
  return staffId === null ? activityMessages.bySystem : activityMessages.bySystemFor(name);
}
