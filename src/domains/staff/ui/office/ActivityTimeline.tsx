import { type ActivityEntry, nameAction, nameSubject } from '#domains/staff/model/activity-names.ts';
import { ownTimeZone } from '#ui/office/format-time.ts';
import { Timeline } from '#ui/office/Timeline.tsx';

/** Entries of the activity log as a timeline. */
export function ActivityTimeline({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  return (
    <Timeline
      timeZone={ownTimeZone()}
      entries={entries.map(({ id, at, action, subject }) => ({
        id: String(id),
        at,
        icon: 'note',
        tone: 'plain',
        title: nameAction(action),
        detail: nameSubject(subject),
      }))}
    />
  );
}
