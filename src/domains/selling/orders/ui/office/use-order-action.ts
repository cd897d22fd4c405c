/**
 * Runs an action on an order and takes its answer: the new order, a refusal to show in the form, or a conflict, where the person decides
 * whether theirs or the other change counts.
 */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { orderMessages as text } from '#domains/selling/orders/messages/office.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { orderCalls } from './order-calls.ts';

export interface OrderAction<Result extends OfficeOrder = OfficeOrder> {
  /** What was done, for the toast. */
  readonly done: string | ((result: Result) => string);
  /** Returns true if something did not come about although the order was changed, such as its refund. The toast then stays. */
  readonly isIncomplete?: (result: Result) => boolean;
  /** Sends the action for a version of the order. */
  readonly send: (version: number) => Promise<OfficeResult<Result>>;
  readonly onDone: () => void;
  /** Takes back what was done. Left out where that is impossible, such as for mail that was sent. */
  readonly undo?: (result: Result) => Promise<OfficeResult<unknown>>;
}

export interface OrderConflict {
  readonly title: string;
  /** The order as it is now; null if it could not be read. */
  readonly current: OfficeOrder | null;
  /** Applies the person's change to the order as it is now. */
  readonly again: () => void;
  readonly onDone: () => void;
}

export function useOrderAction(order: OfficeOrder) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const { id } = order.order;

  const undo = async (sent: Promise<OfficeResult<unknown>>): Promise<void> => {
    const undone = await sent;
    if (undone.ok) toastDone(text.undone);
    else toastFailed(undone.title);
    await revalidator.revalidate();
  };

  const run = async <Result extends OfficeOrder>(action: OrderAction<Result>, version = order.version): Promise<void> => {
    const { onDone, undo: takeBack } = action;
    setIsPending(true);
    setError(null);
    const result = await action.send(version);
    if (result.ok) {
      setConflict(null);
      onDone();
      const done = typeof action.done === 'string' ? action.done : action.done(result.value);
      if (action.isIncomplete?.(result.value)) toastFailed(done);
      else toastDone(done, takeBack && (() => void undo(takeBack(result.value))));
      await revalidator.revalidate();
    } else if (result.code === 'changed_meanwhile') {
      const current = await orderCalls.order({ id });
      const now = current.ok ? current.value : null;
      setConflict({ title: result.title, current: now, again: () => void run(action, now?.version ?? version), onDone });
    } else {
      setError(result.title);
      // What was refused may have been written, such as a refund that the gateway refused.
      if (result.code === 'action_refused') await revalidator.revalidate();
    }
    setIsPending(false);
  };

  return {
    run: <Result extends OfficeOrder>(action: OrderAction<Result>) => void run(action),
    isPending,
    error,
    clearError: () => setError(null),
    conflict,
    /** Applies the person's change to the order as it is now. */
    keepYours: () => conflict?.again(),
    /** Drops the person's change. */
    keepTheirs: () => {
      conflict?.onDone();
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}
