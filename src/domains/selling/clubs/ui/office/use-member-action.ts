/**
 * Runs an action on a member and takes its answer: the new record, a refusal to show in the dialog, or a conflict, where the person decides
 * whether theirs or the other change counts.
 */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { memberCalls } from './member-calls.ts';

interface MemberAction {
  /** What was done, for the toast. */
  readonly done: (member: OfficeMember) => string;
  /** Sends the action for a version of the membership. */
  readonly send: (version: number) => Promise<OfficeResult<OfficeMember>>;
  readonly onDone: () => void;
  /** Returns what takes the change back; null if it cannot be. */
  readonly undo?: (member: OfficeMember) => (() => void) | null;
}

interface MemberConflict {
  readonly title: string;
  /** The member as it is now; null if it could not be read. */
  readonly current: OfficeMember | null;
  readonly action: MemberAction;
}

export function useMemberAction({ id, version: shown }: OfficeMember) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<MemberConflict | null>(null);

  const run = async (action: MemberAction, version = shown): Promise<void> => {
    setIsPending(true);
    setError(null);
    const result = await action.send(version);
    if (result.ok) {
      setConflict(null);
      action.onDone();
      toastDone(action.done(result.value), action.undo?.(result.value) ?? undefined);
      await revalidator.revalidate();
    } else if (result.code === 'changed_meanwhile') {
      const current = await memberCalls.member({ id });
      setConflict({ title: result.title, current: current.ok ? current.value : null, action });
    } else {
      setError(result.title);
      // A card that was declined changes the membership too.
      await revalidator.revalidate();
    }
    setIsPending(false);
  };

  return {
    run: (action: MemberAction) => void run(action),
    isPending,
    error,
    conflict,
    /** Applies the person's change to the membership as it is now. */
    keepYours: () => conflict && void run(conflict.action, conflict.current?.version ?? shown),
    /** Drops the person's change. */
    keepTheirs: () => {
      conflict?.action.onDone();
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}
