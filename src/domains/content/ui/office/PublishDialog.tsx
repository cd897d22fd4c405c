/** Asks before a page is published: what changes, when visitors see it, what is wrong with it. */
import { pageEditorMessages, publishMessages as text } from '#domains/content/messages/office.ts';
import { pageScheduleMessages } from '#domains/content/messages/page-schedule.ts';
import { diffPages } from '#domains/content/model/page-diff.ts';
import { type DraftRecord, draftText, type PageIssue } from '#domains/content/model/page-draft.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { Differences } from './Differences.tsx';
import { IssueList } from './IssueList.tsx';

export interface PublishDialogProps {
  readonly page: OfficePage;
  readonly record: DraftRecord;
  readonly issues: readonly PageIssue[];
  readonly error: string | null;
  readonly isPending: boolean;
  readonly onPublish: () => void;
  readonly onShow: (issue: PageIssue) => void;
  readonly onClose: () => void;
}

const timeOf = (record: DraftRecord, name: string): string | null => {
  const value = draftText(record, name);
  return value === '' || Number.isNaN(Date.parse(value)) ? null : value;
};

/** Returns the beginning of a page if it is in the future. */
export const laterStart = (record: DraftRecord): string | null => {
  const from = timeOf(record, 'publishAt');
  return from !== null && Date.parse(from) > Date.now() ? from : null;
};

export function PublishDialog({ page, record, issues, error, isPending, onPublish, onShow, onClose }: PublishDialogProps) {
  const blocking = issues.filter(({ isBlocking }) => isBlocking);
  const notes = issues.filter(({ isBlocking }) => !isBlocking);
  const start = laterStart(record);
  const end = timeOf(record, 'endAt');
  const format = (time: string): string => formatMoment(time, page.timeZone);
  /** Visitors see the present version of a live page until then. */
  const whenLater = (from: string): readonly string[] =>
    page.state === 'live' ? [pageScheduleMessages.keeps(format(from)), pageScheduleMessages.locked] : [text.from(format(from))];
  const effects = [...(start === null ? [text.atOnce] : whenLater(start)), ...(end === null ? [] : [text.until(format(end))])];
  const differences = page.published ? diffPages(page.published, record) : null;
  return (
    <Dialog title={start === null ? text.title : text.scheduleTitle} isOpen onClose={onClose} isDismissable={!isPending} isWide>
      <FormError error={error} />
      {blocking.length > 0 ? (
        <>
          <p>{text.fix}</p>
          <IssueList issues={blocking} onShow={onShow} />
        </>
      ) : (
        <>
          <Consequences items={effects} />
          {notes.length > 0 && (
            <>
              <p>{text.toLookAt}</p>
              <IssueList issues={notes} onShow={onShow} />
            </>
          )}
          {differences && <Differences differences={differences} />}
        </>
      )}
      <DialogEnd>
        <Button onPress={onClose} isDisabled={isPending}>
          {officeMessages.cancel}
        </Button>
        {blocking.length === 0 && (
          <Button tone="primary" onPress={onPublish} isPending={isPending}>
            {start === null ? pageEditorMessages.publish : pageEditorMessages.publishAt}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
