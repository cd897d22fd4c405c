/** Tells the buyer that an order is ready to collect. */
import { collectionMessages as text } from '#domains/selling/orders/messages/collection.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { OrderConflict } from './OrderConflict.tsx';
import { collectionCalls } from './order-calls.ts';
import { useOrderAction } from './use-order-action.ts';

export function ReadyDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const action = useOrderAction(order);
  const { id, number, email, collection } = order.order;
  return (
    <Dialog title={text.readyTitle(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <FormError error={action.error} />
      <Consequences items={[text.readyText(email, collection?.name ?? '')]} />
      <DialogEnd>
        <Button onPress={onClose} isDisabled={action.isPending}>
          {officeMessages.cancel}
        </Button>
        <Button
          tone="primary"
          icon="mail"
          isPending={action.isPending}
          onPress={() =>
            action.run({ send: (version) => collectionCalls.makeReady({ id, version }), done: text.readyDone, onDone: onClose })
          }
        >
          {text.ready}
        </Button>
      </DialogEnd>
      <OrderConflict order={order} action={action} change={text.ready} />
    </Dialog>
  );
}
