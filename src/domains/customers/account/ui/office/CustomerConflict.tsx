import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import type { useCustomerAction } from './use-customer-action.ts';

/** Shown if someone changed the customer since the page was opened. */
export function CustomerConflict({ action }: { readonly action: ReturnType<typeof useCustomerAction> }) {
  const { conflict } = action;
  return (
    <ConflictDialog
      title={conflict?.title ?? null}
      fields={conflict?.action.compare?.(conflict.current) ?? []}
      onKeepTheirs={action.keepTheirs}
      onKeepYours={action.keepYours}
      isPending={action.isPending}
    />
  );
}
