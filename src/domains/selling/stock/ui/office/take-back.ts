/** Takes movements back, from the ledger and from toasts. */
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { stockCalls } from './stock-calls.ts';

/** @param reload shows what is true then */
export async function takeBack(ids: readonly number[], done: string, reload: () => Promise<void>): Promise<void> {
  const result = await stockCalls.undoMovements({ ids: [...ids] });
  if (result.ok) toastDone(done);
  else toastFailed(result.title);
  await reload();
}
