/** Says where a wine stands in the cellar. */
import { type FormEvent, useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { binText } from '#domains/selling/stock/model/stock-forms.ts';
import type { StockRow } from '#domains/selling/stock/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { stockCalls } from './stock-calls.ts';
import { stockName } from './stock-name.ts';

export interface BinDialogProps {
  readonly item: Pick<StockRow, 'id' | 'name' | 'productId' | 'bin'>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function BinDialog({ item, onClose, onDone }: BinDialogProps) {
  const { id } = item;
  /** The bin that the person saw. The screen reads the wine again when somebody changes it. */
  const [opened] = useState(item.bin);
  const [value, setValue] = useState(opened);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  /** What somebody else saved since the dialog was opened. */
  const [conflict, setConflict] = useState<{ readonly title: string; readonly current: string } | null>(null);
  const parsed = binText.safeParse(value);
  const bin = parsed.success ? parsed.data : null;
  const shown = (one: string): string => (one === '' ? text.none : one);

  /** Sets the bin back. One that somebody changed since is not overwritten. */
  const restore = async (before: string, after: string): Promise<void> => {
    const restored = await stockCalls.setBin({ id, bin: before, expected: after });
    if (!restored.ok) return toastFailed(restored.title);
    toastDone(text.binUndone(before));
    onDone();
  };

  /** @param expected the bin on which the person decided */
  const save = async (expected = opened): Promise<void> => {
    if (bin === null) return;
    setError(null);
    setIsPending(true);
    const saved = await stockCalls.setBin({ id, bin, expected });
    if (!saved.ok && saved.code === 'changed_meanwhile') {
      const current = await stockCalls.stockItem({ id });
      setIsPending(false);
      if (!current.ok) return setError(current.title);
      return setConflict({ title: saved.title, current: current.value.bin });
    }
    setIsPending(false);
    setConflict(null);
    if (!saved.ok) return setError(saved.title);
    const { before } = saved.value;
    if (before === bin) toastDone(text.nothingChanged);
    else toastDone(text.binSaved(bin), () => void restore(before, bin));
    onDone();
    onClose();
  };
  return (
    <Dialog title={text.setBinOf(stockName(item), opened)} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        <TextField
          label={text.bin}
          hint={text.binHint}
          value={value}
          onChange={setValue}
          error={parsed.error?.issues[0]?.message ?? null}
          autoComplete="off"
          isOptional
          autoFocus
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.saveBin}
          </Button>
        </DialogEnd>
      </form>
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={[{ label: text.bin, theirs: shown(conflict?.current ?? ''), yours: shown(bin ?? '') }]}
        onKeepTheirs={() => {
          setConflict(null);
          onDone();
          onClose();
        }}
        onKeepYours={() => void save(conflict?.current ?? '')}
        isPending={isPending}
      />
    </Dialog>
  );
}
