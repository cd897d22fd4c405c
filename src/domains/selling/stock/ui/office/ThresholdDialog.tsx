/** Sets at how many available cases wines count as low: one, some, or everything that matches a list. */
import { type FormEvent, useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { MAX_STOCK_ITEMS } from '#domains/selling/stock/model/stock.ts';
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

type Before = readonly { readonly id: string; readonly threshold: number | null }[];

/** Sets the thresholds back, in calls of items that had the same. One that somebody changed since is not overwritten. */
async function restore(before: Before, expected: number | null, reload: () => void): Promise<void> {
  for (const threshold of new Set(before.map((item) => item.threshold))) {
    const ids = before.filter((item) => item.threshold === threshold).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += MAX_STOCK_ITEMS) {
      const result = await stockCalls.setThresholds({ ids: ids.slice(from, from + MAX_STOCK_ITEMS), threshold, expected });
      if (!result.ok) return toastFailed(result.title);
    }
  }
  reload();
}

export interface ThresholdDialogProps {
  readonly count: number;
  /** Own threshold that the wine has, null for the default of the market. Undefined for several wines, which may have different ones. */
  readonly own?: number | null;
  /** Reads the wine's own threshold as it is now. Needed with `own`. */
  readonly readOwn?: () => Promise<number | null>;
  /** Collects the ids of the items. */
  readonly collect: () => Promise<{ readonly ok: true; readonly ids: readonly string[] } | { readonly ok: false; readonly title: string }>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ThresholdDialog({ count, own, readOwn, collect, onClose, onDone }: ThresholdDialogProps) {
  const [value, setValue] = useState(typeof own === 'number' ? String(own) : '');
  /** The threshold that the person saw. The screen reads the wine again when somebody changes it. */
  const [opened] = useState(own);
  const [error, setError] = useState<string | null>(null);
  /** How many are done while it works; null otherwise. */
  const [done, setDone] = useState<number | null>(null);
  /** What somebody else saved since the dialog was opened. */
  const [conflict, setConflict] = useState<{ readonly title: string; readonly current: number | null } | null>(null);
  const parsed = value.trim() === '' ? null : caseCount.safeParse(toCount(value));
  const fieldError = parsed === null || parsed.success ? null : (parsed.error.issues[0]?.message ?? null);

  const threshold = parsed?.success ? parsed.data : null;

  /** @param expected the threshold on which the person decided */
  const save = async (expected = opened): Promise<void> => {
    if (fieldError !== null) return;
    setError(null);
    setDone(0);
    const collected = await collect();
    let before: Before = [];
    let failed = collected.ok ? null : collected.title;
    const ids = collected.ok ? collected.ids : [];
    for (let from = 0; from < ids.length && failed === null; from += MAX_STOCK_ITEMS) {
      const result = await stockCalls.setThresholds({
        ids: ids.slice(from, from + MAX_STOCK_ITEMS),
        threshold,
        ...(expected === undefined ? {} : { expected }),
      });
      if (result.ok) {
        before = before.concat(result.value.before);
        setDone(Math.min(ids.length, from + MAX_STOCK_ITEMS));
      } else {
        failed = result.title;
        const current = result.code === 'changed_meanwhile' ? await readOwn?.() : undefined;
        if (current !== undefined) {
          setDone(null);
          return setConflict({ title: result.title, current });
        }
      }
    }
    setDone(null);
    setConflict(null);
    if (failed !== null) return setError(before.length === 0 ? failed : `${failed} ${text.thresholdPartly(before.length)}`);
    if (before.length === 0) toastDone(text.nothingChanged);
    else toastDone(text.thresholdSaved(before.length), () => void restore(before, threshold, onDone));
    onDone();
    onClose();
  };
  return (
    <Dialog title={text.thresholdTitle(count)} isOpen onClose={onClose} isDismissable={done === null}>
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
        <p role="status" className="text-muted">
          {done !== null && count > 1 && text.thresholdProgress(done, count)}
        </p>
        <DialogEnd>
          <Button onPress={onClose} isDisabled={done !== null}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={done !== null}>
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
        isPending={done !== null}
      />
    </Dialog>
  );
}
