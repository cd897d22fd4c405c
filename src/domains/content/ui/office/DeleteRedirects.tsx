/** Deletes the selected redirects after a confirmation, in portions, and takes that back. */
import { useState } from 'react';
import { redirectBulkMessages as text } from '#domains/content/messages/office-redirects.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import type { CollectedKeys } from '#ui/office/grid/collect-keys.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { redirectCalls } from './load-redirects.ts';

export interface DeleteRedirectsProps {
  readonly count: number;
  /** Collects the addresses of the selection. */
  readonly collect: () => Promise<CollectedKeys>;
  /** Called when redirects were deleted or are back. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Redirects of one call. */
const PORTION = 200;

const portionsOf = <T,>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / PORTION) }, (_, index) => all.slice(index * PORTION, (index + 1) * PORTION));

type Deleted = Extract<Awaited<ReturnType<typeof redirectCalls.deleteRedirects>>, { ok: true }>['value']['deleted'];

/** Brings deleted redirects back. */
async function restore(deleted: Deleted, onChanged: () => void): Promise<void> {
  let [restored, kept] = [0, 0];
  for (const redirects of portionsOf(deleted)) {
    const answer = await redirectCalls.restoreRedirects({ redirects: [...redirects] });
    if (!answer.ok) {
      toastFailed(answer.title);
      break;
    }
    restored += answer.value.restored;
    kept += answer.value.kept;
  }
  if (restored > 0) toastDone(text.restored(restored));
  if (kept > 0) toastFailed(text.notRestored(kept));
  onChanged();
}

export function DeleteRedirects({ count, collect, onChanged, onClose }: DeleteRedirectsProps) {
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const run = async (): Promise<void> => {
    setError(null);
    setProgress(text.progress(0, count));
    const collected = await collect();
    const deleted: Deleted[number][] = [];
    let kept = 0;
    let failure = collected.ok ? null : collected.title;
    for (const froms of collected.ok ? portionsOf(collected.ids) : []) {
      const answer = await redirectCalls.deleteRedirects({ froms: [...froms] });
      if (!answer.ok) {
        failure = answer.title;
        break;
      }
      for (const redirect of answer.value.deleted) deleted.push(redirect);
      kept += answer.value.kept;
      setProgress(text.progress(deleted.length + kept, count));
    }
    setProgress(null);
    if (deleted.length > 0) {
      toastDone(text.deleted(deleted.length), () => void restore(deleted, onChanged));
      onChanged();
    }
    if (kept > 0) toastFailed(text.kept(kept));
    if (failure === null) onClose();
    else setError(failure);
  };

  return (
    <Dialog title={text.title(count)} isOpen onClose={onClose} isDismissable={progress === null} role="alertdialog">
      <Consequences items={text.consequences} />
      <FormError error={error} />
      <p className="text-muted" aria-live="polite">
        {progress}
      </p>
      <DialogEnd>
        <Button onPress={onClose} isDisabled={progress !== null}>
          {text.cancel}
        </Button>
        <Button tone="danger" onPress={() => void run()} isPending={progress !== null}>
          {text.confirm(count)}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
