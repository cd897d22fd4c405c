/** Runs an action on a draft. After each answer the draft is read again: prices and stock are those of this moment. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { draftMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import type { DraftOrder } from '#domains/selling/draft-orders/office-contract.ts';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';

interface Seen {
  readonly id: string;
  readonly version: number;
}

export interface DraftAction {
  readonly send: (seen: Seen) => Promise<OfficeResult<DraftOrder>>;
  /** What was done, for the toast. Left out where the screen shows it. */
  readonly done?: string;
  readonly onDone?: () => void;
  /** Takes back what was done, from the draft as it is then. */
  readonly undo?: (now: Seen) => Promise<OfficeResult<DraftOrder>>;
}

export function useDraftAction({ id, version }: Pick<DraftOrder, 'id' | 'version'>) {
  const { revalidate } = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const undo = async (sent: Promise<OfficeResult<DraftOrder>>): Promise<void> => {
    const undone = await sent;
    if (undone.ok) toastDone(text.undone);
    else toastFailed(undone.title);
    await revalidate();
  };
  const run = async ({ send, done, onDone, undo: takeBack }: DraftAction): Promise<void> => {
    if (isPending) return;
    setIsPending(true);
    setError(null);
    const result = await send({ id, version });
    if (result.ok) {
      onDone?.();
      const now = { id, version: result.value.version };
      if (done !== undefined) toastDone(done, takeBack && (() => void undo(takeBack(now))));
    } else setError(result.title);
    await revalidate();
    setIsPending(false);
  };
  return { run: (action: DraftAction) => void run(action), isPending, error };
}
