/** Runs an action on an import and takes its answer: the new state, a refusal to show, or that somebody was faster. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone } from '#ui/office/office-toasts.ts';

export function useImportAction() {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** @returns true if it was done */
  const run = async (send: () => Promise<OfficeResult<unknown>>, done: string | null = null): Promise<boolean> => {
    setIsPending(true);
    setError(null);
    const result = await send();
    if (!result.ok) setError(result.title);
    else if (done !== null) toastDone(done);
    // Also after a refusal: somebody was faster, and the page shows what they did. Without a permission or a connection it could not be
    // read, and what was typed would be lost with it.
    if (result.ok || (result.status !== 403 && result.status !== 0)) await revalidator.revalidate();
    setIsPending(false);
    return result.ok;
  };
  return { run, isPending, error, clearError: () => setError(null) };
}
