/** The dialog that adds, changes or deletes a redirect, and shows what a colleague changed since. */
import { useState } from 'react';
import { redirectMessages as text } from '#domains/content/messages/office.ts';
import type { RedirectRow } from '#domains/content/redirect-office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { redirectCalls } from './load-redirects.ts';

interface RedirectDialogProps {
  /** Null for a new one. */
  readonly row: RedirectRow | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Rows that the search for the current redirect loads. */
const MAX_FOUND = 200;

interface RedirectConflict {
  readonly title: string;
  readonly current: RedirectRow;
  /** Applies the person's change to the current redirect. */
  readonly again: () => void;
}

const kindOf = (isPermanent: boolean): string => (isPermanent ? text.permanent : text.temporary);

export function RedirectDialog({ row, onDone, onClose }: RedirectDialogProps) {
  /** As it was when the dialog opened: the list below may have been read again since. */
  const [shown] = useState(row);
  const [from, setFrom] = useState(shown?.from ?? '');
  const [to, setTo] = useState(shown?.to ?? '');
  const [isPermanent, setIsPermanent] = useState(shown?.isPermanent ?? true);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<RedirectConflict | null>(null);
  const [isPending, setIsPending] = useState(false);

  /** Runs the call that takes a change back. It is refused if somebody changed the redirect since. */
  const undo = async (call: Promise<{ readonly ok: true } | { readonly ok: false; readonly title: string }>): Promise<void> => {
    const undone = await call;
    if (!undone.ok) return toastFailed(undone.title);
    toastDone(text.undone(from));
    onDone();
  };

  /** Shows why a change was not made. @param again makes it over the current redirect */
  const refuse = async (
    failed: { readonly code: string; readonly title: string },
    again: (current: RedirectRow) => void,
  ): Promise<void> => {
    const found = failed.code === 'changed_meanwhile' ? await redirectCalls.redirects({ q: from, limit: MAX_FOUND }) : null;
    const current = found?.ok ? found.value.rows.find((one) => one.from === from) : undefined;
    if (current) setConflict({ title: failed.title, current, again: () => again(current) });
    else setError(failed.title);
  };

  /** @param before the redirect that the change replaces. Null for a new one */
  const save = async (before: RedirectRow | null): Promise<void> => {
    setIsPending(true);
    const saved = await redirectCalls.saveRedirect({ from, to, isPermanent, version: before?.version ?? null });
    setIsPending(false);
    if (!saved.ok) return refuse(saved, (current) => void save(current));
    const own = saved.value;
    toastDone(text.saved(own.from), () => {
      if (before === null) return void undo(redirectCalls.deleteRedirect(own));
      void undo(redirectCalls.saveRedirect({ ...own, to: before.to, isPermanent: before.isPermanent }));
    });
    onDone();
  };

  const remove = async (before: RedirectRow): Promise<void> => {
    setIsPending(true);
    const deleted = await redirectCalls.deleteRedirect({ from, version: before.version });
    setIsPending(false);
    if (!deleted.ok) return refuse(deleted, (current) => void remove(current));
    toastDone(text.deleted(from), () => void undo(redirectCalls.saveRedirect(deleted.value)));
    onDone();
  };

  return (
    <>
      <Dialog title={shown ? text.edit(shown.from) : text.add} isOpen onClose={onClose} isDismissable={!isPending}>
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save(shown);
          }}
        >
          <FormError error={error} />
          <TextField
            label={text.from}
            hint={text.fromHint}
            value={from}
            onChange={setFrom}
            isReadOnly={shown !== null}
            autoFocus={shown === null}
            maxLength={200}
          />
          <TextField label={text.to} hint={text.toHint} value={to} onChange={setTo} autoFocus={shown !== null} maxLength={500} />
          <Checkbox isSelected={isPermanent} onChange={setIsPermanent}>
            {text.isPermanent}
          </Checkbox>
          <DialogEnd>
            {shown && (
              <Button tone="danger" onPress={() => void remove(shown)} isDisabled={isPending}>
                {text.delete}
              </Button>
            )}
            <Button onPress={onClose} isDisabled={isPending}>
              {officeMessages.cancel}
            </Button>
            <Button tone="primary" type="submit" isPending={isPending}>
              {text.save}
            </Button>
          </DialogEnd>
        </form>
      </Dialog>
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={
          conflict
            ? [
                { label: text.to, theirs: conflict.current.to, yours: to },
                { label: text.columns.kind, theirs: kindOf(conflict.current.isPermanent), yours: kindOf(isPermanent) },
              ]
            : []
        }
        onKeepTheirs={onDone}
        onKeepYours={() => {
          setConflict(null);
          conflict?.again();
        }}
        isPending={isPending}
      />
    </>
  );
}
