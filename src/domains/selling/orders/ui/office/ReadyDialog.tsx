/** Tells the buyer that an order is ready to collect. */
import { collectionMessages as text } from '#domains/selling/orders/messages/collection.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { OrderConflict } from './OrderConflict.tsx';
import { collectionCalls } from './order-calls.ts';
import { useOrderAction } from './use-order-action.ts';

export function ReadyDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const action = useOrderAction(order);
  const { id, number, email, collection } = order.order;
  return (
    <ConfirmDialog
      title={text.readyTitle(number)}
      isOpen
      onClose={onClose}
      onConfirm={() => action.run({ send: (version) => collectionCalls.makeReady({ id, version }), done: text.readyDone, onDone: onClose })}
      action={text.ready}
      consequences={[text.readyText(email, collection?.name ?? '')]}
      isPending={action.isPending}
    >
      <FormError error={action.error} />
      <OrderConflict order={order} action={action} change={text.ready} />
    </ConfirmDialog>
  );
}
