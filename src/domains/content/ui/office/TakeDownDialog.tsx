/** Hides a page or puts it away, and leads its address elsewhere. */
import { useState } from 'react';
import { takeDownMessages as text } from '#domains/content/messages/office.ts';
import { pageScheduleMessages } from '#domains/content/messages/page-schedule.ts';
import type { OfficePage } from '#domains/content/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { pageCalls } from './page-calls.ts';

export interface TakeDownDialogProps {
  readonly page: OfficePage;
  readonly title: string;
  readonly isArchived: boolean;
  readonly onDone: (page: OfficePage) => void;
  readonly onUndo: (version: number, restored: number) => void;
  readonly onClose: () => void;
}

export function TakeDownDialog({ page, title, isArchived, onDone, onUndo, onClose }: TakeDownDialogProps) {
  const [redirectTo, setRedirectTo] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const { scheduled } = page;
  const effects = [
    ...(isArchived ? text.archiveEffects : text.effects),
    ...(scheduled === null ? [] : [pageScheduleMessages.dropped(formatMoment(scheduled.at, page.timeZone))]),
  ];
  const run = async (): Promise<void> => {
    setIsPending(true);
    const done = await pageCalls.takePageDown({ id: page.id, version: page.version, isArchived, redirectTo: redirectTo.trim() });
    setIsPending(false);
    if (!done.ok) return setError(done.title);
    toastDone(isArchived ? text.archived : text.done, () => onUndo(done.value.version, page.version));
    onDone(done.value);
  };
  return (
    <Dialog
      title={isArchived ? text.archiveTitle(title) : text.title(title)}
      isOpen
      onClose={onClose}
      isDismissable={!isPending}
      role="alertdialog"
    >
      <FormError error={error} />
      <Consequences items={effects} />
      <TextField label={text.redirect} hint={text.redirectHint} value={redirectTo} onChange={setRedirectTo} isOptional />
      <DialogEnd>
        <Button onPress={onClose} isDisabled={isPending}>
          {officeMessages.cancel}
        </Button>
        <Button tone="danger" onPress={() => void run()} isPending={isPending}>
          {isArchived ? text.archiveAction : text.action}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
