/** Deletes the selected redirects after a confirmation, in portions, and takes that back. */
import { useState } from 'react';
import { redirectBulkMessages as text } from '#domains/content/messages/office-redirects.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { createPortions, type Portions } from '#ui/office/grid/portions.ts';
import { gridMessages, officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { redirectCalls } from './load-redirects.ts';

/** A redirect as the list showed it. */
export interface SeenRedirect {
  readonly from: string;
  readonly version: string;
}

export interface DeleteRedirectsProps {
  readonly count: number;
  /** Collects the redirects of the selection. */
  readonly collect: () => Promise<
    { readonly ok: true; readonly redirects: readonly SeenRedirect[] } | { readonly ok: false; readonly title: string }
  >;
  /** Called when redirects were deleted or are back. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Redirects of one call. */
const PORTION = 200;

type Deleted = Extract<Awaited<ReturnType<typeof redirectCalls.deleteRedirects>>, { ok: true }>['value']['deleted'];

type Redirects = Portions<Deleted[number], { readonly restored: number; readonly kept: number }>;

/** Brings deleted redirects back. */
async function restore(portions: Redirects, onChanged: () => void): Promise<void> {
  const { answers, interruption } = await portions.run((redirects, idempotencyKey) =>
    redirectCalls.restoreRedirects({ redirects: [...redirects] }, { idempotencyKey }),
  );
  const restored = answers.reduce((sum, answer) => sum + answer.restored, 0);
  const kept = answers.reduce((sum, answer) => sum + answer.kept, 0);
  if (restored > 0) toastDone(text.restored(restored));
  if (interruption) toastFailed(gridMessages.stopped(interruption), () => void restore(portions, onChanged));
  else if (kept > 0) toastFailed(text.notRestored(kept));
  onChanged();
}

export function DeleteRedirects({ count, collect, onChanged, onClose }: DeleteRedirectsProps) {
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** What is still to be deleted once it has begun. */
  const [begun, setBegun] = useState<Portions<SeenRedirect, { readonly deleted: Deleted; readonly kept: number }> | null>(null);

  /** What was deleted before it was interrupted. */
  const [done, setDone] = useState<Deleted>([]);

  const finish = (deleted: Deleted): void => {
    if (deleted.length > 0) toastDone(text.deleted(deleted.length), () => void restore(createPortions(deleted, PORTION), onChanged));
    if (begun !== null || deleted.length > 0) onChanged();
    onClose();
  };

  const run = async (): Promise<void> => {
    setError(null);
    setProgress(text.progress(0, count));
    const collected = begun === null ? await collect() : null;
    if (collected?.ok === false) {
      setProgress(null);
      return setError(collected.title);
    }
    const portions = begun ?? createPortions(collected?.redirects ?? [], PORTION);
    setBegun(portions);
    const { answers, interruption } = await portions.run(
      (redirects, idempotencyKey) => redirectCalls.deleteRedirects({ redirects: [...redirects] }, { idempotencyKey }),
      (sent, all) => setProgress(text.progress(sent, all)),
    );
    setProgress(null);
    const deleted = answers.flatMap((answer) => answer.deleted);
    if (interruption) {
      setDone(deleted);
      return setError(gridMessages.stopped(interruption));
    }
    const kept = answers.reduce((sum, answer) => sum + answer.kept, 0);
    if (kept > 0) toastFailed(text.kept(kept));
    finish(deleted);
  };
  const isInterrupted = begun !== null && progress === null;

  return (
    <Dialog title={text.title(count)} isOpen onClose={() => finish(done)} isDismissable={progress === null} role="alertdialog">
      <Consequences items={text.consequences} />
      <FormError error={error} />
      <p className="text-muted" aria-live="polite">
        {progress}
      </p>
      <DialogEnd>
        <Button onPress={() => finish(done)} isDisabled={progress !== null}>
          {text.cancel}
        </Button>
        <Button tone="danger" onPress={() => void run()} isPending={progress !== null}>
          {isInterrupted ? officeMessages.continue : text.confirm(count)}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
