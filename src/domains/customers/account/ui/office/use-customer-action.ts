/**
 * Runs a change of a customer and takes its answer: the new customer, a refusal to show in the form, or a conflict, where the person
 * decides whether theirs or the other change counts.
 */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import type { OfficeFailure, OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import type { ConflictField } from '#ui/office/form/ConflictDialog.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { customerCalls } from './customer-calls.ts';

export interface CustomerAction {
  /** What was done, for the toast. */
  readonly done: string;
  /** Sends the change for the customer as it was shown, or as it is now if the person keeps their change in a conflict. */
  readonly send: (current: OfficeCustomer) => Promise<OfficeResult<OfficeCustomer>>;
  readonly onDone?: () => void;
  readonly undo?: () => void;
  /** Compares the customer as it is now with what the person entered. */
  readonly compare?: (current: OfficeCustomer) => readonly ConflictField[];
}

interface Conflict {
  readonly title: string;
  readonly current: OfficeCustomer;
  readonly action: CustomerAction;
}

export function useCustomerAction(customer: OfficeCustomer) {
  const revalidator = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { key, market } = customer;

  /** @returns why it was refused; null if it was done or a conflict is shown */
  const run = async (action: CustomerAction, shown = customer): Promise<OfficeFailure | null> => {
    setIsPending(true);
    setError(null);
    const result = await action.send(shown);
    setIsPending(false);
    if (result.ok) {
      setConflict(null);
      action.onDone?.();
      toastDone(action.done, action.undo);
      await revalidator.revalidate();
      return null;
    }
    const current = result.code === 'changed_meanwhile' ? await customerCalls.customer({ key, market }) : null;
    if (current?.ok) {
      setConflict({ title: result.title, current: current.value, action });
      return null;
    }
    setConflict(null);
    setError(result.title);
    return result;
  };

  return {
    run,
    isPending,
    error,
    conflict,
    /** Applies the person's change to the customer as it is now. */
    keepYours: () => conflict && void run(conflict.action, conflict.current),
    /** Drops the person's change. */
    keepTheirs: () => {
      conflict?.action.onDone?.();
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}
