import { orderMessages, STATUS_LABELS } from '#domains/selling/orders/messages/office.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import type { useOrderAction } from './use-order-action.ts';

/** Shown if someone changed the order since it was opened. */
export function OrderConflict({
  order,
  action,
  change,
}: {
  readonly order: OfficeOrder;
  readonly action: ReturnType<typeof useOrderAction>;
  readonly change: string;
}) {
  const { conflict } = action;
  const before = STATUS_LABELS[order.order.status];
  const now = conflict?.current ? STATUS_LABELS[conflict.current.order.status] : before;
  return (
    <ConflictDialog
      title={conflict?.title ?? null}
      fields={[
        { label: orderMessages.conflictStatus, theirs: now, yours: before },
        { label: orderMessages.conflictAction, theirs: '–', yours: change },
      ]}
      onKeepTheirs={action.keepTheirs}
      onKeepYours={action.keepYours}
      isPending={action.isPending}
    />
  );
}
