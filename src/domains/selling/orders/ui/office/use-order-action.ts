/**
 * Runs an action on an order and takes its answer: the new order, a refusal to show in the form, or a conflict, where the person decides
 * whether theirs or the other change counts.
 */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { orderCalls } from './order-calls.ts';

export interface OrderAction {
  /** What was done, for the toast. */
  readonly done: string;
  /** Sends the action for a version of the order. */
  readonly send: (version: number) => Promise<OfficeResult<OfficeOrder>>;
  readonly onDone: () => void;
  readonly undo?: () => void;
}

export interface OrderConflict {
  readonly title: string;
  /** The order as it is now; null if it could not be read. */
  readonly current: OfficeOrder | null;
  readonly action: OrderAction;
}

export function useOrderAction(order: OfficeOrder) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const { id } = order.order;

  const run = async (action: OrderAction, version = order.version): Promise<void> => {
    setIsPending(true);
    setError(null);
    const result = await action.send(version);
    if (result.ok) {
      setConflict(null);
      action.onDone();
      toastDone(action.done, action.undo);
      await revalidator.revalidate();
    } else if (result.code === 'changed_meanwhile') {
      const current = await orderCalls.order({ id });
      setConflict({ title: result.title, current: current.ok ? current.value : null, action });
    } else setError(result.title);
    setIsPending(false);
  };

  return {
    run: (action: OrderAction) => void run(action),
    isPending,
    error,
    clearError: () => setError(null),
    conflict,
    /** Applies the person's change to the order as it is now. */
    keepYours: () => conflict && void run(conflict.action, conflict.current?.version ?? order.version),
    /** Drops the person's change. */
    keepTheirs: () => {
      conflict?.action.onDone();
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}
