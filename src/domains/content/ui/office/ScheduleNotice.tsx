/** Says that the changes of a live page are scheduled, or were not published at their moment, and takes that back. */
import { useState } from 'react';
import { pageScheduleMessages as text } from '#domains/content/messages/page-schedule.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { pageCalls } from './page-calls.ts';

/** Takes the schedule of a page back. @returns the page, null if it failed */
export async function unschedule({ id, draft }: Pick<OfficePage, 'id' | 'draft'>): Promise<OfficePage | null> {
  const done = await pageCalls.unschedulePage({ id, revision: draft?.revision ?? 0 });
  if (done.ok) toastDone(text.takenBack);
  else toastFailed(done.title);
  return done.ok ? done.value : null;
}

export interface ScheduleNoticeProps {
  readonly page: OfficePage;
  readonly canTakeBack: boolean;
  readonly onTakenBack: (page: OfficePage) => void;
}

export function ScheduleNotice({ page, canTakeBack, onTakenBack }: ScheduleNoticeProps) {
  const [isPending, setIsPending] = useState(false);
  const { scheduled } = page;
  if (scheduled === null) return null;
  const when = formatMoment(scheduled.at, page.timeZone);
  const takeBack = async (): Promise<void> => {
    setIsPending(true);
    const next = await unschedule(page);
    setIsPending(false);
    if (next) onTakenBack(next);
  };
  return (
    <div className={scheduled.problem === null ? 'notice' : 'notice notice-bad'} role="status">
      <span>{scheduled.problem === null ? text.notice(when, scheduled.author) : text.missed(when, scheduled.problem)}</span>
      {canTakeBack && scheduled.problem === null && (
        <Button onPress={() => void takeBack()} isPending={isPending}>
          {text.takeBack}
        </Button>
      )}
    </div>
  );
}
