/** Entries of the activity log in words. */
import type { z } from 'zod';
import { ACTION_NAMES, activityMessages, SUBJECT_NAMES } from '../messages/activity.ts';
import type { activityEntry } from './records.ts';

export type ActivityEntry = z.output<typeof activityEntry>;

/** `order.refunded` → `Refunded`. Actions without a name are shown as they are. */
export const nameAction = (action: string): string => ACTION_NAMES[action] ?? action;

export const nameKind = (kind: string): string => SUBJECT_NAMES[kind] ?? kind;

/** Names a record by what a person recognises: `Order #1000023`. Records that are gone have their id. */
export const nameSubject = ({ kind, id, name }: ActivityEntry['subject']): string =>
  `${nameKind(kind)} ${name ?? (id === 'list' ? `(${activityMessages.list.toLowerCase()})` : id)}`;

/** Who did it, and by what if not in the office. */
export function nameActor({ kind, name, key }: ActivityEntry['actor']): string {
  if (kind === 'api_key') return activityMessages.byKey(name, key ?? '');
  if (kind === 'command') return activityMessages.byCommand(name);
  return kind === 'system' ? activityMessages.bySystem : name;
}
