import { STATUS_NAMES, memberMessages as text } from '#domains/selling/clubs/messages/office.ts';
import type { OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { formatShortDay } from './format-day.ts';
import type { useMemberAction } from './use-member-action.ts';

const nextOf = (member: OfficeMember): string => (member.next ? formatShortDay(member.next.on) : '–');

/** Shown if someone changed the membership since it was opened. */
export function MemberConflict({
  member,
  action,
  change,
}: {
  readonly member: OfficeMember;
  readonly action: ReturnType<typeof useMemberAction>;
  readonly change: string;
}) {
  const { conflict } = action;
  const now = conflict?.current ?? member;
  return (
    <ConflictDialog
      title={conflict?.title ?? null}
      fields={[
        { label: text.conflictStatus, theirs: STATUS_NAMES[now.status], yours: STATUS_NAMES[member.status] },
        { label: text.conflictNext, theirs: nextOf(now), yours: nextOf(member) },
        { label: text.conflictAction, theirs: '–', yours: change },
      ]}
      onKeepTheirs={action.keepTheirs}
      onKeepYours={action.keepYours}
      isPending={action.isPending}
    />
  );
}
