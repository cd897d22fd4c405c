/**
 * Runs a correction of an item and takes its answer: done, with an undo; a refusal to show in the form; or a conflict, where the person
 * decides whether the other correction counts or theirs on top of it.
 */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { itemMessages } from '#domains/selling/stock/messages/office.ts';
import type { StockItem } from '#domains/selling/stock/office-contract.ts';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { stockCalls } from './stock-calls.ts';
import { takeBack } from './take-back.ts';

interface StockAction {
  /** What was done, for the toast. */
  readonly done: string;
  /** Sends the correction of an item as it was shown. */
  readonly send: (item: StockItem) => Promise<OfficeResult<{ readonly movements: readonly number[] }>>;
}

interface StockConflict {
  readonly title: string;
  /** The item as it is now; null if it could not be read. */
  readonly current: StockItem | null;
  readonly action: StockAction;
}

/** @param onDone called when the correction was made, or dropped for somebody else's */
export function useStockAction(item: StockItem, onDone: () => void) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<StockConflict | null>(null);

  const run = async (action: StockAction, shown: StockItem): Promise<void> => {
    setIsPending(true);
    setError(null);
    const result = await action.send(shown);
    if (result.ok) {
      setConflict(null);
      onDone();
      const { movements } = result.value;
      toastDone(action.done, () => void takeBack(movements, itemMessages.undoDone, () => revalidator.revalidate()));
      await revalidator.revalidate();
    } else if (result.code === 'changed_meanwhile') {
      const current = await stockCalls.stockItem({ id: item.id });
      setConflict({ title: result.title, current: current.ok ? current.value : null, action });
    } else {
      setConflict(null);
      setError(result.title);
      if (result.code === 'shelf_changed') await revalidator.revalidate();
    }
    setIsPending(false);
  };
  return {
    run: (action: StockAction) => void run(action, item),
    isPending,
    error,
    conflict,
    /** Makes the person's correction on the item as it is now. */
    keepYours: () => conflict && void run(conflict.action, conflict.current ?? item),
    /** Drops the person's correction. */
    keepTheirs: () => {
      setConflict(null);
      onDone();
      void revalidator.revalidate();
    },
  };
}
