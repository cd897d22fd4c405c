/** Sets at how many available cases a wine counts as low. */
import { type FormEvent, useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { caseCount } from '#domains/selling/stock/model/stock-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { CaseField } from './CaseField.tsx';
import { stockCalls } from './stock-calls.ts';
import { toCount } from './stock-form.ts';

export interface ThresholdDialogProps {
  readonly id: string;
  /** Own threshold of the wine, null for the default of the market. */
  readonly own: number | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ThresholdDialog({ id, own, onClose, onDone }: ThresholdDialogProps) {
  const [value, setValue] = useState(own === null ? '' : String(own));
  /** The threshold that the person saw. The screen reads the wine again when somebody changes it. */
  const [opened] = useState(own);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  /** What somebody else saved since the dialog was opened. */
  const [conflict, setConflict] = useState<{ readonly title: string; readonly current: number | null } | null>(null);
  const parsed = value.trim() === '' ? null : caseCount.safeParse(toCount(value));
  const fieldError = parsed === null || parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
  const threshold = parsed?.success ? parsed.data : null;

  /** Sets the threshold back. One that somebody changed since is not overwritten. */
  const restore = async (before: number | null): Promise<void> => {
    const restored = await stockCalls.setThresholds({ items: [{ id, expected: threshold }], threshold: before });
    const [kept] = restored.ok ? restored.value.kept : [];
    if (!restored.ok) toastFailed(restored.title);
    else if (kept) toastFailed(kept.reason);
    else onDone();
  };

  /** @param expected the threshold on which the person decided */
  const save = async (expected = opened): Promise<void> => {
    if (fieldError !== null) return;
    setError(null);
    setIsPending(true);
    const saved = await stockCalls.setThresholds({ items: [{ id, expected }], threshold });
    setIsPending(false);
    if (!saved.ok) return setError(saved.title);
    const [kept] = saved.value.kept;
    if (kept) return setConflict({ title: kept.reason, current: kept.threshold });
    setConflict(null);
    const [before] = saved.value.before;
    if (before) toastDone(text.thresholdSaved(1), () => void restore(before.threshold));
    else toastDone(text.nothingChanged);
    onDone();
    onClose();
  };
  return (
    <Dialog title={text.oneThreshold} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        <CaseField
          label={text.threshold}
          hint={text.thresholdHint}
          value={value}
          onChange={setValue}
          error={fieldError}
          isOptional
          autoFocus
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.saveThreshold}
          </Button>
        </DialogEnd>
      </form>
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={[{ label: text.threshold, theirs: text.ownThreshold(conflict?.current ?? null), yours: text.ownThreshold(threshold) }]}
        onKeepTheirs={() => {
          setConflict(null);
          onDone();
          onClose();
        }}
        onKeepYours={() => void save(conflict?.current ?? null)}
        isPending={isPending}
      />
    </Dialog>
  );
}
