/** Marks a payment without an order as resolved, after saying what that does. */
import { useState } from 'react';
import { todayMessages as text } from '#domains/today/messages/office.ts';
import type { TodayItem } from '#domains/today/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { todayCalls } from './today-calls.ts';

export function ResolveAlert({ item, onResolved }: { readonly item: TodayItem; readonly onResolved: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const resolve = async (): Promise<void> => {
    setIsPending(true);
    const result = await todayCalls.resolvePaymentAlert({ id: item.id });
    setIsPending(false);
    setIsOpen(false);
    if (result.ok) toastDone(text.resolved);
    else toastFailed(result.title);
    onResolved();
  };
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{text.resolve}</Button>
      <ConfirmDialog
        title={text.resolveTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => void resolve()}
        action={text.resolve}
        consequences={text.resolveConsequences}
        isPending={isPending}
      />
    </>
  );
}
